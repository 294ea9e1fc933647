#pragma once

#include <nlohmann/json.hpp>

#include "gnac/progress.h"

// The engine's commands: a request in JSON, files in the module's own file system, an answer in
// JSON. Members that a request leaves out have the program's defaults.
namespace gnac::engine {

using Json = nlohmann::ordered_json;

/// {"command": "doctor", "file"} → columns and findings of a table.
Json doctor(const Json& request, const Observer& observer);

/// {"command": "fit", "file", "clusters", "outliers", "outputs": {"labels": NAME, …}} → what was
/// found; writes the outputs. With "outliers" true, outliers have the label -1.
Json fit(const Json& request, const Observer& observer);

/// {"command": "predict", "model", "file", "outputs": {"labels", "page"}}.
Json predict(const Json& request, const Observer& observer);

/// {"command": "compare", "file", "clusters", "methods": [NAME], "outputs": {"page"}} → labels of
/// each method.
Json compare(const Json& request, const Observer& observer);

/// {"command": "generate", "sample", "rows", "outputs": {"points", "labels"}}.
Json generate(const Json& request, const Observer& observer);

/// {"command": "info", "model"} → what a model file holds.
Json info(const Json& request, const Observer& observer);

}  // namespace gnac::engine
