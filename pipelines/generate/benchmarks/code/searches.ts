// Families of searches: routes in graphs, ways through grids, games.
import {type Family, problem, upTo} from "./problem.js";

const routes: Family = {
  name: "graphs",
  summary: "the cheapest route through a directed graph",
  make(level, random) {
    const every = random.integer(2, 4);
    const toll = random.integer(1, 9);
    const count = random.integer(2, 3);
    const [place, road] = random.pick([
      ["towns", "roads"],
      ["islands", "ferries"],
      ["rooms", "doors"],
      ["stations", "lines"]
    ]) as [string, string];
    return problem<[number, [number, number, number][]]>({
      parameters: [
        ["n", "int"],
        ["links", "list[list[int]]"]
      ],
      returns: "int",
      statement: upTo(
        level,
        `There are n ${place}, numbered from 0 to n - 1, and ${road} that lead one way, given as [from, to, cost]. Whoever enters one of the ${place} whose number is divisible by ${every} pays ${toll} more each time; starting in 0 costs nothing. Return the lowest cost of a route from 0 to n - 1, or -1 if there is none. A route may use the same link again.`,
        "On a route, the cost of at most one link may be halved, rounded down; what is paid for entering is not halved.",
        `The number of links of a route must be divisible by ${count}.`
      ),
      draw: (random, size) => {
        const [n, links] = size === "small" ? [random.integer(3, 6), random.integer(5, 12)] : [16, 45];
        return [
          n,
          Array.from({length: links}, () => [random.integer(0, n - 1), random.integer(0, n - 1), random.integer(1, 20)])
        ];
      },
      solve(n, links) {
        const [halves, modulo] = [level >= 2 ? 2 : 1, level === 3 ? count : 1];
        const cost = new Float64Array(n * halves * modulo).fill(Number.POSITIVE_INFINITY);
        const at = (place: number, half: number, rest: number) => (place * halves + half) * modulo + rest;
        cost[at(0, 0, 0)] = 0;
        for (let changed = true; changed; ) {
          changed = false;
          for (const [from, to, price] of links) {
            const extra = to % every === 0 ? toll : 0;
            for (let half = 0; half < halves; half++)
              for (let rest = 0; rest < modulo; rest++) {
                const known = cost[at(from, half, rest)]!;
                if (known === Number.POSITIVE_INFINITY) continue;
                const next = (rest + 1) % modulo;
                for (let used = half; used < halves; used++) {
                  const sum = known + extra + (used > half ? Math.floor(price / 2) : price);
                  if (sum < cost[at(to, used, next)]!) {
                    cost[at(to, used, next)] = sum;
                    changed = true;
                  }
                }
              }
          }
        }
        let best = Number.POSITIVE_INFINITY;
        for (let half = 0; half < halves; half++) best = Math.min(best, cost[at(n - 1, half, 0)]!);
        return best === Number.POSITIVE_INFINITY ? -1 : best;
      }
    });
  }
};

const MOVES = {
  "one cell up, down, left or right": [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0]
  ],
  "one cell in any of the eight directions": [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1]
  ],
  "two cells in one direction and one across, as a knight in chess": [
    [1, 2],
    [2, 1],
    [-1, 2],
    [-2, 1],
    [1, -2],
    [2, -1],
    [-1, -2],
    [-2, -1]
  ],
  "one or two cells to the right or down, over anything between": [
    [0, 1],
    [1, 0],
    [0, 2],
    [2, 0]
  ]
} as const;

/** What a cell is, each as likely as often as it stands here. */
const CELLS = [".", ".", "#", "#", "o"];

const mazes: Family = {
  name: "grids",
  summary: "the fewest moves through a grid",
  make(level, random) {
    const words = random.pick(Object.keys(MOVES) as (keyof typeof MOVES)[]);
    const moves = MOVES[words];
    const period = random.integer(2, 4);
    const walls = random.integer(1, 2);
    return problem<[string[]]>({
      parameters: [["rows", "list[str]"]],
      returns: "int",
      statement: upTo(
        level,
        `A grid is given by its rows, all of one length: '.' is free, '#' is a wall and 'o' is a gate. A move goes ${words}, and must end inside of the grid on a cell that may be entered: free cells and gates may, walls may not. Return the fewest moves from the top left cell to the bottom right cell, both of which are free, or -1 if it cannot be reached.`,
        `A gate may be entered only with a move whose number is divisible by ${period}, the first move being number 1.`,
        `At most ${walls} times a move may enter a wall all the same.`
      ),
      draw: (random, size) => {
        const side = () => (size === "small" ? random.integer(3, 5) : 8);
        const [height, width] = [side(), side()];
        const cells = Array.from({length: height}, () => Array.from({length: width}, () => random.pick(CELLS)));
        cells[0]![0] = ".";
        cells[height - 1]![width - 1] = ".";
        return [cells.map(row => row.join(""))];
      },
      solve(rows) {
        const [height, width] = [rows.length, rows[0]!.length];
        const [modulo, passes] = [level >= 2 ? period : 1, level === 3 ? walls : 0];
        const [layers, target] = [passes + 1, height * width - 1];
        const cells = rows.join("");
        const seen = new Uint8Array(height * width * modulo * layers);
        seen[0] = 1;
        /** Cells that are reached by this move, each with the walls entered so far: cell × layers + walls. */
        let front = [0];
        for (let time = 0; front.length > 0; time++) {
          const next: number[] = [];
          const phase = (time + 1) % modulo;
          for (const state of front) {
            const place = Math.floor(state / layers);
            if (place === target) return time;
            const [y, x] = [Math.floor(place / width), place % width];
            for (const [dy, dx] of moves) {
              if (y + dy < 0 || y + dy >= height || x + dx < 0 || x + dx >= width) continue;
              const to = place + dy * width + dx;
              const cell = cells[to];
              if (cell === "o" && phase !== 0) continue;
              const now = (state % layers) + (cell === "#" ? 1 : 0);
              const at = (to * modulo + phase) * layers + now;
              if (now > passes || seen[at]) continue;
              seen[at] = 1;
              next.push(to * layers + now);
            }
          }
          front = next;
        }
        return -1;
      }
    });
  }
};

const games: Family = {
  name: "games",
  summary: "the sum of winning first moves of a game with one pile",
  make(level, random) {
    const moves = random
      .shuffle([1, 2, 3, 4, 5, 6, 7, 8, 9])
      .slice(0, random.integer(4, 5))
      .sort((a, b) => a - b);
    const barred = random.integer(3, 6);
    const thing = random.pick(["matches", "pebbles", "coins", "beans"]);
    return problem<[number]>({
      parameters: [["pile", "int"]],
      returns: "int",
      statement: upTo(
        level,
        `Two players take turns in removing ${thing} from one pile. A turn removes one of these numbers of them: ${moves.join(", ")}. Whoever cannot move loses. For a pile of the given size, return the sum of all numbers that the first player may remove in the first turn and then win, if both play as well as possible; 0 if there is none.`,
        "A player may not remove the same number as the other player has removed in the turn directly before.",
        `A turn must not leave a pile whose size is divisible by ${barred}, but for a pile of size 0.`
      ),
      draw: (random, size) => [size === "small" ? random.integer(3, 26) : random.integer(60, 160)],
      solve(pile) {
        /** Winning moves of each pile, one bit each, were no move forbidden by the one before. */
        const winning = new Uint16Array(pile + 1);
        for (let size = 0; size <= pile; size++)
          for (const [i, move] of moves.entries()) {
            const left = size - move;
            if (left < 0 || (level === 3 && left > 0 && left % barred === 0)) continue;
            const answers = level >= 2 ? winning[left]! & ~(1 << i) : winning[left]!;
            if (answers === 0) winning[size]! |= 1 << i;
          }
        return moves.reduce((sum, move, i) => (winning[pile]! & (1 << i) ? sum + move : sum), 0);
      }
    });
  }
};

export const searches: readonly Family[] = [routes, mazes, games];
