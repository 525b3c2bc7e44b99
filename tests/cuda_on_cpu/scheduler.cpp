// Runs the threads of a CUDA block as fibers of one CPU thread.
//
// A fiber runs until it meets a barrier or a warp function. Between two barriers the fibers run
// forward, backward or shuffled by seed, so that a kernel that lacks a barrier gives a wrong result
// under some order, always the same one. Shared memory is poisoned before every block. Threads that
// wait at different barriers, lanes outside their own mask and lanes that never come are reported.
//
// With -fsanitize=thread a switch between fibers orders nothing and only barriers and warp functions
// do, so that a data race between two CUDA threads is a report with file and line.
#include "cuda_on_cpu.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <ucontext.h>
#include <vector>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#define TSAN(...) __VA_ARGS__
#else
#define TSAN(...)
#endif
#define UNWATCHED __attribute__((no_sanitize("thread")))

namespace cuda_on_cpu {

uint3 thread_index, block_index;
dim3 block_size, grid_size;
char *dynamic_shared;

namespace {

constexpr unsigned kWarp = 32, kMostThreads = 1024, kMostShared = 227 * 1024;
constexpr std::size_t kStackBytes = 64 * 1024;
constexpr unsigned char kPoison = 0xA5;

enum class State { Ready, AtBlockBarrier, AtWarpFunction, Done };

struct Place {
    ucontext_t context;
    void *jump[5];
};

struct Fiber {
    Place place;
    std::unique_ptr<char[]> stack{new char[kStackBytes]};
    bool begun = false;            // it waits for its next thread, or in the middle of one
    State state = State::Done;
    unsigned index;                // in the block
    uint3 thread;
    int line;                      // where it waits
    unsigned mask;                 // lanes it waits for
    std::uint64_t value;           // what it offers to its warp
    std::uint64_t offered[kWarp];  // what its warp offered at the last warp function
    TSAN(void *tsan = __tsan_create_fiber(0);)
};

std::vector<std::unique_ptr<Fiber>> fibers;
Fiber *current;
Place scheduler;
void (*body)(void *);
void *body_argument;
std::string error;
#ifdef __SANITIZE_THREAD__
// What orders memory: who waits releases to an address, and who goes on acquires from it. Two addresses
// in turn, so that a fiber that runs early orders nothing for one that is late.
struct Meeting {
    char address[2];
    int turn = 0;
};
Meeting barrier, warps[kMostThreads / kWarp];
void *scheduler_tsan;
char start_and_end;
#endif

UNWATCHED __attribute__((noinline, no_sanitize("address"))) void go_to(Place &to, bool begun)
{
    if (begun) __builtin_longjmp(to.jump, 1);
    setcontext(&to.context);
}

// Leave one place for another, whose context has run before or has not. Unlike swapcontext and the
// jumps of the C library, the compiler's ask the system for no signal mask, and tell no sanitizer.
UNWATCHED __attribute__((noinline)) void change(Place &from, Place &to, bool begun)
{
    if (!__builtin_setjmp(from.jump)) go_to(to, begun);
}

UNWATCHED void to_scheduler()
{
    TSAN(__tsan_switch_to_fiber(scheduler_tsan, __tsan_switch_to_fiber_no_sync);)
    change(current->place, scheduler, true);
}

UNWATCHED void to_fiber(Fiber &fiber)
{
    current = &fiber;
    thread_index = fiber.thread;
    TSAN(__tsan_switch_to_fiber(fiber.tsan, __tsan_switch_to_fiber_no_sync);)
    const bool begun = fiber.begun;
    fiber.begun = true;
    change(scheduler, fiber.place, begun);
}

UNWATCHED void enter()
{
    for (;;) {  // one thread after another
        TSAN(__tsan_acquire(&start_and_end);)
        body(body_argument);
        current->state = State::Done;
        TSAN(__tsan_release(&start_and_end);)
        to_scheduler();
    }
}

UNWATCHED void wait(State state, unsigned mask, int line)
{
    Fiber &me = *current;
    me.state = state;
    me.mask = mask;
    me.line = line;
    TSAN(Meeting &meeting = state == State::AtBlockBarrier ? barrier : warps[me.index / kWarp];
         __tsan_release(&meeting.address[meeting.turn]);)
    to_scheduler();
    TSAN(__tsan_acquire(&meeting.address[1 - meeting.turn]);)
}

// Let go the lanes of every warp function whose whole mask has come; says whether there were any.
UNWATCHED bool release_warps(unsigned threads)
{
    bool any = false;
    for (unsigned first = 0; first < threads; first += kWarp) {
        const unsigned lanes = std::min(kWarp, threads - first);
        for (unsigned lane = 0; lane < lanes; ++lane) {
            const Fiber &me = *fibers[first + lane];
            if (me.state != State::AtWarpFunction) continue;
            const auto takes_part = [&](unsigned l) {
                return me.mask >> l & 1 && fibers[first + l]->state == State::AtWarpFunction;
            };
            bool complete = true;
            for (unsigned l = 0; l < lanes && complete; ++l) {
                const Fiber &other = *fibers[first + l];
                if (!(me.mask >> l & 1) || other.state == State::Done) continue;
                complete = other.state == State::AtWarpFunction && other.mask == me.mask && other.line == me.line;
            }
            if (!complete) continue;
            std::uint64_t offered[kWarp];
            bool came[kWarp] = {};
            for (unsigned l = 0; l < kWarp; ++l) {
                came[l] = l < lanes && takes_part(l);
                offered[l] = came[l] ? fibers[first + l]->value : 0xdeadbeefdeadbeefULL;
            }
            for (unsigned l = 0; l < lanes; ++l)
                if (came[l]) {
                    std::memcpy(fibers[first + l]->offered, offered, sizeof offered);
                    fibers[first + l]->state = State::Ready;
                }
            TSAN(warps[first / kWarp].turn = 1 - warps[first / kWarp].turn;)
            any = true;
        }
    }
    return any;
}

// Let go a block whose threads all wait at one barrier, or are done; says whether any waits.
UNWATCHED bool release_block(unsigned threads)
{
    int line = 0;
    for (unsigned i = 0; i < threads; ++i) {
        const Fiber &fiber = *fibers[i];
        if (fiber.state == State::Done) continue;
        if (fiber.state != State::AtBlockBarrier || (line && fiber.line != line)) {
            error = "divergent barrier: thread " + std::to_string(i) + " waits at line " + std::to_string(fiber.line)
                  + (fiber.state == State::AtWarpFunction ? " (warp function)" : "") + ", others at line "
                  + std::to_string(line);
            return false;
        }
        line = fiber.line;
    }
    for (unsigned i = 0; i < threads; ++i)
        if (fibers[i]->state == State::AtBlockBarrier) fibers[i]->state = State::Ready;
    TSAN(barrier.turn = 1 - barrier.turn;)
    return line != 0;
}

UNWATCHED void run_block(unsigned threads, Shared shared, int order, std::mt19937 &random)
{
    if (shared.begin) std::memset(shared.begin, kPoison, shared.end - shared.begin);
    std::memset(dynamic_shared, kPoison, shared.dynamic_bytes);
    std::vector<unsigned> turn(threads);
    for (unsigned i = 0; i < threads; ++i) {
        Fiber &fiber = *fibers[i];
        turn[i] = order == 1 ? threads - 1 - i : i;
        if (!fiber.begun || fiber.state != State::Done) {  // it is new, or an error left it somewhere
            getcontext(&fiber.place.context);
            fiber.place.context.uc_stack.ss_sp = fiber.stack.get();
            fiber.place.context.uc_stack.ss_size = kStackBytes;
            fiber.place.context.uc_link = nullptr;
            makecontext(&fiber.place.context, enter, 0);
            fiber.begun = false;
        }
        fiber.state = State::Ready;
        fiber.index = i;
        fiber.thread = {i % block_size.x, i / block_size.x % block_size.y, i / (block_size.x * block_size.y)};
    }
    TSAN(__tsan_release(&start_and_end);)
    do {
        if (order > 1) std::shuffle(turn.begin(), turn.end(), random);
        for (unsigned i : turn)
            if (fibers[i]->state == State::Ready) to_fiber(*fibers[i]);
    } while (error.empty() && (release_warps(threads) || release_block(threads)));
    TSAN(__tsan_acquire(&start_and_end);)
}

}  // namespace

UNWATCHED void block_barrier(int line) { wait(State::AtBlockBarrier, 0, line); }

UNWATCHED const std::uint64_t *exchange(unsigned mask, std::uint64_t value, int line)
{
    if (!(mask >> current->index % kWarp & 1)) error = "line " + std::to_string(line) + ": a lane is not in its own mask";
    current->value = value;
    wait(State::AtWarpFunction, mask, line);
    return current->offered;
}

// order: 0 forward, 1 backward, others shuffled by that seed. Returns null, or what went wrong.
UNWATCHED const char *launch(void (*kernel)(void *), void *argument, dim3 grid, dim3 block, Shared shared, int order)
{
    body = kernel;
    body_argument = argument;
    grid_size = grid;
    block_size = block;
    error.clear();
    const unsigned threads = block.x * block.y * block.z;
    if (threads == 0 || threads > kMostThreads) error = "a block of " + std::to_string(threads) + " threads";
    else if (grid.x == 0 || grid.y == 0 || grid.z == 0) error = "an empty grid";
    else if (grid.y > 65535 || grid.z > 65535) error = "more than 65,535 blocks in y or z";
    else if (shared.end - shared.begin + shared.dynamic_bytes > kMostShared) error = "more than 227 KiB of shared memory";
    if (!error.empty()) return error.c_str();
    while (fibers.size() < threads) fibers.push_back(std::make_unique<Fiber>());
    void *memory = nullptr;
    if (posix_memalign(&memory, 16, std::max(1u, shared.dynamic_bytes))) return "out of memory";
    dynamic_shared = static_cast<char *>(memory);
    std::mt19937 random(order);
    TSAN(scheduler_tsan = __tsan_get_current_fiber();)
    for (block_index.z = 0; block_index.z < grid.z; ++block_index.z)
        for (block_index.y = 0; block_index.y < grid.y; ++block_index.y)
            for (block_index.x = 0; block_index.x < grid.x && error.empty(); ++block_index.x)
                run_block(threads, shared, order, random);
    std::free(memory);
    return error.empty() ? nullptr : error.c_str();
}

}  // namespace cuda_on_cpu
