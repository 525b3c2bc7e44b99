// The plan of letter rows, made where it is used: which rows a list of guesses needs, and which of them
// each guess adds up. Only the letters of the words are copied to the device.
//
// A row is a letter, its places in a guess and a plane that they reach. All possible
// rows are numbered, letter by letter, and each has a bit: the mark of row (letter, places, plane) is
// ((letter << length | places) * planes + plane). Bits that are set, counted from the first, number the
// rows, so that neighbouring rows have the same letter, as build_rows likes them.
#include "device.cuh"

#define DIGITS_PER_PLANE 5
#define SLOTS 5
#define NO_LETTER 255u
#define MARK_BITS 32
#define THREADS 128
#define WORDS_PER_THREAD 64  // of marks, neighbouring ones: a block does THREADS times as many

// The places whose digits a plane carries: the last five, those before them, and so on.
__device__ __forceinline__ unsigned int reach(int length, int plane)
{
    const int last = length - DIGITS_PER_PLANE * plane, first = max(last - DIGITS_PER_PLANE, 0);
    return (1u << last) - (1u << first);
}

// The places of a word that have the same letter as one of them.
__device__ __forceinline__ unsigned int places_of(const unsigned char *__restrict__ word, int length, int place)
{
    unsigned int places = 0;
    for (int other = 0; other < length; ++other) places |= (unsigned int)(word[other] == word[place]) << other;
    return places;
}

__device__ __forceinline__ unsigned int mark_of(unsigned int letter, unsigned int places, int length, int plane,
                                                int planes)
{
    return (letter << length | places) * planes + plane;
}

// Set the marks of all rows that the guesses need; they are zero before.
//
// A thread does one guess. Most marks are set already, and are only looked at. Shared memory: none.
// Grid: ceil(n_guesses / blockDim.x).
//
//   letters   n_guesses x length: the letters of each guess
//   marks     a bit for each possible row
extern "C" __global__ __launch_bounds__(256)
void mark_rows(const unsigned char *__restrict__ letters, int n_guesses, int length, int planes,
               unsigned int *__restrict__ marks)
{
    const int guess = blockIdx.x * blockDim.x + threadIdx.x;
    if (guess >= n_guesses) return;
    const unsigned char *const word = letters + (long long)guess * length;
    for (int place = 0; place < length; ++place) {
        const unsigned int places = places_of(word, length, place);
        if (places & ((1u << place) - 1)) continue;  // once for each letter
        for (int plane = 0; plane < planes; ++plane) {
            if (!(places & reach(length, plane))) continue;
            const unsigned int mark = mark_of(word[place], places, length, plane, planes), bit = 1u << mark % MARK_BITS;
            if (!(PEEK(marks + mark / MARK_BITS) & bit)) atomicOr(marks + mark / MARK_BITS, bit);
        }
    }
}

// Sum over the threads of a block of THREADS threads; every thread gets the result. `of_thread` must not be
// in use.
__device__ __forceinline__ unsigned int sum_of_block(unsigned int mine, unsigned int *of_thread)
{
    of_thread[threadIdx.x] = mine;
    __syncthreads();
    unsigned int sum = 0;
    for (int t = 0; t < THREADS; ++t) sum += of_thread[t];
    return sum;
}

// The marks that are set in the words of a thread, which are neighbours.
__device__ __forceinline__ unsigned int marks_of_thread(const unsigned int *__restrict__ marks, long long first,
                                                        long long n_words)
{
    unsigned int count = 0;
    for (int w = 0; w < WORDS_PER_THREAD && first + w < n_words; ++w) count += __popc(marks[first + w]);
    return count;
}

// Count the marks of each block's words.
//
// A block does THREADS * WORDS_PER_THREAD words, a thread WORDS_PER_THREAD neighbours. Shared memory:
// 512 bytes. Grid: ceil(n_words / (THREADS * WORDS_PER_THREAD)).
//
//   of_block   for each block: how many marks are set
extern "C" __global__ __launch_bounds__(THREADS)
void count_marks(const unsigned int *__restrict__ marks, long long n_words, unsigned int *__restrict__ of_block)
{
    __shared__ unsigned int of_thread[THREADS];
    const long long first = ((long long)blockIdx.x * THREADS + threadIdx.x) * WORDS_PER_THREAD;
    const unsigned int count = sum_of_block(marks_of_thread(marks, first, n_words), of_thread);
    if (threadIdx.x == 0) of_block[blockIdx.x] = count;
}

// Number the rows, and write down what each of them is.
//
// Each block, and each thread, does the same words as in count_marks. Shared memory: 1 KB. Grid: as there.
//
//   before      for each word that has a mark: the rows before it; other words are not written
//   row_letters, row_places, row_planes   of each row, see build_rows
//   n_rows      how many there are, a single number
extern "C" __global__ __launch_bounds__(THREADS)
void number_rows(const unsigned int *__restrict__ marks, long long n_words, const unsigned int *__restrict__ of_block,
                 int length, int planes, unsigned int *__restrict__ before, unsigned char *__restrict__ row_letters,
                 unsigned int *__restrict__ row_places, unsigned char *__restrict__ row_planes,
                 unsigned int *__restrict__ n_rows)
{
    __shared__ unsigned int earlier[THREADS], of_thread[THREADS];
    const long long first = ((long long)blockIdx.x * THREADS + threadIdx.x) * WORDS_PER_THREAD;
    unsigned int some = 0;
    for (unsigned int block = threadIdx.x; block < blockIdx.x; block += THREADS) some += of_block[block];
    const unsigned int mine = marks_of_thread(marks, first, n_words);
    of_thread[threadIdx.x] = mine;
    unsigned int row = sum_of_block(some, earlier);
    for (int t = 0; t < threadIdx.x; ++t) row += of_thread[t];
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == THREADS - 1) *n_rows = row + mine;

    for (int w = 0; w < WORDS_PER_THREAD && first + w < n_words; ++w) {
        unsigned int left = marks[first + w];
        if (left) before[first + w] = row;
        for (; left; left &= left - 1, ++row) {
            const unsigned int mark = (unsigned int)(first + w) * MARK_BITS + __ffs(left) - 1, set = mark / planes;
            row_letters[row] = set >> length;
            row_places[row] = set & ((1u << length) - 1);
            row_planes[row] = mark % planes;
        }
    }
}

// Look up the rows that each guess adds up.
//
// Those of one plane stand in the order of their letters in the word, because words that begin alike then
// share their leading slots; where there are several planes nothing is gained by that, and they rise.
// Slots that are left over stand last and name the zero row, which is number n_rows.
//
// A thread does one guess. Shared memory: none. Grid: ceil(n_guesses / blockDim.x).
//
//   slots   n_guesses x planes x SLOTS
extern "C" __global__ __launch_bounds__(256)
void fill_slots(const unsigned char *__restrict__ letters, int n_guesses, int length, int planes,
                const unsigned int *__restrict__ marks, const unsigned int *__restrict__ before,
                const unsigned int *__restrict__ n_rows, int *__restrict__ slots)
{
    const int guess = blockIdx.x * blockDim.x + threadIdx.x;
    if (guess >= n_guesses) return;
    const unsigned char *const word = letters + (long long)guess * length;
    for (int plane = 0; plane < planes; ++plane) {
        int *const mine = slots + ((long long)guess * planes + plane) * SLOTS;
        const unsigned int here = reach(length, plane);
        int used = 0;
        for (int place = 0; place < length; ++place) {
            if (!(here >> place & 1)) continue;
            const unsigned int places = places_of(word, length, place);
            if (places & here & ((1u << place) - 1)) continue;  // once in each plane
            const unsigned int mark = mark_of(word[place], places, length, plane, planes);
            const unsigned int lower = marks[mark / MARK_BITS] & ((1u << mark % MARK_BITS) - 1);
            const int row = before[mark / MARK_BITS] + __popc(lower);
            int at = used++;
            for (; planes > 1 && at > 0 && mine[at - 1] > row; --at) mine[at] = mine[at - 1];
            mine[at] = row;
        }
        for (; used < SLOTS; ++used) mine[used] = *n_rows;
    }
}

// Lay the letters of answers place by place, as build_rows reads them.
//
// A thread does one letter. Shared memory: none. Grid: (ceil(stride / blockDim.x), length): a block does
// blockDim.x answers at one place.
//
//   letters          words x length
//   words            the word of each answer, or null: the answers are the words
//   answer_letters   length x stride: NO_LETTER beyond the last answer
extern "C" __global__ __launch_bounds__(256)
void spread_letters(const unsigned char *__restrict__ letters, int length, const int *__restrict__ words,
                    int n_answers, unsigned int stride, unsigned char *__restrict__ answer_letters)
{
    const unsigned int answer = blockIdx.x * blockDim.x + threadIdx.x;
    if (answer >= stride) return;
    unsigned int letter = NO_LETTER;
    if (answer < n_answers) letter = letters[(long long)(words ? words[answer] : answer) * length + blockIdx.y];
    answer_letters[(long long)blockIdx.y * stride + answer] = letter;
}
