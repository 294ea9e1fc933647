#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

#include "gnac/options.h"

namespace gnac::python {

/// The keyword of an option in Python: its name, except for three for which scikit-learn has a name
/// (n_neighbors, random_state, n_jobs).
std::string_view keyword_of(std::string_view option);

/// Options from a dict of keywords; the rest keep their defaults. Values are read as the program
/// reads its flags, so both refuse the same ones in the same words.
/// "preset" names the configuration to start from; None leaves an option as in the preset.
Options options_of(const pybind11::dict& values);

/// Throws Error if a keyword was given that a fit by this kind of rule would ignore.
void require_use_of(const pybind11::dict& values, bool published);

/// The reverse: every option by its keyword.
pybind11::dict keywords_of(const Options& options);

void add_options(pybind11::module_& module);

}  // namespace gnac::python
