// Letter rows: what a letter at its places in a guess adds to the code of every answer.
//
// The colours at the places of one letter depend on the letter, those places and the answer alone:
// green where the answer has the letter too, then yellow, left to right, while copies of it are left
// outside those places. So the code of a guess is a sum of rows, repeated letters included, and a row
// is shared by all guesses that have the letter at the same places. codes.cuh adds the rows up.
//   -DROWS_PER_BLOCK=8     rows that a block of build_rows does
#include "device.cuh"

#define EACH 0x01010101u
#define DIGITS_PER_PLANE 5
#define POWERS_OF_THREE 0x511b090301ull  // 1, 3, 9, 27, 81, a byte each
#define NO_LETTER 255u
#define GATHERED 4                       // positions per thread of gather_rows: the bytes of a word
#define WORDS 4                          // a thread has sixteen answers, four to a word

// A byte for each of sixteen neighbouring answers.
struct Sixteen {
    unsigned int word[WORDS];
};

// 1 for every answer that has the letter at the place.
__device__ __forceinline__ Sixteen has(const unsigned char *__restrict__ answer_letters, int place, unsigned int stride,
                                       long long answer, unsigned int letter)
{
    const uint4 letters = *(const uint4 *)(answer_letters + (long long)place * stride + answer);
    Sixteen here = {{letters.x, letters.y, letters.z, letters.w}};
#pragma unroll
    for (int w = 0; w < WORDS; ++w) {
        const unsigned int differ = here.word[w] ^ letter * EACH;
        here.word[w] = ~((differ & 0x7fu * EACH) + 0x7fu * EACH | differ) >> 7 & EACH;
    }
    return here;
}

// Build all rows and, as the last one, the zero row.
//
// A block does ROWS_PER_BLOCK neighbouring rows for blockDim.x * 16 neighbouring answers, a thread
// sixteen answers. Neighbouring rows have the same letter mostly, so its copies in the answers are
// counted once and not for every row. Shared memory: none.
// Grid: (ceil((n_rows + 1) / ROWS_PER_BLOCK), ceil(stride / (16 * blockDim.x))).
//
//   answer_letters  length x stride: the letter of each answer at each place; 255, which is no
//                   letter, for the padding answers, so that all their rows are zero
//   row_letters, row_places, row_planes   of each row: the letter, its places in the guess (bit p
//                   for place p, from the left) and the plane whose digits the row carries
//   rows            (n_rows + 1) x stride; stride is a multiple of 16
extern "C" __global__ __launch_bounds__(256)
void build_rows(const unsigned char *__restrict__ answer_letters, unsigned int stride, int length,
                const unsigned char *__restrict__ row_letters, const unsigned int *__restrict__ row_places,
                const unsigned char *__restrict__ row_planes, int n_rows, unsigned char *__restrict__ rows)
{
    const long long answer = 4 * WORDS * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    const int first = blockIdx.x * ROWS_PER_BLOCK, last = min(first + ROWS_PER_BLOCK, n_rows + 1);
    if (answer >= stride) return;
    unsigned int letter = NO_LETTER;
    Sixteen copies = {};
    for (int row = first; row < last; ++row) {
        Sixteen code = {};
        if (row < n_rows) {
            if (row_letters[row] != letter) {
                letter = row_letters[row];
                copies = Sixteen{};
                for (int place = 0; place < length; ++place) {
                    const Sixteen here = has(answer_letters, place, stride, answer, letter);
#pragma unroll
                    for (int w = 0; w < WORDS; ++w) copies.word[w] += here.word[w];
                }
            }
            Sixteen unmatched = copies;  // copies outside the row's places: that many yellows
            for (unsigned int left = row_places[row]; left; left &= left - 1) {
                const Sixteen green = has(answer_letters, __ffs(left) - 1, stride, answer, letter);
#pragma unroll
                for (int w = 0; w < WORDS; ++w) unmatched.word[w] -= green.word[w];
            }
            const int last_digit = DIGITS_PER_PLANE * row_planes[row];
            for (unsigned int left = row_places[row]; left; left &= left - 1) {
                const int place = __ffs(left) - 1, digit = length - 1 - place - last_digit;
                const Sixteen green = has(answer_letters, place, stride, answer, letter);
                const bool in_plane = digit >= 0 && digit < DIGITS_PER_PLANE;
                const unsigned int weight = in_plane ? POWERS_OF_THREE >> 8 * digit & 255 : 0;
#pragma unroll
                for (int w = 0; w < WORDS; ++w) {
                    // Bytes are at most the length, below 128: bit 7 of the sum says which are not zero.
                    const unsigned int some = unmatched.word[w] + 0x7fu * EACH >> 7;
                    const unsigned int yellow = (green.word[w] ^ EACH) & some;
                    unmatched.word[w] -= yellow;
                    code.word[w] += weight * (2 * green.word[w] + yellow);
                }
            }
        }
        *(uint4 *)(rows + (long long)row * stride + answer) =
            make_uint4(code.word[0], code.word[1], code.word[2], code.word[3]);
    }
}

// Copy the rows of some answers only: the candidates of groups, each group filled up with answer -1,
// which is zero in every row.
//
// The copy is cut into tables of `width` answers, table after table, each with all its rows:
// out[position / width][row][position % width]. Small groups have a table each, which a block then
// reads from its cache; large groups lie side by side in one table.
//
// A block copies one row for blockDim.x * 4 neighbouring positions, a thread four positions. Shared
// memory: none. Grid: (n_rows, ceil(n_positions / (4 * blockDim.x))); n_rows counts the zero row;
// n_positions and width are multiples of 4.
extern "C" __global__ __launch_bounds__(256)
void gather_rows(const unsigned char *__restrict__ rows, unsigned int stride, int n_rows,
                 const int *__restrict__ answers, long long n_positions, long long width,
                 unsigned char *__restrict__ out)
{
    const long long position = GATHERED * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    const int row = blockIdx.x;
    if (position >= n_positions) return;
    unsigned int bytes = 0;
    for (int k = 0; k < GATHERED; ++k) {
        const int answer = answers[position + k];
        if (answer >= 0) bytes |= (unsigned int)rows[(long long)row * stride + answer] << 8 * k;
    }
    *(unsigned int *)(out + (position / width * n_rows + row) * width + position % width) = bytes;
}
