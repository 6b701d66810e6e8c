import {expect, test} from "vitest";
import {BIOLOGY_OPENING, biology} from "../../../../pipelines/generate/benchmarks/academic/biology.js";
import {asked, chainTests} from "../quality/chainedTests.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveBiology} from "./biologySolver.js";

const measured = {benchmark: biology, solve: solveBiology, least_rate: 2_000};

qualityTests(measured, {size: 6_000});
chainTests(measured);

const CHECKSUM =
  "the sum, over the amino acids, of position in the peptide times place of the one-letter code in the alphabet (A = 1), for the peptide of the messenger RNA";
const READING = "read from its first base to a stop codon or the last whole codon";

// Worked by hand: a dihybrid cross has 9 of 16; q = 0.1 has 18 % carriers; half the greatest rate at Km; methionine (13) and alanine (1), with
// valine (22) for alanine after a substitution, and methionine and cysteine (3) after a deletion.
test.each([
  [
    "the expected number of offspring with the phenotype A_B_ among 1600 offspring of AaBb and AaBb (unlinked genes, capital letters dominant), rounded to the nearest whole number",
    900
  ],
  [
    "the expected number of heterozygotes in a population of 10000 in Hardy-Weinberg equilibrium for two alleles, of which 100 are homozygous for one allele, rounded to the nearest whole number",
    1_800
  ],
  [
    "the rate in nanomoles per minute of an enzyme by Michaelis and Menten with a greatest rate of 10 micromoles per minute and a Michaelis constant of 5 micromoles per litre, at a substrate concentration of 5 micromoles per litre, rounded to the nearest whole number",
    5_000
  ],
  [`100 plus ${CHECKSUM} AUGGCUUAA (5' to 3'), ${READING}`, 115],
  [`${CHECKSUM} AUGGCUUAA (5' to 3'), ${READING}, after its base number 5 is replaced by uracil`, 57],
  [`${CHECKSUM} AUGGUGUUAA (5' to 3'), ${READING}, after its base number 4 is deleted`, 19],
  [`${CHECKSUM} AUGUGUUAA (5' to 3'), ${READING}, after its base number 6 is replaced by adenine`, 13]
])("the second solver: %s is %d", (text, value) => {
  expect(solveBiology(asked(BIOLOGY_OPENING, text))?.answer).toBe(String(value));
});
