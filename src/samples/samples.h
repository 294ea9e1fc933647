#pragma once

#include "samples/generators.h"

// The samples behind generate(). Each fills `out.points.values` and `out.labels`, which already
// have their size; every option that it uses is set.
namespace gnac::detail {

// Gaussian clouds, any dimension (sample_clouds.cpp).
void fill_blobs(const SampleOptions& options, Sample& out);
void fill_gaussian_mixture(const SampleOptions& options, Sample& out);
void fill_noisy_blobs(const SampleOptions& options, Sample& out);
void fill_anisotropic(const SampleOptions& options, Sample& out);
void fill_varied_density(const SampleOptions& options, Sample& out);

// Curves in the plane (sample_curves.cpp).
void fill_moons(const SampleOptions& options, Sample& out);
void fill_circles(const SampleOptions& options, Sample& out);
void fill_spirals(const SampleOptions& options, Sample& out);
void fill_rings(const SampleOptions& options, Sample& out);

}  // namespace gnac::detail
