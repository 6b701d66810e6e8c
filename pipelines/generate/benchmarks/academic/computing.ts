// The benchmark ZenComputing: binary numbers, machines, data structures, automata and codes, linked into chains of up to nine quantities.
import {listText} from "../../parts/expressions.js";
import type {Random} from "../../seed.js";
import {chained, integersOf, type Quantity, ROUNDED, rounded} from "../chained.js";

const hexadecimal = (value: number, digits: number): string => `0x${value.toString(16).toUpperCase().padStart(digits, "0")}`;
/** Several different numbers of a range. */
function differentOf(random: Random, count: number, [low, high]: readonly [low: number, high: number]): number[] {
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(random.integer(low, high));
  return [...numbers];
}

const numbers: readonly Quantity[] = [
  (random, write) => {
    const [value, bits] = integersOf(random, [20_000, 900_000], [10, 15]);
    const low = value & ((1 << bits) - 1);
    return [
      low >= 1 << (bits - 1) ? low - (1 << bits) : low,
      `the value as a signed number in two's complement of the lowest ${bits} bits of ${write(value)}`
    ];
  },
  (random, write) => {
    const [value, by] = integersOf(random, [2_000, 65_000], [3, 13]);
    const left = random.chance(0.5) ? by : 16 - by;
    return [
      ((value << left) | (value >> (16 - left))) & 0xffff,
      `the unsigned number that results when ${write(value)}, written in 16 bits, is rotated to the ${left === by ? "left" : "right"} by ${by} bits`
    ];
  },
  (random, write) => {
    const [value, mask] = integersOf(random, [2_000, 65_000], [4_096, 65_535]);
    const [name, apply] = random.pick([
      ["exclusive or", (one: number, other: number) => one ^ other],
      ["or", (one: number, other: number) => one | other],
      ["and", (one: number, other: number) => one & other]
    ] as const);
    return [apply(value, mask), `the bitwise ${name} of ${write(value)} and the hexadecimal number ${hexadecimal(mask, 4)}`];
  },
  (random, write) => {
    const [value, base] = integersOf(random, [500, 30_000], [3, 9]);
    let [reversed, rest] = [0, value];
    for (; rest > 0; rest = Math.floor(rest / base)) reversed = reversed * base + (rest % base);
    return [reversed, `the number whose digits in base ${base} are those of ${write(value)} in base ${base} in reverse order`];
  },
  (random, write) => {
    const value = random.integer(500, 65_000);
    return [value ^ (value >> 1), `the number whose binary form is the reflected binary Gray code of ${write(value)}`];
  },
  (random, write) => {
    const [more, exponent, fraction] = integersOf(random, [2, 9_000], [8, 18], [0, 0x7fff]);
    // Of 23 bits of the fraction, the last eight are 0.
    const bits = (exponent + 127) * 2 ** 23 + fraction * 256;
    return [
      more + Math.floor(2 ** exponent * (1 + fraction / 2 ** 15)),
      `${write(more)} plus the value, rounded towards zero, of the IEEE 754 number of single precision with the hexadecimal bits ${hexadecimal(bits, 8)}`
    ];
  }
];

/** Whether each access hits, in sets with the least recently used block evicted first. */
function hitsOf(blocks: readonly number[], sets: number, ways: number): boolean[] {
  const lines = Array.from({length: sets}, (): number[] => []);
  return blocks.map(block => {
    const line = lines[block % sets]!;
    const place = line.indexOf(block);
    if (place >= 0) line.splice(place, 1);
    else if (line.length === ways) line.shift();
    line.push(block);
    return place >= 0;
  });
}

/** Times at which jobs end that take turns of a quantum, all present from the start. */
function roundRobin(bursts: readonly number[], quantum: number): number[] {
  const [left, ends] = [[...bursts], bursts.map(() => 0)];
  const queue = [...bursts.keys()];
  for (let time = 0; queue.length > 0; ) {
    const job = queue.shift()!;
    const run = Math.min(quantum, left[job]!);
    time += run;
    left[job]! -= run;
    if (left[job]! > 0) queue.push(job);
    else ends[job] = time;
  }
  return ends;
}

/** Times at which jobs end of which always the one with the shortest remaining time runs. */
function shortestRemaining(bursts: readonly number[], arrivals: readonly number[]): number[] {
  const [left, ends] = [[...bursts], bursts.map(() => 0)];
  for (let time = 0; left.some(each => each > 0); ) {
    const next = arrivals.filter(arrival => arrival > time);
    const ready = [...left.keys()].filter(job => left[job]! > 0 && arrivals[job]! <= time);
    if (ready.length === 0) {
      time = Math.min(...next);
      continue;
    }
    const job = ready.reduce((best, each) => (left[each]! < left[best]! ? each : best));
    const run = Math.min(left[job]!, ...next.map(arrival => arrival - time));
    time += run;
    left[job]! -= run;
    if (left[job] === 0) ends[job] = time;
  }
  return ends;
}
const sumOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

const machines: readonly Quantity[] = [
  (random, write) => {
    const [hit, missed, second, more, memory] = integersOf(random, [200, 2_000], [2, 30], [2_000, 9_000], [5, 60], [40, 200]);
    return [
      rounded(hit + (missed / 100) * (second + (more / 100) * memory * 1_000)),
      `the average access time in picoseconds of a first cache with ${write(hit)} picoseconds and ${missed} percent misses, a second cache with ${second} picoseconds more and ${more} percent misses, and a memory with ${memory} nanoseconds more, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [size, sets, ways] = [random.pick([16, 32, 64]), random.pick([2, 4]), random.pick([1, 2])];
    const [hit, miss] = integersOf(random, [2, 9], [40, 900]);
    const blocks = Array.from({length: 10}, () => random.integer(0, 7));
    const addresses = blocks.map(block => block * size + random.integer(0, size - 1));
    const hits = hitsOf(blocks, sets, ways).filter(Boolean).length;
    return [
      hits * hit + (blocks.length - hits) * miss,
      `the time in nanoseconds that reads of the byte addresses ${listText(addresses)} take with a cache that is empty at first and has ${sets} sets of ${ways === 1 ? "one block" : "two blocks"}${ways === 1 ? "" : " (the least recently used is replaced)"} of ${size} bytes, at ${hit} nanoseconds for a hit and ${write(miss)} for a miss`
    ];
  },
  (random, write) => {
    const [bursts, quantum] = [integersOf(random, [10, 300], [10, 90], [10, 300], [10, 90], [10, 200]), random.integer(5, 40)];
    return [
      sumOf(roundRobin(bursts, quantum)),
      `the sum of the times from the start to the end of five processes, all ready at the start, that need ${write(bursts[0])}, ${listText(bursts.slice(1))} milliseconds and take turns in this order by round robin with a quantum of ${quantum} milliseconds, in milliseconds`
    ];
  },
  (random, write) => {
    const bursts = integersOf(random, [20, 300], [10, 90], [10, 300], [10, 90]);
    const arrivals = [0, ...differentOf(random, 3, [5, 150]).sort((a, b) => a - b)];
    return [
      sumOf(shortestRemaining(bursts, arrivals)) - sumOf(arrivals),
      `the sum of the turnaround times in milliseconds, with shortest remaining time first, of four processes that arrive after ${listText(arrivals)} milliseconds and need ${write(bursts[0])}, ${listText(bursts.slice(1))} milliseconds`
    ];
  },
  (random, write) => {
    const [place, prefix] = integersOf(random, [500, 60_000], [20, 28]);
    const size = 2 ** (32 - prefix);
    const last = random.chance(0.5);
    const start = Math.floor(place / size) * size;
    if (start === 0) return [Number.NaN, ""];
    return [
      last ? start + size - 1 : start,
      `the number that has to be added to the address 172.16.0.0 to get the ${last ? "broadcast" : "network"} address of the subnet with prefix length ${prefix} that contains the address ${write(place)} after 172.16.0.0`
    ];
  },
  (random, write) => {
    const [seek, thousands, kilobytes, rate] = integersOf(random, [2_000, 9_000], [4, 15], [4, 900], [50, 300]);
    return [
      rounded(seek + 3e7 / (thousands * 1_000) + (kilobytes * 1_000) / rate),
      `the time in microseconds in which a disk with a seek time of ${write(seek)} microseconds and ${thousands * 1_000} revolutions per minute reads ${kilobytes} kilobytes at ${rate} megabytes per second (powers of ten), with half a revolution of waiting, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [processors, share] = integersOf(random, [3, 400], [50, 99]);
    return [
      rounded(1e6 / (100 - share + share / processors)),
      `10000 times the speedup by Amdahl's law of a program of which ${share} percent run in parallel on ${write(processors)} processors, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [bits, frames] = [random.integer(8, 12), differentOf(random, 6, [0, 60])];
    const address = random.integer(0, 6 * 2 ** bits - 1);
    return [
      frames[address >> bits]! * 2 ** bits + (address & (2 ** bits - 1)),
      `the physical address of the virtual address ${write(address)} with pages of ${2 ** bits} bytes, of which numbers 0 to 5 are in the frames ${listText(frames)}`
    ];
  }
];

const structures: readonly Quantity[] = [
  (random, write) => {
    const [slots, keys] = [random.pick([7, 11, 13]), differentOf(random, 6, [20, 999])];
    const twice = random.chance(0.5);
    const table = new Map<number, number>();
    for (const key of keys) {
      const step = twice ? 1 + (key % 5) : 1;
      let slot = key % slots;
      while (table.has(slot)) slot = (slot + step) % slots;
      table.set(slot, key);
    }
    return [
      [...table].reduce((sum, [slot, key]) => sum + slot * key, 0),
      `the sum of key times slot after the keys ${write(keys[0]!)}, ${listText(keys.slice(1))} are inserted in this order into an empty hash table with slots 0 to ${slots - 1}, hash k mod ${slots}, and ${twice ? "double hashing with steps of 1 + (k mod 5)" : "linear probing"}`
    ];
  },
  (random, write) => {
    const [first, factor, linear, power] = integersOf(random, [2, 900], [1, 4], [1, 20], [4, 6]);
    const cost = (n: number): number => (n === 1 ? first : factor * cost(n / 2) + linear * n);
    return [
      cost(2 ** power),
      `f(${2 ** power}) for f(1) = ${write(first)} and f(n) = ${factor === 1 ? "" : factor}f(n/2) + ${linear === 1 ? "" : linear}n for larger powers n of 2`
    ];
  },
  (random, write) => {
    const [start, factor, modulus] = integersOf(random, [2, 9_000], [11, 99], [1_001, 99_999]);
    const bytes = Array.from({length: random.integer(3, 5)}, () => random.integer(32, 126));
    return [
      bytes.reduce((hash, byte) => (factor * hash + byte) % modulus, start),
      `the hash after the bytes ${listText(bytes)} if it is ${write(start)} before them and each byte b makes it (${factor}h + b) mod ${modulus} of the hash h before`
    ];
  },
  (random, write) => {
    const keys = differentOf(random, 7, [20, 999]);
    const depths = new Map<number, number>();
    for (const key of keys) {
      // A new key is below the later one of its neighbours.
      const below = [...depths.keys()].filter(each => each < key);
      const above = [...depths.keys()].filter(each => each > key);
      const parents = [...(below.length > 0 ? [Math.max(...below)] : []), ...(above.length > 0 ? [Math.min(...above)] : [])];
      depths.set(key, parents.length === 0 ? 0 : 1 + Math.max(...parents.map(each => depths.get(each)!)));
    }
    return [
      [...depths].reduce((sum, [key, depth]) => sum + key * depth, 0),
      `the sum of key times depth, 0 for the root, in the binary search tree without balancing into which the keys ${write(keys[0]!)}, ${listText(keys.slice(1))} are inserted in this order`
    ];
  },
  (random, write) => {
    const heap = differentOf(random, 7, [20, 999]);
    const text = `${write(heap[0]!)}, ${listText(heap.slice(1))}`;
    for (let start = 2; start >= 0; start--)
      for (let node = start; ; ) {
        const largest = [2 * node + 1, 2 * node + 2].reduce(
          (top, each) => (heap[each] !== undefined && heap[each] > heap[top]! ? each : top),
          node
        );
        if (largest === node) break;
        [heap[node], heap[largest]] = [heap[largest]!, heap[node]!];
        node = largest;
      }
    return [
      heap.reduce((sum, key, i) => sum + (i + 1) * key, 0),
      `the sum of key times position from 1 after the array ${text} is made a max-heap in place by sifting down from its last inner node to its first`
    ];
  },
  (random, write) => {
    const [size, step] = integersOf(random, [20, 300], [2, 7]);
    const doubling = random.chance(0.5);
    const runs = Array.from({length: size}, (_, i) =>
      doubling ? Math.floor(Math.log2(i + 1)) + 1 : Math.floor((size - i - 1) / step) + 1
    );
    return [
      sumOf(runs) * step,
      `the value of s after a program with n = ${write(size)} and s = 0 adds ${step} to s in the inner one of two loops, of which the outer one has i = 1, 2, 3 and so on up to n and the inner one ${doubling ? "j = 1, 2, 4 and so on, doubled while it is at most i" : `j = i, i + ${step}, i + ${2 * step} and so on while it is at most n`}`
    ];
  },
  (random, write) => {
    const [seed, factor, more, modulus, draws] = integersOf(random, [2, 9_000], [11, 99], [1, 99], [1_001, 99_999], [2, 4]);
    let value = seed;
    for (let i = 0; i < draws; i++) value = (factor * value + more) % modulus;
    return [
      value,
      `the number after ${draws} steps of the linear congruential generator that makes (${factor}x + ${more}) mod ${modulus} of x, from the seed ${write(seed)}`
    ];
  }
];

const GATES = [
  ["nand", (one: number, other: number) => ~(one & other)],
  ["nor", (one: number, other: number) => ~(one | other)],
  ["xor", (one: number, other: number) => one ^ other],
  ["xnor", (one: number, other: number) => ~(one ^ other)]
] as const;
const WORD = 0xfff;

const codes: readonly Quantity[] = [
  (random, write) => {
    const value = random.integer(300, 65_000);
    const next = Array.from({length: 4}, () => [random.integer(0, 3), random.integer(0, 3)] as const);
    let [state, sum] = [0, 0];
    for (const [i, bit] of [...value.toString(2)].entries()) {
      state = next[state]![Number(bit)]!;
      sum += (i + 1) * state;
    }
    if (sum === 0) return [Number.NaN, ""];
    const table = next.map(([zero, one], i) => `from ${i} to ${zero} on 0 and to ${one} on 1`).join(", ");
    return [
      sum,
      `the sum, over the bits of ${write(value)} in binary without leading zeros, first bit first, of the position from 1 times the state after the bit, for the automaton that starts in state 0 and goes ${table}`
    ];
  },
  (random, write) => {
    const [one, two, three, four] = integersOf(random, [100, WORD], [100, WORD], [100, WORD], [100, WORD]);
    const [inner, outer, other] = [random.pick(GATES), random.pick(GATES), random.pick(GATES)];
    return [
      outer[1](inner[1](one, two), other[1](three, four)) & WORD,
      `the unsigned value of ((${write(one)} ${inner[0]} ${two}) ${outer[0]} (${three} ${other[0]} ${four})), where gates of 12 bits work bit by bit`
    ];
  },
  (random, write) => {
    const [message, degree] = integersOf(random, [300, 9_000], [8, 12]);
    const generator = 2 ** degree + random.integer(2 ** (degree - 2), 2 ** degree - 1);
    let rest = message;
    for (let i = 0; i < degree; i++) rest *= 2;
    for (let shift = 20; shift >= 0; shift--)
      if (rest >= 2 ** (shift + degree) && (rest / 2 ** (shift + degree)) & 1) rest ^= generator << shift;
    return [
      rest,
      `the cyclic redundancy check as a number, without reflection and with 0 at the start, of the binary form of ${write(message)} with ${degree} zero bits appended, for the generator ${generator.toString(2)} in binary`
    ];
  },
  (random, write) => {
    const counts = integersOf(random, [5, 900], [5, 300], [5, 300], [5, 90]);
    const all = sumOf(counts);
    return [
      rounded(-10_000 * sumOf(counts.map(count => (count / all) * Math.log2(count / all)))),
      `10000 times the entropy in bits per symbol of a source without memory whose four symbols have frequencies in the ratio ${write(counts[0])} : ${counts.slice(1).join(" : ")}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const counts = integersOf(random, [5, 400], [5, 300], [5, 300], [5, 90], [5, 90], [5, 90]);
    const [heap, merged] = [[...counts] as number[], [] as number[]];
    while (heap.length > 1) {
      heap.sort((a, b) => a - b);
      merged.push(heap[0]! + heap[1]!);
      heap.splice(0, 2, merged.at(-1)!);
    }
    return [
      sumOf(merged),
      `the length in bits of a text in Huffman's code, without its table, whose six letters occur ${write(counts[0])}, ${listText(counts.slice(1))} times`
    ];
  },
  (random, write) => {
    const wrong = random.integer(2, 450);
    const [p, q] = [wrong / 1_000, 1 - wrong / 1_000];
    return [
      rounded(1e5 * (1 + p * Math.log2(p) + q * Math.log2(q))),
      `100000 times the capacity in bits of a binary symmetric channel that changes ${write(wrong)} of 1000 bits, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [one, other] = [random.pick([11, 17, 23, 29, 41, 47]), random.pick([53, 59, 71, 83, 89])];
    const exponent = random.pick([3, 5, 7, 11, 13, 17].filter(each => (one - 1) % each !== 0 && (other - 1) % each !== 0));
    const message = random.integer(2, one * other - 1);
    let cipher = 1;
    for (let i = 0; i < exponent; i++) cipher = (cipher * message) % (one * other);
    return [
      cipher,
      `the ciphertext of the message ${write(message)} in RSA without padding, with the public modulus ${one * other} and the public exponent ${exponent}`
    ];
  }
];

/** The words that begin every question. */
export const COMPUTING_OPENING = "Answer this question of computer science.";

export const computing = chained({
  name: "zen-computing",
  version: 1,
  summary: "Binary numbers, machines, data structures and codes by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Computer science",
  opening: COMPUTING_OPENING,
  families: {numbers, machines, structures, codes},
  // Without the digits of hexadecimal numbers.
  names: [..."GHKLQRTVWXYZ"],
  // With the 20 cells 6,000 in all.
  size: 300
});
