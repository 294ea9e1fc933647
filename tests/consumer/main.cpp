// An outside program that clusters two groups of points with the installed library.
#include <gnac/model.h>

#include <cstdio>

int main() {
  gnac::Points points;
  points.n = 40;
  points.d = 2;
  for (int i = 0; i < 40; ++i) {
    points.values.push_back((i % 2) * 50 + i % 7);
    points.values.push_back(i % 5);
  }
  const gnac::Model model = gnac::fit(points, 2);
  for (int i = 0; i < 40; ++i) {
    if (model.labels()[i] != i % 2) return 1;
  }
  std::puts("two heaps found");
  return 0;
}
