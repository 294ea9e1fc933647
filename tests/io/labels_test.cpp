#include "io/labels.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "io/npy.h"
#include "message.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

TEST(Labels, ReadsWholeNumbersHoweverTheyAreWritten) {
  EXPECT_EQ(parse_labels("1\n2\n0\n-3\n", "f"), (Labels{1, 2, 0, -3}));
  EXPECT_EQ(parse_labels("1\r\n 2 \r\n+3\r\n\r\n \n", "f"), (Labels{1, 2, 3}));
  EXPECT_EQ(parse_labels("7", "f"), (Labels{7}));
  EXPECT_EQ(parse_labels("1.000000000000000000e+00\n2.0\n", "f"), (Labels{1, 2}));
  EXPECT_EQ(parse_labels("\xef\xbb\xbf"
                         "5\n",
                         "f"),
            (Labels{5}));
  EXPECT_EQ(parse_labels("2147483647\n-2147483648\n", "f"), (Labels{2147483647, -2147483648}));
}

TEST(Labels, NumpyVectorsAreLabelsToo) {
  const std::vector<float> values{2, 0, 1};
  EXPECT_EQ(parse_labels(npy_bytes(values, 3, 1), "f"), (Labels{2, 0, 1}));
  EXPECT_EQ(parse_labels(npy_bytes(Labels{5, -1, 0}), "f"), (Labels{5, -1, 0}));
  const std::vector<float> half{2, 0.5};
  EXPECT_EQ(message_of([&] { parse_labels(npy_bytes(half, 2, 1), "f"); }),
            "f, row 2: the label is not a whole number");
  EXPECT_EQ(message_of([&] { parse_labels(npy_bytes(half, 1, 2), "f"); }),
            "f has 2 columns of labels; give one");
}

TEST(Labels, TheFirstBadRowIsNamed) {
  const std::string rule = "; give one whole number per line";
  EXPECT_EQ(message_of([] { parse_labels("1\nx\n", "f"); }),
            "f, row 2: 'x' is not a whole number" + rule);
  EXPECT_EQ(message_of([] { parse_labels("1\n\n2\n", "f"); }),
            "f, row 2: the line is blank" + rule);
  EXPECT_EQ(message_of([] { parse_labels("1.5\n", "f"); }),
            "f, row 1: '1.5' is not a whole number" + rule);
  EXPECT_EQ(message_of([] { parse_labels("3000000000\n", "f"); }),
            "f, row 1: '3000000000' is not a whole number" + rule);
  EXPECT_EQ(message_of([] { parse_labels("1 2\n", "f"); }),
            "f, row 1: '1 2' is not a whole number" + rule);
  EXPECT_EQ(message_of([] { parse_labels("\n \n", "f"); }), "f is empty: there is no label in it");
}

TEST(Labels, NamesAreNumberedByFirstAppearanceAndAHeaderIsNone) {
  EXPECT_EQ(parse_labels("oak\nelm tree\noak\n7\n", "f"), (Labels{0, 1, 0, 2}));
  EXPECT_EQ(parse_labels("label\n4\n-1\n", "f"), (Labels{4, -1}));
  EXPECT_EQ(message_of([] { parse_labels("label\n4\nx\n", "f"); }),
            "f, row 3: 'x' is not a whole number; give one whole number per line");
  EXPECT_EQ(message_of([] { parse_labels("oak\n\nelm\n", "f"); }),
            "f, row 2: the line is blank; give one label per line");
}

TEST(Labels, TablesGiveTheColumnNamedLabel) {
  EXPECT_EQ(parse_labels("id,label\na,3\n\"b,c\",-1\n", "f"), (Labels{3, -1}));
  EXPECT_EQ(parse_labels("x\tcluster\n1\toak\n2\telm\n", "f"), (Labels{0, 1}));
  EXPECT_EQ(message_of([] { parse_labels("1,2\n3,4\n", "f"); }),
            "f has 2 columns and none is named label; give one label per line, or name the column");
  EXPECT_EQ(message_of([] { parse_labels("id,label\na\n", "f"); }),
            "f, row 2 has 1 column, but the header has 2");
  EXPECT_EQ(message_of([] { parse_labels("id,label\na,\n", "f"); }),
            "f, row 2: the label is empty");
  EXPECT_EQ(message_of([] { parse_labels("[1, 2]\n", "f"); }),
            "f is JSON; give one label per line");
}

TEST(Labels, TextIsOneLabelALine) {
  EXPECT_EQ(labels_text(Labels{0, 2, 1}), "0\n2\n1\n");
  EXPECT_EQ(labels_text(Labels{0, 2147483647}, 1), "1\n2147483648\n");
  EXPECT_EQ(labels_text(Labels{}), "");
}

TEST(Labels, WrittenLabelsReadBack) {
  EXPECT_TRUE(rc::check([](const std::vector<std::int32_t>& labels) {
    RC_PRE(!labels.empty());
    RC_ASSERT(parse_labels(labels_text(labels), "f") == labels);
  }));
}

}  // namespace
}  // namespace gnac::detail
