#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/explain.h"
#include "gnac/model.h"
#include "gnac/points.h"
#include "gnac/progress.h"

namespace gnac {

/// Points that were not fitted, with their labels from Predictor::predict().
struct PageNewcomers {
  PointsView points = {};                 ///< in the caller's columns, before scaling
  std::vector<std::int32_t> labels = {};  ///< one per point
  std::vector<std::string> ids = {};      ///< one per point, or none
};

/// A value that was missing from the caller's table and was filled in.
struct PageFill {
  std::int64_t point = 0;
  std::string column;
};

/// Extra contents of a page. All of it is shown as text, never read as markup.
struct PageExtras {
  std::string title = {};                    ///< heading, e.g. the name of the data
  std::vector<std::string> columns = {};     ///< names of the columns; empty: x0, x1, …
  std::vector<std::string> ids = {};         ///< one per point, or none
  std::vector<std::int32_t> reference = {};  ///< known labels, one per point, or none
  PageNewcomers newcomers = {};              ///< marked among the points
  PointsView points = {};  ///< the fitted points before scaling; by default the model's, unscaled
  std::vector<std::int32_t> labels = {};  ///< as they were written, -1 for outliers; by default the
                                          ///< model's
  std::vector<std::string> texts = {};    ///< one per point, or none: words that name clusters
  std::vector<TextColumn> cells = {};     ///< the caller's table as it was written, or nothing
  std::vector<std::int64_t> rows = {};    ///< where each point is in it; by default 1, 2, …
  std::vector<PageFill> filled = {};      ///< which values were missing
};

/// A self-contained HTML page that never uses the network: a map of the points (gnac/layout.h; not
/// of one to three columns, which are shown as they are), their spectral embedding and states, the
/// automaton step by step, the labels of many numbers of clusters, what each cluster is
/// (gnac/explain.h), edges, outliers and memberships (docs/page.md). Throws Error if the extras do
/// not fit the points.
///
///     std::string html = gnac::page_html(gnac::fit(points, 3));
std::string page_html(const Model& model, const PageExtras& extras = {},
                      const Observer& observer = {});

/// Write that page, whole or not at all.
void write_page(const Model& model, const std::string& path, const PageExtras& extras = {},
                const Observer& observer = {});

/// One of several partitions of the same points.
struct PagePartition {
  std::string name;                  ///< e.g. the method's
  std::string note;                  ///< a few words below it, e.g. a score
  std::vector<std::int32_t> labels;  ///< one per point, from 0
};

/// A page that shows partitions of the same points side by side, and where they disagree.
std::string comparison_page_html(PointsView points, std::span<const PagePartition> partitions,
                                 const PageExtras& extras = {});

}  // namespace gnac
