// Memory for large tables: zeroed, and on huge pages where the system has them, which spares most of
// the address look-ups that random access costs.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace turnstone {

template <class T>
class Pages {
  static_assert(std::is_trivially_copyable_v<T>, "zeroed memory must do for a constructor");

 public:
  Pages() = default;

  // Fresh memory comes zeroed from the system as it is first touched, so it costs nothing before.
  explicit Pages(std::size_t size) : size_(size) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t bytes = size * sizeof(T);
    const std::size_t alignment = bytes >= page ? page : alignof(T);
    std::size_t room = bytes + alignment;
    memory_.reset(std::calloc(room, 1));
    if (memory_ == nullptr) throw std::bad_alloc();
    void* aligned = memory_.get();
    std::align(alignment, bytes, aligned, room);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= page) madvise(aligned, bytes / page * page, MADV_HUGEPAGE);
#endif
    data_ = static_cast<T*>(aligned);
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t at) { return data_[at]; }
  const T& operator[](std::size_t at) const { return data_[at]; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::unique_ptr<void, Free> memory_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace turnstone
