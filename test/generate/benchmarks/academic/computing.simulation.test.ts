import {expect, test} from "vitest";
import {COMPUTING_OPENING, computing} from "../../../../pipelines/generate/benchmarks/academic/computing.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveComputing} from "./computingSolver.js";

const measured = {benchmark: computing, solve: solveComputing, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

// Worked by hand: 255 is -1 in 8 bits; Gray code of 2 is 3; RSA of the textbook key (3233, 17) makes 2790 of 65 (Wikipedia, RSA); 1/(0.5 + 0.5/2);
// Wikipedia's example of a check of 11010011101100 with 1011 is 100; merge sort with f(1) = 0 takes n log n.
test.each([
  ["the value as a signed number in two's complement of the lowest 8 bits of 511", -1],
  ["the number whose binary form is the reflected binary Gray code of 2", 3],
  ["the ciphertext of the message 65 in RSA without padding, with the public modulus 3233 and the public exponent 17", 2_790],
  [
    "10000 times the speedup by Amdahl's law of a program of which 50 percent run in parallel on 2 processors, rounded to the nearest whole number",
    13_333
  ],
  [
    "the cyclic redundancy check as a number, without reflection and with 0 at the start, of the binary form of 13548 with 3 zero bits appended, for the generator 1011 in binary",
    4
  ],
  ["f(16) for f(1) = 0 and f(n) = 2f(n/2) + n for larger powers n of 2", 64],
  [
    "the length in bits of a text in Huffman's code, without its table, whose six letters occur 45, 13, 12, 16, 9 and 5 times",
    224
  ]
])("the second solver: %s is %d", (text, value) => {
  expect(solveComputing(asked(COMPUTING_OPENING, text))?.answer).toBe(String(value));
});
