#include "gnac/rule_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <limits>

#include "data/safetensors.h"
#include "message.h"
#include "support/files.h"

namespace gnac {
namespace {

Rule small_rule() {
  Rule rule;
  rule.shape = {.features = 2, .hidden = 1, .domain = 2, .seed_dim = 1, .width = 1};
  rule.update_scale = 0.1;
  rule.seed_scale = 1.0 / 3;
  rule.neighbors = 11;
  rule.seed = std::numeric_limits<std::uint64_t>::max();
  rule.scaling = {{0.1, -1e300}, {1.0 / 3, 5e-324}};
  std::size_t count = 0;
  for (const Tensor& tensor : rule_table(rule.shape)) count += tensor.size();
  for (std::size_t i = 0; i < count; ++i) rule.values.push_back(static_cast<float>(i) * 0.1F - 1);
  return rule;
}

void expect_equal(const Rule& a, const Rule& b) {
  EXPECT_EQ(a.shape, b.shape);
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

TEST(RuleFile, EveryAlteredByteIsFound) {
  const std::string bytes = rule_bytes(small_rule());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int flip : {0x01, 0x20}) {
      std::string altered = bytes;
      altered[i] = static_cast<char>(altered[i] ^ flip);
      EXPECT_THROW(parse_rule(altered, "f"), Error) << "byte " << i << " flipped by " << flip;
    }
  }
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
  newer.metadata["version"] = "2";
  EXPECT_EQ(message_of([&] { parse_rule(safetensors_bytes(newer), "f"); }),
            "f is a rule file of version '2', and this program reads version 1");
}

TEST(RuleFile, ValuesThatAreNotFiniteAreNotSaved) {
  Rule rule = small_rule();
  rule.values[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message_of([&] { rule_bytes(rule); }),
            "the rule cannot be saved: its tensor 'fx.weight' holds a value that is not finite");
}

}  // namespace
}  // namespace gnac
