#include "io/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>

#include "message.h"

namespace gnac::detail {
namespace {

/// A file from a header and data, with the right length in front.
std::string file_of(const std::string& header, const std::string& data = "") {
  const auto length = static_cast<std::uint64_t>(header.size());
  std::string bytes(reinterpret_cast<const char*>(&length), 8);
  return bytes + header + data;
}

template <class T>
std::string raw(std::vector<T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string failure(const std::string& bytes) {
  const std::string text = message_of([&] { parse_safetensors(bytes, "f"); });
  const std::string prefix = "f is not a model or rule that gnac saved, or it is damaged: ";
  EXPECT_TRUE(text.starts_with(prefix)) << text;
  return text.substr(std::min(prefix.size(), text.size()));
}

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets +
         "}}";
}

TEST(Safetensors, ReadsEveryType) {
  const std::string header = R"({"__metadata__":{"who":"test"},)"
                             R"("a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                             R"("c":{"dtype":"I64","shape":[1],"data_offsets":[24,32]},)"
                             R"("b":{"dtype":"F64","shape":[2],"data_offsets":[8,24]},)"
                             R"("e":{"dtype":"F32","shape":[0,3],"data_offsets":[36,36]},)"
                             R"("d":{"dtype":"I32","shape":[],"data_offsets":[32,36]}}   )";
  const std::string data = raw<float>({0.5F, -2.0F}) + raw<double>({0.1, 1e300}) +
                           raw<std::int64_t>({-5'000'000'000}) + raw<std::int32_t>({-7});
  const TensorFile file = parse_safetensors(file_of(header, data), "f");
  EXPECT_EQ(file.metadata.at("who"), "test");
  ASSERT_EQ(file.tensors.size(), 5U);
  EXPECT_EQ(file.tensors.at("a").values(), (std::vector<double>{0.5, -2}));
  EXPECT_EQ(file.tensors.at("a").shape, (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(file.tensors.at("b").values(), (std::vector<double>{0.1, 1e300}));
  EXPECT_EQ(file.tensors.at("c").values(), (std::vector<double>{-5e9}));
  EXPECT_EQ(file.tensors.at("d").values(), (std::vector<double>{-7}));
  EXPECT_TRUE(file.tensors.at("d").shape.empty());
  EXPECT_EQ(file.tensors.at("e").size(), 0);
}

TEST(Safetensors, WrittenFilesReadBackAndAreAligned) {
  TensorFile file;
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  file.tensors["w"] = make_tensor(values, {2, 3});
  file.tensors["a \"quoted\" name"] = make_tensor({}, {0});
  file.tensors["z"] = {TensorType::f64, {1}, raw<double>({0.25})};
  file.metadata["key"] = "τ\n\"";
  const std::string bytes = safetensors_bytes(file);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0U);
  EXPECT_EQ(bytes[8], '{');
  const TensorFile back = parse_safetensors(bytes, "f");
  EXPECT_EQ(back.metadata, file.metadata);
  EXPECT_EQ(back.tensors.at("w").values(), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(back.tensors.at("z").values(), (std::vector<double>{0.25}));
  EXPECT_EQ(back.tensors.size(), 3U);
  EXPECT_EQ(safetensors_bytes(back), bytes);
}

TEST(Safetensors, LengthsAreNotTrusted) {
  EXPECT_EQ(failure(""), "it is shorter than its header");
  EXPECT_EQ(failure(std::string(7, '\0')), "it is shorter than its header");
  EXPECT_EQ(failure(std::string(8, '\xff')), "its header would be larger than the format allows");
  EXPECT_EQ(failure(file_of("{}").substr(0, 9)), "it is shorter than its header");
  EXPECT_EQ(failure(file_of("{}", "x")), "more bytes follow its last tensor");
  const std::string good = file_of(entry("\"F32\"", "[2]", "[0,8]"), raw<float>({1, 2}));
  EXPECT_EQ(message_of([&] { parse_safetensors(good, "f"); }), "no error");
  for (std::size_t n = 0; n < good.size(); ++n) failure(good.substr(0, n));
}

TEST(Safetensors, HostileHeadersAreRefused) {
  EXPECT_TRUE(failure(file_of("")).starts_with("its header is not valid JSON: "));
  EXPECT_TRUE(failure(file_of("{]")).starts_with("its header is not valid JSON: "));
  EXPECT_TRUE(failure(file_of("{\"\xff\":1}")).starts_with("its header is not valid JSON: "));
  EXPECT_EQ(failure(file_of("[]")), "its header is not a JSON object");
  EXPECT_EQ(failure(file_of(R"({"__metadata__":[]})")), "its metadata is not a JSON object");
  EXPECT_EQ(failure(file_of(R"({"__metadata__":{"a":1}})")), "its metadata 'a' is not text");
  EXPECT_EQ(failure(file_of(R"({"__metadata__":{"a":"1","a":"2"}})")),
            "its header names 'a' twice");
  EXPECT_EQ(failure(file_of(R"({"a":1})")),
            "tensor 'a' is not described by dtype, shape and data_offsets");
  EXPECT_EQ(failure(file_of(entry("\"BF16\"", "[1]", "[0,2]"), "xx")),
            "tensor 'a' has a type other than F32, F64, I32 or I64");
  EXPECT_EQ(failure(file_of(entry("3", "[1]", "[0,2]"), "xx")),
            "tensor 'a' has a type other than F32, F64, I32 or I64");
  for (const char* shape : {"[-1]", "[1.0]", "\"1\"", "[18446744073709551615]", "[[1]]", "[1e3]"}) {
    EXPECT_EQ(failure(file_of(entry("\"F32\"", shape, "[0,4]"), "xxxx")),
              "the shape of tensor 'a' is not a list of whole numbers");
  }
  for (const char* shape : {"[4611686018427387904]", "[3000000000,3000000000,3000000000]", "[2]"}) {
    EXPECT_EQ(failure(file_of(entry("\"F32\"", shape, "[0,4]"), "xxxx")),
              "the shape of tensor 'a' does not fit its number of bytes");
  }
  EXPECT_EQ(failure(file_of(entry("\"F32\"", "[1]", "[4,0]"), "xxxx")),
            "the place of tensor 'a' is not a range");
  EXPECT_EQ(failure(file_of(entry("\"F32\"", "[1]", "[4]"), "xxxx")),
            "the place of tensor 'a' is not a range");
  EXPECT_EQ(failure(file_of(entry("\"F32\"", "[1]", "[4,8]"), "xxxxxxxx")),
            "its tensors overlap or leave gaps");
  EXPECT_EQ(failure(file_of(entry("\"F32\"", "[1000000]", "[0,4000000]"), "xxxx")),
            "it is truncated");
  const std::string deep(20'000, '[');
  EXPECT_EQ(failure(file_of("{\"a\":" + deep)), "its header is nested more than 4 levels deep");
}

TEST(Safetensors, OverlapsAndDuplicateTensorsAreRefused) {
  const std::string one = R"({"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
  EXPECT_EQ(failure(file_of(R"({"a":)" + one + R"(,"b":)" + one + "}", "xxxx")),
            "its tensors overlap or leave gaps");
  EXPECT_EQ(failure(file_of(R"({"a":)" + one + R"(,"a":)" + one + "}", "xxxx")),
            "its header names 'a' twice");
}

}  // namespace
}  // namespace gnac::detail
