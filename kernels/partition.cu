// Scores of guesses on groups, words of eleven to fourteen letters, by partition in shared memory. A
// trial, measured on no GPU yet: hash.cu does the same work.
//
// The answers are sorted into bins by the digits of planes 0 and 2, 3^(LENGTH - 5) of them; what is left
// of a code is plane 1, a byte. Buckets are then counted bin by bin: by one lane, by comparing the lanes
// of a warp, or in 243 counters of a warp, by the size of the bin. The digit rows are read twice, which
// is cheaper than keeping the codes. Grey (code 0) is left out, as everywhere, and padding answers with it.
//
//   -DLENGTH=11..14 -DBATCH=1 (see digits.cuh)
#include "digits.cuh"
#include "totals.cuh"

#define BY_ONE_LANE 4  // answers of a bin that a lane compares by itself

#if LENGTH == 11
#define BINS 729
#elif LENGTH == 12
#define BINS 2187
#elif LENGTH == 13
#define BINS 6561
#else
#define BINS 19683
#endif

// Call work(bin, rest) for the answers of a group that are not grey; the threads of the block share them.
template <class Work>
__device__ __forceinline__ void for_answers(const Batch &batch, const unsigned int *__restrict__ digits,
                                            unsigned int stride, const Segment &group, const Work &work)
{
    for (long long answer = PIECE_ANSWERS * threadIdx.x; answer < group.size; answer += PIECE_ANSWERS * blockDim.x) {
        const unsigned int *const here = digits + (group.table + answer) / PIECE_ANSWERS;
        unsigned int digit[LENGTH];
#pragma unroll
        for (int place = 0; place < LENGTH; ++place)
            digit[place] = here[(unsigned long long)batch.row[0][place] * (stride / PIECE_ANSWERS)];
        const Codes codes = codes_of(digit);
#pragma unroll
        for (int k = 0; k < PIECE_ANSWERS; ++k) {
            const unsigned int bin = byte_at(codes.plane[0], k) + PLANE_CODES * byte_at(codes.plane[2], k);
            const unsigned int rest = byte_at(codes.plane[1], k);
            if (bin | rest) work(bin, rest);
        }
    }
}

// Turn the sizes of bins into their beginnings. To be called by all threads, with barriers around it.
// of_thread: a number for each thread.
__device__ __forceinline__ void begin_bins(unsigned int *bins, unsigned int *of_thread)
{
    const unsigned int each = (BINS + blockDim.x - 1) / blockDim.x, first = each * threadIdx.x;
    unsigned int sum = 0;
    for (unsigned int i = first; i < min(first + each, (unsigned int)BINS); ++i) sum += bins[i];
    of_thread[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned int step = 1; step < blockDim.x; step *= 2) {
        const unsigned int before = threadIdx.x >= step ? of_thread[threadIdx.x - step] : 0;
        __syncthreads();
        of_thread[threadIdx.x] += before;
        __syncthreads();
    }
    unsigned int begin = of_thread[threadIdx.x] - sum;
    for (unsigned int i = first; i < min(first + each, (unsigned int)BINS); ++i) {
        const unsigned int size = bins[i];
        bins[i] = begin;
        begin += size;
    }
}

// Add the buckets of one bin of `size` answers, at most BY_ONE_LANE, to the totals of a lane.
__device__ __forceinline__ void add_small_bin(Totals &totals, const unsigned char *rests, unsigned int size,
                                              const unsigned long long *__restrict__ n_log_n)
{
    for (unsigned int i = 0; i < size; ++i) {
        unsigned int alike = 0, earlier = 0;
        for (unsigned int j = 0; j < size; ++j) {
            alike += rests[j] == rests[i];
            earlier += j < i && rests[j] == rests[i];
        }
        if (!earlier) add_bucket(totals, alike, n_log_n);
    }
}

// Add the buckets of one bin of `size` answers; all lanes of a warp together. counters: 243, zero before
// and after.
__device__ __forceinline__ void add_large_bin(Totals &totals, const unsigned char *rests, unsigned int size,
                                              unsigned int *counters, const unsigned long long *__restrict__ n_log_n)
{
    const unsigned int lane = threadIdx.x % WARP;
    if (size <= WARP) {
        const unsigned int rest = lane < size ? rests[lane] : PLANE_CODES + lane;
        const unsigned int alike = __match_any_sync(ALL_LANES, rest);
        if (lane < size && lane + 1 == __ffs(alike)) add_bucket(totals, __popc(alike), n_log_n);
        return;
    }
    for (unsigned int i = lane; i < size; i += WARP) atomicAdd(counters + rests[i], 1u);
    __syncwarp();
    for (unsigned int i = lane; i < PLANE_CODES; i += WARP) {
        add_bucket(totals, counters[i], n_log_n);
        counters[i] = 0;
    }
    __syncwarp();
}

// A block scores the pairs of one group that fall to it, one after another; its threads share the answers,
// and its warps the bins, 32 at a time.
// Shared memory: by the launch, BINS words, PLANE_CODES words for each warp, a word for each thread, and a
// byte for each candidate of the largest group; 1.1 KB beside them. Grid: (groups, blocks that share a
// group's pairs); whole warps. Arguments as in digit_counters.cu.
extern "C" __global__ __launch_bounds__(1024, 1)
void score_partition(const unsigned int *__restrict__ digits, unsigned int stride, unsigned int zero_row,
                     const int *__restrict__ slots, const unsigned int *__restrict__ row_places,
                     const Segment *__restrict__ segments, const int *__restrict__ pool,
                     const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                     const long long *__restrict__ weights)
{
    DYNAMIC_SHARED(unsigned int, bins);
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ Batch batch;
    const unsigned int warps = blockDim.x / WARP, warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    unsigned int *const counters = bins + BINS, *const of_thread = counters + PLANE_CODES * warps;
    unsigned char *const rests = (unsigned char *)(of_thread + blockDim.x);
    const Segment group = segments[blockIdx.x];
    for (unsigned int i = threadIdx.x; i < PLANE_CODES * warps; i += blockDim.x) counters[i] = 0;

    for (long long pair = group.first + blockIdx.y; pair < group.last; pair += gridDim.y) {
        for (unsigned int i = threadIdx.x; i < BINS; i += blockDim.x) bins[i] = 0;
        fill_batch(batch, slots, row_places, pool, pair, 1, group.first, zero_row);
        for_answers(batch, digits, stride, group, [=](unsigned int bin, unsigned int) { atomicAdd(bins + bin, 1u); });
        __syncthreads();
        begin_bins(bins, of_thread);
        __syncthreads();
        for_answers(batch, digits, stride, group, [=](unsigned int bin, unsigned int rest) {
            rests[atomicAdd(bins + bin, 1u)] = rest;
        });
        __syncthreads();

        // Each bin ends now where it says, and begins where the one before ends.
        Totals totals = {0, 0, 0, 0, 0};
        for (unsigned int first = WARP * warp; first < BINS; first += WARP * warps) {
            const unsigned int bin = first + lane;
            const unsigned int begin = bin == 0 || bin >= BINS ? 0 : bins[bin - 1];
            const unsigned int size = bin >= BINS ? 0 : bins[bin] - begin;
            if (size <= BY_ONE_LANE) add_small_bin(totals, rests + begin, size, n_log_n);
            unsigned int large = __ballot_sync(ALL_LANES, size > BY_ONE_LANE);
            for (; large; large &= large - 1) {
                const unsigned int one = first + __ffs(large) - 1, from = one ? bins[one - 1] : 0;
                add_large_bin(totals, rests + from, bins[one] - from, counters + PLANE_CODES * warp, n_log_n);
            }
        }
        join_block(totals, of_warp);  // with a barrier, after which nobody reads bins: warps are two at least
        add_bucket(totals, (unsigned int)group.size - totals.counted, n_log_n);
        if (threadIdx.x == 0) write_totals(totals, form, out, pair, pairs, weights);
    }
}
