// Many games at once: the step of the environment (gpuwordle/environment/gpu_games.py).
//
// A game that is over begins its next episode. Its answer depends on seed, environment and episode alone,
// by rounds of splitmix64 (Steele, Lea and Flood 2014) and Lemire's draw without bias (2019), as in
// gpuwordle/environment/answers.py.
#include "device.cuh"

#define SLOTS 5           // as in codes.cuh
#define PLANE_CODES 243u
#define NO_GUESS (-1)
#define NO_ANSWER (-1)
#define PAID 0x3ff0000000000000ll  // 1.0, as the bits of a double

typedef unsigned long long Bits;

__device__ __forceinline__ Bits mixed(Bits bits, Bits number)
{
    bits = (bits ^ number) + 0x9e3779b97f4a7c15ull;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
    return bits ^ bits >> 31;
}

// Draw the answer of a game. ends[i]: where the units of weight of answer i end.
__device__ __forceinline__ int drawn(Bits seeded, Bits environment, Bits episode, const Bits *__restrict__ ends,
                                     int n_answers)
{
    const Bits start = mixed(mixed(seeded, environment), episode), total = ends[n_answers - 1];
    const unsigned int least = (1ull << 32) % total;
    Bits product = 0;
    for (Bits attempt = 0; attempt == 0 || (unsigned int)product < least; ++attempt)
        product = (mixed(start, attempt) >> 32) * total;
    const Bits unit = product >> 32;
    int first = 0, last = n_answers - 1;  // the first answer whose end is beyond the unit
    while (first < last) {
        const int middle = (first + last) / 2;
        if (ends[middle] > unit) last = middle;
        else first = middle + 1;
    }
    return first;
}

// A thread plays one turn of one game, or begins its next episode; a block plays blockDim.x games.
// Shared memory: none. Grid: ceil(n_games / blockDim.x).
//
//   rows, stride, slots, planes   as in matrix.cu: the code of a guess is a sum of rows
//   answer_guess   the guess that each answer is
//   ends           see drawn
//   seeded, first  random bits of the seed, and the number of the first environment
//   actions        a guess for each game; a game whose action is no guess does not move, and is counted
//   answers, episodes, turns, over   per game
//   guesses, codes   n_games x allowed; NO_GUESS and 0 where none is played
//   rewards        bits of 1.0 for the answer, otherwise 0
//   ended, shown   whether the game has just ended, and its answer, otherwise NO_ANSWER
extern "C" __global__ __launch_bounds__(256)
void step_games(const unsigned char *__restrict__ rows, unsigned int stride, const int *__restrict__ slots, int planes,
                const int *__restrict__ answer_guess, const unsigned long long *__restrict__ ends, int n_guesses,
                int n_answers, long long seeded, long long first, int n_games, int allowed,
                const int *__restrict__ actions, int *__restrict__ answers, long long *__restrict__ episodes,
                long long *__restrict__ turns, unsigned char *__restrict__ over, int *__restrict__ guesses,
                unsigned int *__restrict__ codes, long long *__restrict__ rewards, unsigned char *__restrict__ ended,
                int *__restrict__ shown, unsigned int *__restrict__ wrong)
{
    const int game = blockIdx.x * blockDim.x + threadIdx.x;
    if (game >= n_games) return;
    rewards[game] = 0;
    ended[game] = 0;
    shown[game] = NO_ANSWER;
    int *const played = guesses + (long long)game * allowed;
    unsigned int *const told = codes + (long long)game * allowed;
    if (over[game]) {
        const long long episode = ++episodes[game];
        answers[game] = drawn((Bits)seeded, (Bits)(first + game), (Bits)episode, ends, n_answers);
        turns[game] = 0;
        over[game] = 0;
        for (int turn = 0; turn < allowed; ++turn) {
            played[turn] = NO_GUESS;
            told[turn] = 0;
        }
        return;
    }
    const int guess = actions[game], answer = answers[game], turn = (int)turns[game];
    if (guess < 0 || guess >= n_guesses) {
        atomicAdd(wrong, 1u);
        return;
    }
    unsigned int code = 0;
    for (int p = planes - 1; p >= 0; --p) {
        unsigned int sum = 0;
        for (int s = 0; s < SLOTS; ++s)
            sum += rows[(unsigned long long)slots[((long long)guess * planes + p) * SLOTS + s] * stride + answer];
        code = code * PLANE_CODES + sum;
    }
    played[turn] = guess;
    told[turn] = code;
    turns[game] = turn + 1;
    const bool found = guess == answer_guess[answer];
    if (found) rewards[game] = PAID;
    if (found || turn + 1 == allowed) {
        over[game] = ended[game] = 1;
        shown[game] = answer;
    }
}
