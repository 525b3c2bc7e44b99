// The best guess of each group: one integer per group leaves the device.
//
// Smallest key first; of equals a guess that is a candidate of the group; of these the lowest guess.
#include "device.cuh"

struct Best {
    long long key;
    unsigned int tie;  // the guess, plus BEYOND where it is not a candidate
};
#define BEYOND 0x80000000u

__device__ __forceinline__ void improve(Best &best, long long key, unsigned int tie)
{
    if (key < best.key || (key == best.key && tie < best.tie)) best = Best{key, tie};
}

// Whether a sorted list has the value.
__device__ __forceinline__ bool contains(const int *__restrict__ list, long long size, int value)
{
    while (size > 0) {
        const long long half = size / 2;
        if (list[half] == value) return true;
        if (list[half] < value) { list += half + 1; size -= half + 1; }
        else size = half;
    }
    return false;
}

// A block does one group; its threads share the pairs. Shared memory: 512 bytes. Grid: groups; whole warps.
//
//   keys            of all pairs (write_totals)
//   first_pair      groups + 1: where each group's pairs begin
//   pool            the guess of each pair, or null: all guesses in their order
//   guess_answer    the answer that each guess is, or -1
//   candidates, offsets   the groups, each sorted
//   best            per group: the guess
extern "C" __global__ __launch_bounds__(1024)
void best_guesses(const long long *__restrict__ keys, const long long *__restrict__ first_pair,
                  const int *__restrict__ pool, const int *__restrict__ guess_answer,
                  const int *__restrict__ candidates, const long long *__restrict__ offsets,
                  int *__restrict__ best)
{
    __shared__ Best of_warp[MAXIMUM_WARPS];
    const int group = blockIdx.x, lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    const long long first = first_pair[group], last = first_pair[group + 1];
    const int *const own = candidates + offsets[group];
    const long long size = offsets[group + 1] - offsets[group];
    Best mine = {0x7fffffffffffffffll, 0xffffffffu};
    for (long long pair = first + threadIdx.x; pair < last; pair += blockDim.x) {
        if (keys[pair] > mine.key) continue;
        const unsigned int guess = pool ? pool[pair] : (unsigned int)(pair - first);
        improve(mine, keys[pair], contains(own, size, guess_answer[guess]) ? guess : guess | BEYOND);
    }
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) {
        const long long key = __shfl_xor_sync(ALL_LANES, mine.key, step);
        const unsigned int tie = __shfl_xor_sync(ALL_LANES, mine.tie, step);
        improve(mine, key, tie);
    }
    if (lane == 0) of_warp[warp] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < warps; ++w) improve(mine, of_warp[w].key, of_warp[w].tie);
        best[group] = mine.tie & ~BEYOND;
    }
}
