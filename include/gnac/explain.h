#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gnac/model.h"
#include "gnac/points.h"
#include "gnac/progress.h"

// Descriptions of a model's clusters in words. They never change labels.
namespace gnac {

/// A column of text, one value per point.
struct TextColumn {
  std::string name;
  std::vector<std::string> values;
};

/// The table that people know the points by, row by row as they were fitted.
struct ExplainData {
  PointsView points = {};                   ///< numeric columns in their own units; may have none
  std::vector<std::string> columns = {};    ///< their names; empty: x0, x1, …
  std::vector<bool> dates = {};             ///< per column: its numbers are days since 1970
  std::vector<TextColumn> categories = {};  ///< columns with few distinct values
  std::vector<std::string> texts = {};      ///< one per point, or none: words that name clusters
  std::vector<std::int32_t> labels =
      {};  ///< the model's with -1 for rows that count for no cluster
};

/// A statement about one column that is true or false for a row.
struct Condition {
  std::string column;
  double low = -std::numeric_limits<double>::infinity();  ///< a number is at least this
  double high = std::numeric_limits<double>::infinity();  ///< and less than this
  std::string category = {};  ///< or a text is this, if the column is a category
  bool is_category = false;
  bool is_date = false;  ///< the numbers are days since 1970
};

/// "income above 52,000", "age between 20 and 30", "joined below 2021-03-01", "colour is red".
std::string condition_text(const Condition& condition);

/// A condition, and how many rows bear it out.
struct Trait {
  Condition condition;
  double share = 0;  ///< of the cluster's rows
  double rest = 0;   ///< of all other rows
  double strength =
      0;  ///< numeric: difference of the means in standard deviations; category: lift, how many
          ///< times more frequent it is in the cluster than among all rows
};

/// "income above 52,000 (91 %, rest 12 %)".
std::string trait_text(const Trait& trait);

/// A term that is frequent in the texts of a cluster and rare in others.
struct Term {
  std::string text;  ///< one word or two
  double score = 0;  ///< class-based TF-IDF
  double share = 0;  ///< of the cluster's texts
  double rest = 0;   ///< of all other texts
};

/// One cluster.
struct ClusterStory {
  std::int32_t label = 0;
  std::int64_t size = 0;
  double confidence = std::numeric_limits<double>::quiet_NaN();  ///< NaN: unknown
  std::vector<std::int32_t> typical;   ///< up to three rows; the first is the medoid
  std::vector<std::int32_t> doubtful;  ///< up to three rows that are closest to other clusters
  std::vector<Trait> traits;           ///< up to five, strongest first
  std::vector<Condition> rule;         ///< up to three, all of which hold; empty: none helps
  double precision = 0;                ///< of the rows that the rule fits, share in the cluster
  double recall = 0;                   ///< of the cluster's rows, share that the rule fits
  std::vector<Term> terms;             ///< up to five
  std::string name;  ///< from the terms, else from the traits; "" if there are none
};

/// "income above 52,000 and age below 30 (precision 93 %, recall 88 %)"; "" without a rule.
std::string rule_text(const ClusterStory& story);

/// A story of each cluster, in the order of the labels. Without a table, the columns are those of
/// the model with its scaling undone; if only directions were kept (Metric::cosine), as the rule
/// saw them. Throws Error if the table does not fit the points.
///
///     for (const gnac::ClusterStory& story : gnac::explain(model, {.points = points}))
///       for (const gnac::Trait& trait : story.traits) gnac::condition_text(trait.condition);
std::vector<ClusterStory> explain(const Model& model, const ExplainData& data = {},
                                  const Observer& observer = {});

}  // namespace gnac
