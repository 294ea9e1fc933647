#include "studies/synthetic.h"

#include "samples/generators.h"

namespace gnac::detail {

std::shared_ptr<const StudyData> synthetic_data(const std::string& family, std::int64_t begin,
                                                std::int64_t end, std::uint64_t seed) {
  SampleOptions options;
  options.n = end;
  options.d = kSyntheticColumns;
  options.clusters = kSyntheticClusters;
  options.seed = seed;
  Sample sample = generate(family, options);
  auto data = std::make_shared<StudyData>();
  data->name = family;
  const auto skipped = begin * sample.points.d;
  data->points = {{sample.points.values.begin() + skipped, sample.points.values.end()},
                  end - begin,
                  sample.points.d};
  std::vector<std::int32_t> reference(sample.labels.begin() + begin, sample.labels.end());
  for (std::int32_t& label : reference) ++label;  // noise becomes 0, clusters 1..K
  data->references.push_back(std::move(reference));
  data->clusters = {kSyntheticClusters};
  return data;
}

}  // namespace gnac::detail
