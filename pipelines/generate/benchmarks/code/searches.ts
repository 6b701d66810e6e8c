// Families of searches: routes in graphs, ways through grids, games.
import {type Family, problem, upTo} from "./problem.js";

const routes: Family = {
  name: "graphs",
  summary: "the cheapest route through a directed graph",
  make(level, random) {
    const every = random.integer(2, 4);
    const toll = random.integer(1, 9);
    const count = random.integer(2, 3);
    const dear = random.integer(2, 4);
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
        `There are n ${place}, numbered from 0 to n - 1, and ${road} that lead one way, given as links [from, to, cost]. Anybody who enters one of the ${place} whose number is divisible by ${every} pays ${toll} more each time, and 0 is divisible by every number; starting in 0 costs nothing. Return the lowest cost of a route from 0 to n - 1, or -1 if there is none. A route may use the same link again, and may go on after it has entered n - 1.`,
        "On a route, the cost of at most one use of a link may be halved, rounded down; what is paid for entering is not halved.",
        `The number of links of a route must be divisible by ${count}; a link that is used twice counts twice.`,
        `A link whose cost in the list is divisible by ${dear} must not be used directly after another such link.`,
        `A route must enter the one of the ${place} with the number n // 2.`
      ),
      bounds: "n is from 3 to 60, there are up to 180 links, and a cost is from 1 to 20. A link may lead from a place to itself.",
      draw: (random, size) => {
        const [n, links] = size === "small" ? [random.integer(3, 5), random.integer(5, 9)] : [60, 180];
        const reach = size === "small" ? n : 3;
        const drawn: [number, number, number][] = [];
        // Most often there is a route, and on large inputs it takes many links.
        if (size === "large" || random.chance(0.7))
          for (let at = 0; at < n - 1; ) {
            const to = Math.min(n - 1, at + random.integer(1, reach));
            drawn.push([at, to, random.integer(1, 20)]);
            at = to;
          }
        while (drawn.length < links) {
          const from = random.integer(0, n - 1);
          drawn.push([from, random.integer(Math.max(0, from - reach), Math.min(n - 1, from + reach)), random.integer(1, 20)]);
        }
        return [n, random.shuffle(drawn)];
      },
      solve(n, links) {
        const halves = level >= 2 ? 2 : 1;
        const modulo = level >= 3 ? count : 1;
        const dears = level >= 4 ? 2 : 1;
        const visits = level >= 5 ? 2 : 1;
        const middle = Math.floor(n / 2);
        const states = halves * modulo * dears * visits;
        const cost = new Float64Array(n * states).fill(Number.POSITIVE_INFINITY);
        const index = (place: number, half: number, rest: number, isDear: number, visit: number) =>
          place * states + ((half * modulo + rest) * dears + isDear) * visits + visit;
        cost[0] = 0;
        for (let isChanged = true; isChanged; ) {
          isChanged = false;
          for (const [from, to, price] of links) {
            const extra = to % every === 0 ? toll : 0;
            const nextDear = dears > 1 && price % dear === 0 ? 1 : 0;
            for (let state = 0; state < states; state++) {
              const paid = cost[from * states + state]!;
              if (paid === Number.POSITIVE_INFINITY) continue;
              const visit = state % visits;
              const isDear = Math.floor(state / visits) % dears;
              if (isDear === 1 && nextDear === 1) continue;
              const rest = Math.floor(state / visits / dears) % modulo;
              const half = Math.floor(state / visits / dears / modulo);
              for (let used = half; used < halves; used++) {
                const sum = paid + extra + (used > half ? Math.floor(price / 2) : price);
                const next = index(to, used, (rest + 1) % modulo, nextDear, visits > 1 && to === middle ? 1 : visit);
                if (sum >= cost[next]!) continue;
                cost[next] = sum;
                isChanged = true;
              }
            }
          }
        }
        let best = Number.POSITIVE_INFINITY;
        for (let half = 0; half < halves; half++)
          for (let isDear = 0; isDear < dears; isDear++) best = Math.min(best, cost[index(n - 1, half, 0, isDear, visits - 1)]!);
        return best === Number.POSITIVE_INFINITY ? -1 : best;
      }
    });
  }
};

/** Steps of each kind of move, and the range of moves on small and on large grids. */
const MOVES = {
  "one cell up, down, left or right": {
    steps: [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0]
    ],
    small: [4, 8],
    large: [44, 50]
  },
  "one cell in any of the eight directions": {
    steps: [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1]
    ],
    small: [3, 5],
    large: [22, 28]
  },
  "two cells in one direction and one across, as a knight in chess": {
    steps: [
      [1, 2],
      [2, 1],
      [-1, 2],
      [-2, 1],
      [1, -2],
      [2, -1],
      [-1, -2],
      [-2, -1]
    ],
    small: [4, 7],
    large: [32, 38]
  }
} as const;

/** What a cell is, each as likely as often as it is listed. */
const CELLS = [".", ".", "#", "o"];
/** Numbers of ways are returned modulo this prime. */
const PRIME = 1_000_003;

const mazes: Family = {
  name: "grids",
  summary: "the number of ways through a grid in a given number of moves",
  make(level, random) {
    const words = random.pick(Object.keys(MOVES) as (keyof typeof MOVES)[]);
    const {steps, ...ranges} = MOVES[words];
    const period = random.integer(2, 3);
    const walls = random.integer(1, 2);
    const piece = random.pick(["A robot", "A beetle", "A figure", "A drone"]);
    return problem<[string[], number]>({
      parameters: [
        ["rows", "list[str]"],
        ["moves", "int"]
      ],
      returns: "int",
      statement: upTo(
        level,
        `${piece} crosses a grid that is given by its rows, all of one length: '.' is free, '#' is a wall and 'o' is a gate. A move goes ${words}, and must end inside of the grid on a cell that may be entered: free cells and gates may, walls may not. Return in how many different ways exactly the given number of moves leads from the top left cell to the bottom right cell, both of which are free, as the remainder when divided by ${PRIME}. A way may enter the same cell several times.`,
        `A gate may be entered only with a move whose number is divisible by ${period}, the first move being number 1.`,
        `On a way, at most ${walls === 1 ? "one move" : "two moves"} may enter a wall all the same.`,
        "No move may have the same direction as the move directly before it.",
        "A way counts only if at least one of its moves enters a gate."
      ),
      bounds: `A grid has from 3 to 6 rows and columns, and the number of moves is from ${ranges.small[0]} to ${ranges.large[1]}.`,
      draw: (random, size) => {
        const side = () => (size === "small" ? random.integer(3, 4) : random.integer(5, 6));
        const [height, width] = [side(), side()];
        const cells = Array.from({length: height}, () => Array.from({length: width}, () => random.pick(CELLS)));
        cells[0]![0] = ".";
        cells[height - 1]![width - 1] = ".";
        const moves = random.integer(...(ranges[size] as [number, number]));
        // Other moves than those in eight directions change the colour of the cell, as on a chessboard.
        const isOdd = !words.includes("eight") && (moves + height + width) % 2 === 1;
        return [cells.map(row => row.join("")), isOdd ? moves - 1 : moves];
      },
      solve(rows, moves) {
        const [height, width] = [rows.length, rows[0]!.length];
        const layers = level >= 3 ? walls + 1 : 1;
        const gates = level >= 5 ? 2 : 1;
        const directions = level >= 4 ? steps.length : 1;
        const cells = rows.join("");
        /** Ways by cell, direction of the last move, walls entered, and whether a gate was entered. */
        const states = directions * layers * gates;
        let ways = new Int32Array(cells.length * states);
        let next = new Int32Array(ways.length);
        const targets = Array.from(cells, (_, place) =>
          steps.map(([dy, dx]) => {
            const [y, x] = [Math.floor(place / width) + dy, (place % width) + dx];
            return y < 0 || y >= height || x < 0 || x >= width ? -1 : y * width + x;
          })
        );
        for (let move = 1; move <= moves; move++) {
          next.fill(0);
          for (let place = 0; place < cells.length; place++)
            for (let state = place * states; state < (place + 1) * states; state++) {
              const isStart = move === 1 && state === 0;
              const many = isStart ? 1 : ways[state]!;
              if (many === 0) continue;
              const gate = state % gates;
              const entered = Math.floor(state / gates) % layers;
              const before = isStart || directions === 1 ? -1 : Math.floor(state / gates / layers) % directions;
              for (const [direction, to] of targets[place]!.entries()) {
                if (to < 0 || direction === before) continue;
                const cell = cells[to];
                if (cell === "o" && level >= 2 && move % period !== 0) continue;
                const after = entered + (cell === "#" ? 1 : 0);
                if (after >= layers) continue;
                const way = directions === 1 ? 0 : direction;
                const index = ((to * directions + way) * layers + after) * gates + (gates > 1 && cell === "o" ? 1 : gate);
                next[index] = (next[index]! + many) % PRIME;
              }
            }
          [ways, next] = [next, ways];
        }
        return ways.subarray(-states).reduce((sum, many, state) => (state % gates === gates - 1 ? (sum + many) % PRIME : sum), 0);
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
    const pieces = random.pick(["matches", "pebbles", "coins", "beans"]);
    return problem<[number]>({
      parameters: [["pile", "int"]],
      returns: "int",
      statement: upTo(
        level,
        `Two players take turns in removing ${pieces} from one pile, until one of them cannot. A turn removes one of these numbers of ${pieces}: ${moves.join(", ")}. The player who cannot take a turn loses, and the other one wins. For a pile of the given size, return the sum of all numbers that the first player may remove in the first turn and then win, if from then on both players play as well as possible; return 0 if there is no such number.`,
        "A turn may not remove the same number as the other player has removed in the turn directly before.",
        `A turn that removes ${pieces} must not leave a pile whose size is divisible by ${barred}, unless it leaves an empty pile.`,
        `Once in the whole game, a single turn of either player may be a pass, which removes nothing; it bars no number in the turn after it. A player who can do nothing else may pass, if nobody has passed yet.`,
        "A turn may not remove the same number as the same player has removed in the player's own previous turn; if that was a pass, it bars no number."
      ),
      bounds: "The pile has from 3 to 400 pieces.",
      draw: (random, size) => [size === "small" ? random.integer(3, 18) : random.integer(200, 400)],
      solve(pile) {
        const none = moves.length;
        const others = level >= 2 ? none + 1 : 1;
        const selves = level >= 5 ? none + 1 : 1;
        const passes = level >= 4 ? 2 : 1;
        /** Whether the player to move wins, by pile, whether a pass is left, the other's last move and the player's own. */
        const wins = new Uint8Array((pile + 1) * passes * others * selves);
        const index = (size: number, left: number, other: number, self: number) =>
          ((size * passes + left) * others + (others > 1 ? other : 0)) * selves + (selves > 1 ? self : 0);
        const reach = (size: number, i: number, other: number, self: number): number | null => {
          const rest = size - moves[i]!;
          const isBarred = (others > 1 && i === other) || (selves > 1 && i === self);
          return rest < 0 || isBarred || (level >= 3 && rest > 0 && rest % barred === 0) ? null : rest;
        };
        for (let size = 0; size <= pile; size++)
          for (let left = 0; left < passes; left++)
            for (let other = 0; other < others; other++)
              for (let self = 0; self < selves; self++) {
                let isWon = left === 1 && wins[index(size, 0, none, other)] === 0;
                for (let i = 0; i < none && !isWon; i++) {
                  const rest = reach(size, i, others > 1 ? other : none, self);
                  isWon = rest !== null && wins[index(rest, left, i, other)] === 0;
                }
                if (isWon) wins[index(size, left, other, self)] = 1;
              }
        return moves.reduce((sum, move, i) => {
          const rest = reach(pile, i, none, none);
          return rest !== null && wins[index(rest, passes - 1, i, none)] === 0 ? sum + move : sum;
        }, 0);
      }
    });
  }
};

export const searches: readonly Family[] = [routes, mazes, games];
