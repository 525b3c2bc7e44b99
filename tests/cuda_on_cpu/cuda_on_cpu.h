// CUDA C for g++: what a kernel's text needs so that it compiles and runs on one core of a CPU.
//
// scheduler.cpp runs one fiber per CUDA thread of a block, and blocks one after another. Only what the
// kernels use is here; an unknown name is a compile error, which is the right answer.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
// All static shared memory lies in one section, which the scheduler poisons before every block.
#define __shared__ static __attribute__((section("cuda_shared")))
// Dynamic shared memory has exactly the size of the launch, so that the address sanitizer sees its end.
#define DYNAMIC_SHARED(type, name) type *const name = reinterpret_cast<type *>(cuda_on_cpu::dynamic_shared)
#define PEEK(address) __atomic_load_n(address, __ATOMIC_RELAXED)
#define PEEK64(address) __atomic_load_n(reinterpret_cast<const unsigned long long *>(address), __ATOMIC_RELAXED)
// An address of shared memory is a pointer here.
#define SHARED_PLACE(pointer) reinterpret_cast<char *>(pointer)
#define SHARED_ADD(place, bytes, value) atomicAdd(reinterpret_cast<unsigned *>((place) + (bytes)), value)

struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x = 1, y = 1, z = 1; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }

extern "C" char __start_cuda_shared[] __attribute__((weak, visibility("hidden")));
extern "C" char __stop_cuda_shared[] __attribute__((weak, visibility("hidden")));

namespace cuda_on_cpu {
// The shared memory of a block: a module's static section, and what the launch asks for.
struct Shared {
    char *begin, *end;
    unsigned dynamic_bytes;
};

extern uint3 thread_index, block_index;
extern dim3 block_size, grid_size;
extern char *dynamic_shared;

void block_barrier(int line);
// What every lane of the mask offered; lanes outside the mask read as noise.
const std::uint64_t *exchange(unsigned mask, std::uint64_t value, int line);
const char *launch(void (*body)(void *), void *argument, dim3 grid, dim3 block, Shared shared, int order);

template <class T> T shuffle_xor(unsigned mask, T value, unsigned distance, int line)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    const std::uint64_t *offered = exchange(mask, bits, line);
    std::memcpy(&value, &offered[(thread_index.x % 32) ^ distance], sizeof value);
    return value;
}

inline bool any(unsigned mask, bool value, int line)
{
    const std::uint64_t *offered = exchange(mask, value, line);
    bool found = false;
    for (unsigned lane = 0; lane < 32; ++lane) found |= mask >> lane & 1 && offered[lane] == 1;
    return found;
}

inline unsigned ballot(unsigned mask, bool value, int line)
{
    const std::uint64_t *offered = exchange(mask, value, line);
    unsigned lanes = 0;
    for (unsigned lane = 0; lane < 32; ++lane) lanes |= unsigned(mask >> lane & 1 && offered[lane] == 1) << lane;
    return lanes;
}

// Call a kernel for every thread of a grid; arguments[i] points to its i-th argument, as in cuLaunchKernel.
template <class... A>
const char *launch_kernel(void (*kernel)(A...), dim3 grid, dim3 block, unsigned shared_bytes, void **arguments, int order)
{
    struct Call {
        void (*kernel)(A...);
        void **arguments;
    } call{kernel, arguments};
    auto body = [](void *pointer) {
        const Call &c = *static_cast<Call *>(pointer);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            c.kernel(*static_cast<std::remove_cv_t<A> *>(c.arguments[I])...);
        }(std::index_sequence_for<A...>{});
    };
    return launch(body, &call, grid, block, {__start_cuda_shared, __stop_cuda_shared, shared_bytes}, order);
}
}  // namespace cuda_on_cpu

#define EXPORT(kernel)                                                                                         \
    extern "C" const char *launch_##kernel(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,   \
                                           unsigned bz, unsigned shared_bytes, void **arguments, int order)   \
    {                                                                                                          \
        return cuda_on_cpu::launch_kernel(kernel, {gx, gy, gz}, {bx, by, bz}, shared_bytes, arguments, order); \
    }

#define threadIdx cuda_on_cpu::thread_index
#define blockIdx cuda_on_cpu::block_index
#define blockDim cuda_on_cpu::block_size
#define gridDim cuda_on_cpu::grid_size
#define __syncthreads() cuda_on_cpu::block_barrier(__LINE__)
#define __any_sync(mask, value) cuda_on_cpu::any(mask, value, __LINE__)
#define __ballot_sync(mask, value) cuda_on_cpu::ballot(mask, value, __LINE__)
#define __shfl_xor_sync(mask, value, distance) cuda_on_cpu::shuffle_xor(mask, value, distance, __LINE__)

inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector)
{
    const std::uint64_t bytes = std::uint64_t(high) << 32 | low;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= unsigned(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return result;
}
inline unsigned __umulhi(unsigned a, unsigned b) { return std::uint64_t(a) * b >> 32; }
inline int __clz(unsigned bits) { return bits ? __builtin_clz(bits) : 32; }
inline int __ffs(unsigned bits) { return __builtin_ffs(bits); }
inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
template <class T> T min(T a, T b) { return b < a ? b : a; }
template <class T> T max(T a, T b) { return a < b ? b : a; }

template <class T> T atomicAdd(T *address, T value)
{
    return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}
inline unsigned atomicOr(unsigned *address, unsigned value)
{
    return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
}
inline unsigned atomicCAS(unsigned *address, unsigned expected, unsigned value)
{
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
