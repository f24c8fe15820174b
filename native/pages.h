// Memory for large tables: zeroed as it is first touched, and given back without making anybody wait.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace turnstone {

// Huge pages, where the system has them, spare most of the address look-ups that random access
// costs; but the first touch of each waits for two megabytes of zeros. Who may think for a few
// milliseconds only is better off with the usual ones.
enum class PageSize { usual, huge };

template <class T>
class Pages {
  static_assert(std::is_trivially_copyable_v<T>, "zeroed memory must do for a constructor");

 public:
  Pages() = default;

  // Fresh memory comes zeroed from the system as it is first touched, so it costs nothing before.
  explicit Pages(std::size_t size, PageSize pages = PageSize::huge) : size_(size) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t bytes = size * sizeof(T);
    const bool huge = pages == PageSize::huge && bytes >= page;
    const std::size_t alignment = huge ? page : alignof(T);
    std::size_t room = bytes + alignment;
    memory_ = {std::calloc(room, 1), Free{bytes >= kLong}};
    if (memory_ == nullptr) throw std::bad_alloc();
    void* aligned = memory_.get();
    std::align(alignment, bytes, aligned, room);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (huge) madvise(aligned, bytes / page * page, MADV_HUGEPAGE);
#endif
    data_ = static_cast<T*>(aligned);
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t at) { return data_[at]; }
  const T& operator[](std::size_t at) const { return data_[at]; }

 private:
  // Giving back gigabytes of small pages takes the system tenths of a second.
  static constexpr std::size_t kLong = std::size_t{1} << 28;

  struct Free {
    bool aside = false;

    void operator()(void* memory) const {
      if (aside) {
        try {
          return std::thread([memory] { std::free(memory); }).detach();
        } catch (const std::system_error&) {
          // The system has no more threads to give: it takes its time then.
        }
      }
      std::free(memory);
    }
  };

  std::unique_ptr<void, Free> memory_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace turnstone
