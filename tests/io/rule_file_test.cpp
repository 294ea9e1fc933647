#include "gnac/rule_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>
#include <set>

#include "io/safetensors.h"
#include "message.h"
#include "support/files.h"

namespace gnac::detail {
namespace {

Rule small_rule() {
  Rule rule;
  rule.shape = {.features = 2, .hidden = 1, .domain = 2, .seed_dim = 1, .width = 1};
  rule.update_scale = 0.1;
  rule.seed_scale = 1.0 / 3;
  rule.neighbors = 11;
  rule.seed = std::numeric_limits<std::uint64_t>::max();
  rule.scaling.centre = {0.1, -1e300};
  rule.scaling.divisor = {1.0 / 3, 5e-324};
  std::size_t count = 0;
  for (const Tensor& tensor : rule_table(rule.shape)) count += tensor.size();
  for (std::size_t i = 0; i < count; ++i) rule.values.push_back(static_cast<float>(i) * 0.1F - 1);
  return rule;
}

Rule universal_rule() {
  Rule rule;
  rule.shape = {.form = RuleForm::universal,
                .features = 2,
                .edge_features = 3,
                .hidden = 4,
                .domain = 0,
                .seed_dim = 0,
                .width = 5,
                .activation = Activation::silu,
                .sum = true,
                .openness = false};
  rule.update_scale = 0.3;
  rule.seed_scale = 0;
  rule.neighbors = 15;
  rule.steps = 8;
  rule.feature_set = "graph";
  rule.cell = {{0.5F, -1}, {1, 2}};
  rule.edge = {{1, 2, 3}, {0.1F, 0.2F, 0.3F}};
  for (const Tensor& tensor : rule_table(rule.shape)) {
    rule.values.resize(rule.values.size() + tensor.size(), static_cast<float>(tensor.offset));
  }
  return rule;
}

void expect_equal(const Rule& a, const Rule& b) {
  EXPECT_EQ(a.shape, b.shape);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.feature_set, b.feature_set);
  EXPECT_EQ(a.cell, b.cell);
  EXPECT_EQ(a.edge, b.edge);
  EXPECT_EQ(a.update_scale, b.update_scale);
  EXPECT_EQ(a.seed_scale, b.seed_scale);
  EXPECT_EQ(a.neighbors, b.neighbors);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.scaling.centre, b.scaling.centre);
  EXPECT_EQ(a.scaling.divisor, b.scaling.divisor);
  EXPECT_EQ(a.values, b.values);
}

TEST(RuleFile, EveryFieldReadsBackExactly) {
  const Rule rule = small_rule();
  expect_equal(parse_rule(rule_bytes(rule), "f"), rule);
  Rule plain;
  plain.shape.features = 3;
  for (const Tensor& tensor : rule_table(plain.shape)) {
    plain.values.resize(plain.values.size() + tensor.size(), 0.25F);
  }
  expect_equal(parse_rule(rule_bytes(plain), "f"), plain);
  expect_equal(parse_rule(rule_bytes(universal_rule()), "f"), universal_rule());
}

// PyTorch writes header and tensors in another order, so the checksum no longer applies, and a file
// changed on purpose needs none.
TEST(RuleFile, AFileThatAnotherProgramWroteAnewIsRead) {
  for (const Rule& rule : {small_rule(), universal_rule()}) {
    TensorFile file = parse_safetensors(rule_bytes(rule), "f");
    std::string bytes = safetensors_bytes(file);
    std::uint64_t header = 0;
    std::memcpy(&header, bytes.data(), 8);
    bytes.insert(8 + header, "        ");  // still valid, but with a different layout
    header += 8;
    std::memcpy(bytes.data(), &header, 8);
    expect_equal(parse_rule(bytes, "f"), rule);
    file.metadata.erase("checksum");
    expect_equal(parse_rule(safetensors_bytes(file), "f"), rule);
  }
}

TEST(RuleFile, NoStandardisationIsSavedAsTheIdentity) {
  Rule rule = universal_rule();
  rule.edge = {};
  const std::size_t features = static_cast<std::size_t>(rule.shape.edge_features);
  const Standardisation identity{std::vector<float>(features, 0), std::vector<float>(features, 1)};
  EXPECT_EQ(parse_rule(rule_bytes(rule), "f").edge, identity);
}

TEST(RuleFile, ARuleWithoutValuesIsNotSaved) {
  const std::string text = "there is no rule to save: its values do not fit its shape";
  EXPECT_EQ(message_of([] { rule_bytes({}); }), text);
  Rule longer = small_rule();
  longer.values.push_back(0);
  EXPECT_EQ(message_of([&] { rule_bytes(longer); }), text);
}

TEST(RuleFile, ReadsFromAFile) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("gnac-rule-" + std::to_string(::getpid())))
          .string();
  const std::string bytes = rule_bytes(small_rule());
  write_files({{path, bytes}});
  expect_equal(read_rule(path), small_rule());
  std::filesystem::remove(path);
  EXPECT_EQ(message_of([&] { read_rule(path); }),
            "cannot read " + path + ": No such file or directory");
}

TEST(RuleFile, TensorsHaveTheirPyTorchNamesAndShapes) {
  const TensorFile file = parse_safetensors(rule_bytes(small_rule()), "f");
  for (const Tensor& tensor : rule_table(small_rule().shape)) {
    const TensorData& data = file.tensors.at(tensor.name);
    EXPECT_EQ(data.type, TensorType::f32);
    EXPECT_EQ(data.size(), static_cast<std::int64_t>(tensor.size()));
    EXPECT_EQ(data.shape.size(), tensor.cols == 0 ? 1U : 2U);
    EXPECT_EQ(data.values()[0], static_cast<double>(small_rule().values[tensor.offset]));
  }
  EXPECT_EQ(file.metadata.at("activation"), "tanh");
  EXPECT_EQ(file.metadata.at("seed"), "18446744073709551615");
}

TEST(RuleFile, TheDocumentationNamesEveryFieldAndTensor) {
  std::ifstream in(std::string(GNAC_SOURCE_DIR) + "/docs/formats.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::size_t begin = page.find("## Rules");
  const std::string section = page.substr(begin, page.find("\n## ", begin) - begin);
  std::set<std::string> keys;
  for (const Rule& rule : {small_rule(), universal_rule()}) {
    for (const auto& [key, value] : parse_safetensors(rule_bytes(rule), "f").metadata) {
      keys.insert(key);
      EXPECT_NE(section.find('`' + key + '`'), std::string::npos) << key;
    }
  }
  // And no others.
  const std::size_t table = section.find("| key |");
  const std::regex row("\n\\| (`[^|]*) \\|");
  const std::string rows = section.substr(table);
  for (std::sregex_iterator at(rows.begin(), rows.end(), row), end; at != end; ++at) {
    const std::string cell = (*at)[1];
    const std::regex name("`([^`]*)`");
    for (std::sregex_iterator key(cell.begin(), cell.end(), name); key != end; ++key) {
      EXPECT_TRUE(keys.contains((*key)[1])) << (*key)[1];
    }
  }
}

TEST(RuleFile, EveryAlteredByteIsFound) {
  const std::string bytes = rule_bytes(small_rule());
  std::size_t found = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int flip : {0x01, 0x20}) {
      std::string altered = bytes;
      altered[i] = static_cast<char>(altered[i] ^ flip);
      // Damage is detected; a checksum under another name does no harm.
      try {
        expect_equal(parse_rule(altered, "f"), small_rule());
      } catch (const Error&) {
        ++found;
      }
    }
  }
  EXPECT_GE(found, 2 * bytes.size() * 99 / 100);
}

TEST(RuleFile, EveryTruncationAndAdditionIsFound) {
  const std::string bytes = rule_bytes(small_rule());
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_THROW(parse_rule(std::string_view(bytes).substr(0, n), "f"), Error) << "at " << n;
  }
  EXPECT_THROW(parse_rule(bytes + '\0', "f"), Error);
}

TEST(RuleFile, SaysWhatIsWrong) {
  std::string altered = rule_bytes(small_rule());
  altered.back() = static_cast<char>(altered.back() ^ 1);
  EXPECT_EQ(message_of([&] { parse_rule(altered, "f"); }),
            "f was altered after gnac wrote it: its checksum does not match");
  TensorFile foreign;
  foreign.tensors["w"] = make_tensor(std::vector<float>{1}, {1});
  EXPECT_EQ(message_of([&] { parse_rule(safetensors_bytes(foreign), "f"); }),
            "f is not a rule file: its metadata has no 'format'");
  foreign.metadata["format"] = "pt";
  EXPECT_EQ(message_of([&] { parse_rule(safetensors_bytes(foreign), "f"); }),
            "f is not a rule file: its format is 'pt'");
  TensorFile newer = parse_safetensors(rule_bytes(small_rule()), "f");
  newer.metadata["version"] = "3";
  EXPECT_EQ(message_of([&] { parse_rule(safetensors_bytes(newer), "f"); }),
            "f is a rule file of version '3', but this program reads versions 1 and 2");
}

TEST(RuleFile, ValuesThatAreNotFiniteAreNotSaved) {
  Rule rule = small_rule();
  rule.values[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message_of([&] { rule_bytes(rule); }),
            "the rule cannot be saved: its tensor 'fx.weight' holds a value that is not finite");
}

}  // namespace
}  // namespace gnac::detail
