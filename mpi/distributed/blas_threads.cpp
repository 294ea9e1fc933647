#include "distributed/blas_threads.h"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

namespace gnac::detail {
namespace {

int add_name(dl_phdr_info* info, std::size_t /*size*/, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(info->dlpi_name);
  return 0;
}

}  // namespace

void use_one_blas_thread() {
  std::vector<std::string> loaded;  // the program itself is ""
  dl_iterate_phdr(add_name, &loaded);
  for (const std::string& name : loaded) {
    void* library = name.empty() ? nullptr : dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) continue;
    for (const char* setter :
         {"openblas_set_num_threads", "MKL_Set_Num_Threads", "omp_set_num_threads"}) {
      if (void* found = dlsym(library, setter))
        reinterpret_cast<void (*)(int)>(found)(1);  // NOLINT: as POSIX defines dlsym
    }
    dlclose(library);
  }
}

}  // namespace gnac::detail
