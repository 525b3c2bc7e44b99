// Letter rows: what a letter at its places in a guess adds to the code of every answer.
//
// The colours at the places of one letter depend on the letter, those places and the answer alone:
// green where the answer has the letter too, then yellow, left to right, while copies of it are left
// outside those places. So the code of a guess is a sum of rows, repeated letters included, and a row
// is shared by all guesses that have the letter at the same places. codes.cuh adds the rows up.
#include "device.cuh"

#define EACH 0x01010101u
#define DIGITS_PER_PLANE 5
#define POWERS_OF_THREE 0x511b090301ull  // 1, 3, 9, 27, 81, a byte each
#define ROW_ANSWERS 4                    // answers per thread: the bytes of one word

// The letters of four neighbouring answers at one place.
__device__ __forceinline__ unsigned int letters_at(const unsigned char *__restrict__ answer_letters, int place,
                                                   unsigned int stride, long long answer)
{
    return *(const unsigned int *)(answer_letters + (long long)place * stride + answer);
}

// 1 in every byte in which a and b agree, 0 in the others.
__device__ __forceinline__ unsigned int equal_bytes(unsigned int a, unsigned int b)
{
    const unsigned int differ = a ^ b;
    return (((differ & 0x7fu * EACH) + 0x7fu * EACH | differ) >> 7 & EACH) ^ EACH;
}

// 1 in every byte that is not zero; the bytes are below 128.
__device__ __forceinline__ unsigned int nonzero_bytes(unsigned int a) { return a + 0x7fu * EACH >> 7 & EACH; }

// Build all rows and, as the last one, the zero row.
//
// A block does one row for blockDim.x * 4 neighbouring answers, a thread four answers, in the four
// bytes of a word. Shared memory: none. Grid: (n_rows + 1, ceil(stride / (4 * blockDim.x))).
//
//   answer_letters  length x stride: the letter of each answer at each place; 255, which is no
//                   letter, for the padding answers, so that all their rows are zero
//   row_letters, row_places, row_planes   of each row: the letter, its places in the guess (bit p
//                   for place p, from the left) and the plane whose digits the row carries
//   rows            (n_rows + 1) x stride; stride is a multiple of 4
extern "C" __global__ __launch_bounds__(256)
void build_rows(const unsigned char *__restrict__ answer_letters, unsigned int stride, int length,
                const unsigned char *__restrict__ row_letters, const unsigned int *__restrict__ row_places,
                const unsigned char *__restrict__ row_planes, int n_rows, unsigned char *__restrict__ rows)
{
    const long long answer = ROW_ANSWERS * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    const int row = blockIdx.x;
    if (answer >= stride) return;
    unsigned int code = 0;
    if (row < n_rows) {
        const unsigned int letter = row_letters[row] * EACH, places = row_places[row];
        const int plane = row_planes[row];
        unsigned int unmatched = 0;  // copies of the letter outside its places: that many yellows
        for (int place = 0; place < length; ++place)
            if (!(places >> place & 1))
                unmatched += equal_bytes(letters_at(answer_letters, place, stride, answer), letter);
        for (int place = 0; place < length; ++place)
            if (places >> place & 1) {
                const unsigned int green = equal_bytes(letters_at(answer_letters, place, stride, answer), letter);
                const unsigned int yellow = (green ^ EACH) & nonzero_bytes(unmatched);
                unmatched -= yellow;
                const int digit = length - 1 - place;
                const unsigned int weight = POWERS_OF_THREE >> 8 * (digit % DIGITS_PER_PLANE) & 255;
                if (digit / DIGITS_PER_PLANE == plane) code += weight * (2 * green + yellow);
            }
    }
    *(unsigned int *)(rows + (long long)row * stride + answer) = code;
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
    const long long position = ROW_ANSWERS * ((long long)blockIdx.y * blockDim.x + threadIdx.x);
    const int row = blockIdx.x;
    if (position >= n_positions) return;
    unsigned int bytes = 0;
    for (int k = 0; k < ROW_ANSWERS; ++k) {
        const int answer = answers[position + k];
        if (answer >= 0) bytes |= (unsigned int)rows[(long long)row * stride + answer] << 8 * k;
    }
    *(unsigned int *)(out + (position / width * n_rows + row) * width + position % width) = bytes;
}
