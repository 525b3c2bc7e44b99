// Scores of guesses on groups, words of six to ten letters, from digit rows.
//
// From six letters on, counters.cu waits for letter rows, most of them from the L2 cache; digit rows are
// a fourth of that.
//   -DLENGTH=6..9 -DBITS=32
//   -DLENGTH=10 -DBITS=16        groups of up to 65,535
#include "digits.cuh"
#include "counting.cuh"

// The threads of a block share the answers: see score_guesses. Shared memory: 4 * words bytes of counters by
// the launch (and 128 with 16 bits), at most 1.5 KB beside them. Grid: (groups, blocks that share a group's
// pairs); whole warps.
//
//   digits, stride    digit rows (digit_rows.cu) of `stride` answers each
//   row_places        of each letter row, see build_rows
//   the others        as in counters.cu; segments[].table counts answers
extern "C" __global__ __launch_bounds__(1024, 1)
void score_digits(const unsigned int *__restrict__ digits, unsigned int stride, unsigned int zero_row,
                  const int *__restrict__ slots, const unsigned int *__restrict__ row_places,
                  const Segment *__restrict__ segments, const int *__restrict__ pool,
                  const unsigned long long *__restrict__ n_log_n, int form, void *__restrict__ out, long long pairs,
                  const long long *__restrict__ weights, int words)
{
    __shared__ Totals of_warp[MAXIMUM_WARPS];
    __shared__ DigitRows rows;
    const Segment group = segments[blockIdx.x];
    const auto fill = [&](long long pair) {
        find_rows(rows, slots, row_places, pool ? pool[pair] : pair - group.first, zero_row);
    };
    const unsigned int *const first_word = digits + (unsigned long long)group.table / PIECE_ANSWERS;
    const auto codes_at = [&](long long answer) {
        const char *const here = (const char *)(first_word + (unsigned int)answer / PIECE_ANSWERS);
        const unsigned int bytes = held(stride / 4);  // of a row; held in 32 bits: products of 64 take longer
        unsigned int digit[LENGTH];
#pragma unroll
        for (int place = 0; place < LENGTH; ++place)
            digit[place] = *(const unsigned int *)(here + (unsigned long long)rows.of_place[place] * bytes);
        return codes_of(digit);
    };
    score_guesses(group, fill, codes_at, of_warp, n_log_n, form, out, pairs, weights, words);
}
