#include "app.h"

int main(int argc, char** argv) {
  return gnac::cli::run(argc, argv);
}
