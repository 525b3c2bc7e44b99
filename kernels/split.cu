// A level of a tree that stays on the device: states are split by their guesses, and laid out to be scored.
// The candidates of a state stand in rising order, and the states one after another.
//
// A candidate's place is found by comparing: before it come those of its state that have a smaller code, or
// the same code and an earlier place. That is n * n comparisons for n candidates, fewer than it took to choose the
// guess among all others, and nothing is asked of the codes but which is smaller: all lengths are alike.
//
//   -DPLANES=1..4 (see codes.cuh)
#include "codes.cuh"

#define TILE 512            // codes of a state that a block looks at together
#define NO_ANSWER (-1)
#define NO_CODE 0xffffffffu // larger than any: 3^20 codes leave room
#define OPENS 0x80000000u   // marks the first candidate of a bucket

// Copy groups to places of their own, which are filled up with answer -1.
//
// A block copies places of one group, a thread one after another. Shared memory: none.
// Grid: (groups, blocks that share a group's places).
//
//   candidates  of groups, one behind another
//   places      groups x 4: where a group begins in candidates, its size, where its places begin in out,
//               and how many they are
extern "C" __global__ __launch_bounds__(256)
void lay_out(const int *__restrict__ candidates, const long long *__restrict__ places, int *__restrict__ out)
{
    const long long *const mine = places + 4ll * blockIdx.x;
    const long long from = mine[0], size = mine[1], to = mine[2], width = mine[3];
    for (long long i = (long long)blockIdx.y * blockDim.x + threadIdx.x; i < width; i += gridDim.y * blockDim.x)
        out[to + i] = i < size ? candidates[from + i] : NO_ANSWER;
}

// The lowest of the guesses of each group that split it as finely as can be, or -1 where none does.
//
// A block does one group, a thread its pairs one after another. Shared memory: none. Grid: groups; one warp.
//
//   keys, first_pair, pool   see best.cu
//   finest      of each group: the key of a guess that leaves no two candidates together
//   found       of each group: the guess
extern "C" __global__ __launch_bounds__(32)
void finest_guesses(const long long *__restrict__ keys, const long long *__restrict__ first_pair,
                    const int *__restrict__ pool, const long long *__restrict__ finest, int *__restrict__ found)
{
    const long long last = first_pair[blockIdx.x + 1];
    unsigned int lowest = 0xffffffffu;
    for (long long pair = first_pair[blockIdx.x] + threadIdx.x; pair < last; pair += WARP)
        if (keys[pair] == finest[blockIdx.x]) lowest = min(lowest, (unsigned int)pool[pair]);
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) lowest = min(lowest, __shfl_xor_sync(ALL_LANES, lowest, step));
    if (threadIdx.x == 0) found[blockIdx.x] = (int)lowest;
}

// The code of each candidate for the guess of its state.
//
// A block does candidates of one state, a thread one after another: neighbours lie side by side in a row
// where the state is large. Shared memory: none. Grid: (states, blocks that share a state's candidates).
//
//   rows, stride, slots   see codes.cuh
//   guesses     of each state
//   candidates, offsets   the states
//   codes       of each candidate
extern "C" __global__ __launch_bounds__(256)
void write_codes(const unsigned char *__restrict__ rows, unsigned int stride, const int *__restrict__ slots,
                 const int *__restrict__ guesses, const int *__restrict__ candidates,
                 const long long *__restrict__ offsets, unsigned int *__restrict__ codes)
{
    const int *const mine = slots + (long long)guesses[blockIdx.x] * (PLANES * SLOTS);
    const long long last = offsets[blockIdx.x + 1];
    for (long long i = offsets[blockIdx.x] + (long long)blockIdx.y * blockDim.x + threadIdx.x; i < last;
         i += gridDim.y * blockDim.x) {
        const unsigned char *const column = rows + candidates[i];
        unsigned int code = 0;
#pragma unroll
        for (int p = PLANES - 1; p >= 0; --p) {
            unsigned int sum = 0;
#pragma unroll
            for (int s = 0; s < SLOTS; ++s) sum += column[(unsigned long long)mine[p * SLOTS + s] * stride];
            code = code * PLANE_CODES + sum;
        }
        codes[i] = code;
    }
}

// What a candidate counts among the codes of its state.
struct Place {
    int smaller, alike, earlier;  // with a smaller code, with its own, and of these before it
};

__device__ __forceinline__ void compare(Place &place, unsigned int other, unsigned int mine, bool before)
{
    place.smaller += other < mine;
    place.alike += other == mine;
    place.earlier += other == mine && before;
}

// Put the candidates of every state in order of their codes; equal ones keep their order.
//
// A block does candidates of one state, a thread one; together they go through the codes of all. Shared
// memory: 2 KB. Grid: (states, blocks that share a state's candidates).
//
//   codes, candidates, offsets   the states, see write_codes
//   sorted, sorted_codes   the candidates in their new order, and their codes
//   owners      the state of each
//   buckets     the size of its bucket, plus OPENS where it is the first of it
extern "C" __global__ __launch_bounds__(256)
void order_candidates(const unsigned int *__restrict__ codes, const int *__restrict__ candidates,
                      const long long *__restrict__ offsets, int *__restrict__ sorted,
                      unsigned int *__restrict__ sorted_codes, int *__restrict__ owners,
                      unsigned int *__restrict__ buckets)
{
    __shared__ uint4 quads[TILE / 4];
    unsigned int *const tile = (unsigned int *)quads;
    const long long first = offsets[blockIdx.x];
    const int size = (int)(offsets[blockIdx.x + 1] - first);
    for (int begin = blockIdx.y * blockDim.x; begin < size; begin += gridDim.y * blockDim.x) {
        const int me = begin + threadIdx.x;
        const unsigned int mine = me < size ? codes[first + me] : 0;
        Place place = {0, 0, 0};
        for (int from = 0; from < size; from += TILE) {
            const int count = min(TILE, size - from), whole = (count + 3) / 4 * 4;
            __syncthreads();
            for (int i = threadIdx.x; i < whole; i += blockDim.x) tile[i] = i < count ? codes[first + from + i] : NO_CODE;
            __syncthreads();
            for (int i = 0; i < whole; i += 4) {  // all threads read the same: one access for the warp
                const uint4 four = quads[i / 4];
                compare(place, four.x, mine, from + i < me);
                compare(place, four.y, mine, from + i + 1 < me);
                compare(place, four.z, mine, from + i + 2 < me);
                compare(place, four.w, mine, from + i + 3 < me);
            }
        }
        if (me < size) {
            const long long at = first + place.smaller + place.earlier;
            sorted[at] = candidates[first + me];
            sorted_codes[at] = mine;
            owners[at] = blockIdx.x;
            buckets[at] = place.earlier ? place.alike : place.alike | OPENS;
        }
    }
}

// Buckets, and candidates that have company in theirs.
struct Tally {
    unsigned int buckets, going;
};

__device__ __forceinline__ bool has_company(unsigned int bucket) { return (bucket & ~OPENS) > 1; }

// Write the buckets one behind another, and the candidates of those that have two or more.
//
// A block does blockDim.x neighbouring candidates, a thread one; how many buckets stand before them each
// block counts for itself. Shared memory: 512 bytes. Grid: ceil(total / blockDim.x); whole warps.
//
//   sorted, sorted_codes, owners, buckets   `total` candidates in order, see order_candidates
//   found       total + 1 of four words: how many buckets, and how many candidates go on; then of each
//               bucket its state, its code, its size and its first candidate
//   going       the candidates that go on, room for `total`
extern "C" __global__ __launch_bounds__(256)
void collect_buckets(const int *__restrict__ sorted, const unsigned int *__restrict__ sorted_codes,
                     const int *__restrict__ owners, const unsigned int *__restrict__ buckets, int total,
                     unsigned int *__restrict__ found, int *__restrict__ going)
{
    __shared__ Tally before_block[MAXIMUM_WARPS], of_warp[MAXIMUM_WARPS];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    const int begin = blockIdx.x * blockDim.x, me = begin + threadIdx.x;
    Tally before = {0, 0};
    for (int i = threadIdx.x; i < begin; i += blockDim.x) {
        before.buckets += buckets[i] / OPENS;
        before.going += has_company(buckets[i]);
    }
#pragma unroll
    for (int step = WARP / 2; step > 0; step /= 2) {
        before.buckets += __shfl_xor_sync(ALL_LANES, before.buckets, step);
        before.going += __shfl_xor_sync(ALL_LANES, before.going, step);
    }
    const unsigned int mine = me < total ? buckets[me] : 0;
    const bool opens = mine & OPENS, goes_on = has_company(mine);
    const unsigned int opening = __ballot_sync(ALL_LANES, opens), staying = __ballot_sync(ALL_LANES, goes_on);
    if (lane == 0) {
        before_block[warp] = before;
        of_warp[warp] = Tally{(unsigned int)__popc(opening), (unsigned int)__popc(staying)};
    }
    __syncthreads();
    const unsigned int below = (1u << lane) - 1;
    Tally at = {(unsigned int)__popc(opening & below), (unsigned int)__popc(staying & below)};
    for (int w = 0; w < warps; ++w) {
        at.buckets += before_block[w].buckets + (w < warp ? of_warp[w].buckets : 0);
        at.going += before_block[w].going + (w < warp ? of_warp[w].going : 0);
    }
    uint4 *const rows = (uint4 *)found;
    if (opens) rows[1 + at.buckets] = make_uint4(owners[me], sorted_codes[me], mine & ~OPENS, sorted[me]);
    if (goes_on) going[at.going] = sorted[me];
    if (me == total - 1) rows[0] = make_uint4(at.buckets + opens, at.going + goes_on, 0, 0);
}
