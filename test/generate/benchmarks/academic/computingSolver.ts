// Second solver of ZenComputing: texts of bits, exact large integers, unit steps of time and definitions instead of algorithms.
import {COMPUTING_OPENING} from "../../../../pipelines/generate/benchmarks/academic/computing.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const whole = (value: number): number => Math.round(value) + 0;
const END = ", rounded to the nearest whole number";
const numbersIn = (text: string): number[] => (text.match(/-?\d+/gu) ?? []).map(Number);
const bitsOf = (value: number, length: number): string => value.toString(2).padStart(length, "0");
/** Combines two texts of bits, bit by bit. */
const combined = (one: string, other: string, apply: (one: boolean, other: boolean) => boolean): string =>
  [...one].map((bit, i) => (apply(bit === "1", other[i] === "1") ? "1" : "0")).join("");
const numberOf = (bits: string): number => Number.parseInt(bits, 2);
const sumOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const GATES: Readonly<Record<string, (one: boolean, other: boolean) => boolean>> = {
  nand: (one, other) => !(one && other),
  nor: (one, other) => !one && !other,
  xor: (one, other) => one !== other,
  xnor: (one, other) => one === other,
  and: (one, other) => one && other,
  or: (one, other) => one || other,
  "exclusive or": (one, other) => one !== other
};

/** Sum of the times at which jobs end, by steps of one unit in which a rule chooses the job. */
function endsOf(bursts: readonly number[], choose: (left: readonly number[], time: number) => number | undefined): number {
  const left = [...bursts];
  let sum = 0;
  for (let time = 0; left.some(Boolean); time++) {
    const job = choose(left, time);
    if (job === undefined) continue;
    left[job]!--;
    if (left[job] === 0) sum += time + 1;
  }
  return sum;
}

/** All profiles of code lengths of a full binary code. */
function profilesOf(leaves: number): number[][] {
  if (leaves === 1) return [[0]];
  return Array.from({length: leaves - 1}, (_, i) => i + 1).flatMap(left =>
    profilesOf(left).flatMap(one => profilesOf(leaves - left).map(other => [...one, ...other].map(length => length + 1)))
  );
}
const PROFILES = profilesOf(6).map(profile => profile.sort((a, b) => a - b));

const METHODS: readonly Method[] = [
  [
    "the value as a signed number in two's complement of the lowest # bits of #",
    ([bits, value]) => Number(BigInt.asIntN(bits!, BigInt(value!))),
    6
  ],
  [
    "the unsigned number that results when #, written in 16 bits, is rotated to the @ by # bits",
    ([value, by], [way]) => {
      const [bits, cut] = [bitsOf(value!, 16), way === "left" ? by! : 16 - by!];
      return numberOf(bits.slice(cut) + bits.slice(0, cut));
    },
    6
  ],
  [
    "the number whose digits in base # are those of # in base # in reverse order",
    ([base, value]) => Number.parseInt([...value!.toString(base)].reverse().join(""), base),
    6
  ],
  [
    "the number whose binary form is the reflected binary Gray code of #",
    // Each bit says whether it differs from the one before.
    ([value]) => {
      const bits = value!.toString(2);
      return numberOf([...bits].map((bit, i) => (i > 0 && bit === bits[i - 1] ? "0" : i === 0 ? bit : "1")).join(""));
    },
    6
  ],
  [
    `the average access time in picoseconds of a first cache with # picoseconds and # percent misses, a second cache with # picoseconds more and # percent misses, and a memory with # nanoseconds more${END}`,
    // Of 10,000 accesses.
    ([hit, missed, second, more, memory]) =>
      whole((10_000 * hit! + 100 * missed! * second! + missed! * more! * memory! * 1_000) / 10_000),
    4
  ],
  [
    "the sum of the times from the start to the end of five processes, all ready at the start, that need @ milliseconds and take turns in this order by round robin with a quantum of # milliseconds, in milliseconds",
    // In each round, every job that is left runs for a quantum.
    ([quantum], [list]) => {
      let [left, time, sum] = [numbersIn(list!), 0, 0];
      while (left.length > 0) {
        for (const each of left) {
          time += Math.min(each, quantum!);
          if (each <= quantum!) sum += time;
        }
        left = left.filter(each => each > quantum!).map(each => each - quantum!);
      }
      return sum;
    },
    6
  ],
  [
    "the sum of the turnaround times in milliseconds, with shortest remaining time first, of four processes that arrive after @ milliseconds and need @ milliseconds",
    (_, [times, list]) => {
      const arrivals = numbersIn(times!);
      const sum = endsOf(numbersIn(list!), (left, time) =>
        [...left.keys()]
          .filter(job => left[job]! > 0 && arrivals[job]! <= time)
          .sort((one, other) => left[one]! - left[other]!)
          .at(0)
      );
      return sum - sumOf(arrivals);
    },
    6
  ],
  [
    "the number that has to be added to the address 172.16.0.0 to get the @ address of the subnet with prefix length # that contains the address # after 172.16.0.0",
    ([prefix, place], [which]) => {
      const bits = bitsOf(172 * 2 ** 24 + 16 * 2 ** 16 + place!, 32).slice(0, prefix);
      return numberOf(bits.padEnd(32, which === "broadcast" ? "1" : "0")) - numberOf("10101100000100000000000000000000");
    },
    6
  ],
  [
    `the time in microseconds in which a disk with a seek time of # microseconds and # revolutions per minute reads # kilobytes at # megabytes per second (powers of ten), with half a revolution of waiting${END}`,
    ([seek, revolutions, kilobytes, rate]) => {
      const revolution = 60 / revolutions!;
      return whole(1e6 * (seek! / 1e6 + revolution / 2 + (kilobytes! * 1e3) / (rate! * 1e6)));
    },
    4
  ],
  [
    `10000 times the speedup by Amdahl's law of a program of which # percent run in parallel on # processors${END}`,
    ([share, processors]) => whole(bisect(speedup => speedup * (1 - share! / 100 + share! / 100 / processors!) - 10_000, 0, 1e7)),
    4
  ],
  [
    "the physical address of the virtual address # with pages of # bytes, of which numbers 0 to 5 are in the frames @",
    ([address, size], [list]) => {
      let [offset, page] = [address!, 0];
      for (; offset >= size!; page++) offset -= size!;
      return numbersIn(list!)[page]! * size! + offset;
    },
    6
  ],
  [
    "the sum of key times slot after the keys @ are inserted in this order into an empty hash table with slots 0 to #, hash k mod #, and @",
    ([, slots], [list, probing]) => {
      const free = new Set(Array.from({length: slots!}, (_, i) => i));
      return sumOf(
        numbersIn(list!).map(key => {
          const step = probing === "linear probing" ? 1 : 1 + (key % 5);
          const tried = Array.from({length: slots!}, (_, i) => (key + i * step) % slots!);
          const slot = tried.find(each => free.has(each))!;
          free.delete(slot);
          return key * slot;
        })
      );
    },
    8
  ],
  [
    "f(#) for f(1) = # and f(n) = @ for larger powers n of 2",
    ([size, first], [text]) => {
      const [, factor, linear] = /^(\d*)f\(n\/2\) \+ (\d*)n$/u.exec(text!)!;
      // Level by level of the tree of calls.
      let [sum, calls] = [0, 1];
      for (let n = size!; n > 1; n /= 2, calls *= Number(factor || 1)) sum += calls * Number(linear || 1) * n;
      return sum + calls * first!;
    },
    6
  ],
  [
    "the hash after the bytes @ if it is # before them and each byte b makes it (#h + b) mod # of the hash h before",
    ([start, factor, modulus], [list]) => {
      const bytes = numbersIn(list!);
      const powers = bytes.map((byte, i) => BigInt(byte) * BigInt(factor!) ** BigInt(bytes.length - 1 - i));
      const first = BigInt(start!) * BigInt(factor!) ** BigInt(bytes.length);
      return Number(powers.reduce((a, b) => a + b, first) % BigInt(modulus!));
    },
    6
  ],
  [
    "the sum of key times depth, 0 for the root, in the binary search tree without balancing into which the keys @ are inserted in this order",
    // One key is above another if it was the first of all keys from one to the other.
    (_, [list]) => {
      const keys = numbersIn(list!);
      const isAbove = (one: number, other: number) =>
        one !== other && keys.find(key => key >= Math.min(one, other) && key <= Math.max(one, other)) === one;
      return sumOf(keys.map(key => key * keys.filter(other => isAbove(other, key)).length));
    },
    8
  ],
  [
    "the sum of key times position from 1 after the array @ is made a max-heap in place by sifting down from its last inner node to its first",
    // Both halves are made heaps first; then the root goes down.
    (_, [list]) => {
      const heap = numbersIn(list!);
      const sift = (node: number): void => {
        const children = [2 * node, 2 * node + 1].filter(each => each <= heap.length);
        const top = children.toSorted((one, other) => heap[other - 1]! - heap[one - 1]!)[0];
        if (top === undefined || heap[top - 1]! < heap[node - 1]!) return;
        [heap[node - 1], heap[top - 1]] = [heap[top - 1]!, heap[node - 1]!];
        sift(top);
      };
      const build = (node: number): void => {
        if (node > heap.length) return;
        build(2 * node);
        build(2 * node + 1);
        sift(node);
      };
      build(1);
      return sumOf(heap.map((key, i) => key * (i + 1)));
    },
    8
  ],
  [
    "the value of s after a program with n = # and s = 0 adds # to s in the inner one of two loops, of which the outer one has i = 1, 2, 3 and so on up to n and the inner one @",
    ([n, step], [loop]) => {
      let s = 0;
      for (let i = 1; i <= n!; i++)
        if (loop!.includes("doubled")) for (let j = 1; j <= i; j *= 2) s += step!;
        else for (let j = i; j <= n!; j += step!) s += step!;
      return s;
    },
    6
  ],
  [
    "the number after # steps of the linear congruential generator that makes (#x + #) mod # of x, from the seed #",
    ([draws, factor, more, modulus, seed]) => {
      const power = BigInt(factor!) ** BigInt(draws!);
      const constant = (BigInt(more!) * (power - 1n)) / (BigInt(factor!) - 1n);
      return Number((power * BigInt(seed!) + constant) % BigInt(modulus!));
    },
    6
  ],
  [
    "the sum, over the bits of # in binary without leading zeros, first bit first, of the position from 1 times the state after the bit, for the automaton that starts in state 0 and goes @",
    ([value], [table]) => {
      const next = new Map<string, string>();
      for (const [, from, zero, one] of table!.matchAll(/from (\d) to (\d) on 0 and to (\d) on 1/gu))
        next.set(`${from}0`, zero!).set(`${from}1`, one!);
      const states: string[] = ["0"];
      for (const bit of value!.toString(2)) states.push(next.get(states.at(-1)! + bit)!);
      return sumOf(states.map((state, i) => i * Number(state)));
    },
    8
  ],
  [
    "the unsigned value of ((# @ #) @ (# @ #)), where gates of 12 bits work bit by bit",
    ([one, two, three, four], [inner, outer, other]) => {
      const [a, b, c, d] = [one!, two!, three!, four!].map(each => bitsOf(each, 12)) as [string, string, string, string];
      return numberOf(combined(combined(a, b, GATES[inner!]!), combined(c, d, GATES[other!]!), GATES[outer!]!));
    },
    6
  ],
  [
    "the cyclic redundancy check as a number, without reflection and with 0 at the start, of the binary form of # with # zero bits appended, for the generator # in binary",
    // Long division, written out.
    ([message, degree, generator]) => {
      const divisor = String(generator);
      let rest = message!.toString(2) + "0".repeat(degree!);
      while (rest.length > degree!) {
        if (rest.startsWith("1"))
          rest = combined(rest.slice(0, divisor.length), divisor, GATES.xor!) + rest.slice(divisor.length);
        rest = rest.slice(1);
      }
      return numberOf(rest);
    },
    8
  ],
  [
    `10000 times the entropy in bits per symbol of a source without memory whose four symbols have frequencies in the ratio # : # : # : #${END}`,
    counts => {
      const all = sumOf(counts);
      return whole((10_000 * (Math.log(all) - sumOf(counts.map(count => count * Math.log(count))) / all)) / Math.LN2);
    },
    4
  ],
  [
    "the length in bits of a text in Huffman's code, without its table, whose six letters occur @ times",
    // The best of all profiles of code lengths, the shortest for the most frequent.
    (_, [list]) => {
      const counts = numbersIn(list!).sort((a, b) => b - a);
      return Math.min(...PROFILES.map(lengths => sumOf(lengths.map((length, i) => length * counts[i]!))));
    },
    6
  ],
  [
    `100000 times the capacity in bits of a binary symmetric channel that changes # of 1000 bits${END}`,
    // Mutual information of equally likely inputs with outputs.
    ([wrong]) => {
      const joint = [wrong! / 2_000, wrong! / 2_000, (1_000 - wrong!) / 2_000, (1_000 - wrong!) / 2_000];
      return whole(1e5 * sumOf(joint.map(each => each * Math.log2(each / 0.25))));
    },
    4
  ],
  [
    "the ciphertext of the message # in RSA without padding, with the public modulus # and the public exponent #",
    ([message, modulus, exponent]) => Number(BigInt(message!) ** BigInt(exponent!) % BigInt(modulus!)),
    6
  ],
  [
    "the bitwise @ of # and the hexadecimal number @",
    ([value, mask], [name]) => numberOf(combined(bitsOf(value!, 20), bitsOf(mask!, 20), GATES[name!]!)),
    6
  ],
  [
    "# plus the value, rounded towards zero, of the IEEE 754 number of single precision with the hexadecimal bits @",
    ([more, bits]) => {
      const view = new DataView(new ArrayBuffer(4));
      view.setUint32(0, bits!);
      return more! + Math.floor(view.getFloat32(0));
    },
    6
  ]
];

/** Adds up the times of hits and misses: an access hits where fewer other blocks of its set were used since its last use than fit in. */
const CACHE: Method = [
  "the time in nanoseconds that reads of the byte addresses @ take with a cache that is empty at first and has # sets of @ of # bytes, at # nanoseconds for a hit and # for a miss",
  ([sets, size, hit, miss], [list, ways]) => {
    const blocks = numbersIn(list!).map(address => Math.floor(address / size!));
    return sumOf(
      blocks.map((block, i) => {
        const last = blocks.lastIndexOf(block, i - 1);
        const others = new Set(blocks.slice(last + 1, i).filter(each => each % sets! === block % sets!));
        return i > 0 && last >= 0 && others.size < (ways!.startsWith("one") ? 1 : 2) ? hit! : miss!;
      })
    );
  },
  8
];

export const solveComputing = chainedSolver(COMPUTING_OPENING, [...METHODS, CACHE]);
