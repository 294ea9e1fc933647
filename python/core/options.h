#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

#include "gnac/options.h"

namespace gnac::python {

/// The keyword of an option in Python: its name, save for the three that scikit-learn has a word
/// for (n_neighbors, random_state, n_jobs).
std::string_view keyword_of(std::string_view option);

/// Options from a dict of keywords; the rest keep their defaults. Values are read as the program
/// reads its flags, so both refuse the same ones in the same words.
/// "preset" names what the rest starts from; None leaves an option as the preset has it.
Options options_of(const pybind11::dict& values);

/// Throws Error where a keyword was given that has no say in a fit by this kind of rule.
void require_use_of(const pybind11::dict& values, bool published);

/// The reverse: every option by its keyword.
pybind11::dict keywords_of(const Options& options);

void add_options(pybind11::module_& module);

}  // namespace gnac::python
