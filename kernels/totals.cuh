// The four integers that every score of a guess is made of, from the sizes of its buckets.
//
// Integers add up to the same total in any order, so all kernels, schedules and machines agree to the
// bit. Kernels that count in tables never add up the bucket of the all-grey pattern (code 0): what the other
// buckets leave of the group is its size. So padding answers, whose code is 0, need no test.
#ifndef TOTALS_CUH
#define TOTALS_CUH
#include "device.cuh"

// A group to score, as the host writes it: four 64-bit integers.
struct Segment {
    long long table;  // where the group's first answer lies in row 0, in bytes
    long long size;   // candidates, without padding
    long long first;  // its (group, guess) pairs: first ... last - 1
    long long last;
};

// What the host asks for; out is int64 for statistics and keys, int32 for bucket counts.
enum Form { STATISTICS, KEYS, BUCKETS };

struct Totals {
    unsigned int counted, buckets, largest;  // counted: candidates in the buckets so far
    unsigned long long squares, logs;        // sum of n^2, and of n Lg[n]
};

__device__ __forceinline__ void add_bucket(Totals &t, unsigned int n, const unsigned long long *__restrict__ n_log_n)
{
    if (n == 0) return;
    t.counted += n;
    t.buckets += 1;
    t.largest = max(t.largest, n);
    t.squares += (unsigned long long)n * n;
    t.logs += n_log_n[n];
}

// Whether four words of counters have nothing to add. Most have nothing where there are many patterns.
__device__ __forceinline__ bool all_zero(const uint4 &words) { return (words.x | words.y | words.z | words.w) == 0; }

// Sum over the lanes of a warp; every lane gets the result.
__device__ __forceinline__ void join_warp(Totals &t)
{
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) {
        t.counted += __shfl_xor_sync(ALL_LANES, t.counted, step);
        t.buckets += __shfl_xor_sync(ALL_LANES, t.buckets, step);
        t.largest = max(t.largest, __shfl_xor_sync(ALL_LANES, t.largest, step));
        t.squares += __shfl_xor_sync(ALL_LANES, t.squares, step);
        t.logs += __shfl_xor_sync(ALL_LANES, t.logs, step);
    }
}

// Sum over the threads of a block, of whole warps; the first warp gets the result. of_warp must not be in use.
__device__ __forceinline__ void join_block(Totals &t, Totals *of_warp)
{
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    join_warp(t);
    if (warps == 1) return;
    if (lane == 0) of_warp[warp] = t;
    __syncthreads();
    if (warp == 0) {
        t = lane < warps ? of_warp[lane] : Totals{0, 0, 0, 0, 0};
        join_warp(t);
    }
}

// Write the result of pair `pair` of `pairs`. weights: of buckets, largest, squares and logs in a key.
__device__ __forceinline__ void write_totals(const Totals &t, int form, void *__restrict__ out, long long pair,
                                             long long pairs, const long long *__restrict__ weights)
{
    long long *const wide = (long long *)out;
    if (form == BUCKETS) {
        ((int *)out)[pair] = t.buckets;
    } else if (form == KEYS) {
        wide[pair] = weights[0] * (long long)t.buckets + weights[1] * (long long)t.largest
                   + weights[2] * (long long)t.squares + weights[3] * (long long)t.logs;
    } else {
        wide[pair] = t.buckets;
        wide[pairs + pair] = t.largest;
        wide[2 * pairs + pair] = t.squares;
        wide[3 * pairs + pair] = t.logs;
    }
}

#endif
