// A function of Linux that src/support uses and emscripten's C library lacks.
#include <sys/types.h>
#include <unistd.h>

extern "C" ssize_t getrandom(void* bytes, size_t size, unsigned) {
  return getentropy(bytes, size) == 0 ? static_cast<ssize_t>(size) : -1;
}
