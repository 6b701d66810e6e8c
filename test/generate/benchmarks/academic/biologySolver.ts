// Second solver of ZenBiology: gametes one by one, genotypes by number, codons by their amino acids, small steps of time and bisection.
import {BIOLOGY_OPENING} from "../../../../pipelines/generate/benchmarks/academic/biology.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const whole = (value: number): number => Math.round(value) + 0;
const END = ", rounded to the nearest whole number";

/** All gametes of a genotype, such as AaBb. */
const gametesOf = (genotype: string): string[] =>
  genotype === "" ? [""] : gametesOf(genotype.slice(2)).flatMap(rest => [genotype[0]! + rest, genotype[1]! + rest]);
const shows = (trait: string, one: string, other: string): boolean =>
  [...one].every((allele, i) => {
    const isDominant = allele === allele.toUpperCase() || other[i] === other[i]!.toUpperCase();
    return isDominant === (trait[2 * i + 1] === "_");
  });

/** Codons of each amino acid, as textbooks list them; N is any base, Y a pyrimidine, R a purine, H all but guanine. */
const CODONS: Readonly<Record<string, string>> = {
  ...{A: "GCN", C: "UGY", D: "GAY", E: "GAR", F: "UUY", G: "GGN", H: "CAY", I: "AUH", K: "AAR", L: "UUR CUN", M: "AUG", N: "AAY"},
  ...{P: "CCN", Q: "CAR", R: "CGN AGR", S: "UCN AGY", T: "ACN", V: "GUN", W: "UGG", Y: "UAY"}
};
const CODES: Readonly<Record<string, string>> = {N: "[UCAG]", Y: "[UC]", R: "[AG]", H: "[UCA]"};
const PATTERNS = Object.entries(CODONS).map(
  ([code, list]) =>
    [code, new RegExp(`^(?:${list.replaceAll(" ", "|").replaceAll(/[NYRH]/gu, sign => CODES[sign]!)})$`, "u")] as const
);
function checksum(rna: string): number {
  let sum = 0;
  for (const [i, codon] of (rna.match(/.{3}/gu) ?? []).entries()) {
    const code = PATTERNS.find(([, pattern]) => pattern.test(codon))?.[0];
    if (code === undefined) break;
    sum += (i + 1) * " ABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(code);
  }
  return sum;
}
const CHECKSUM =
  "the sum, over the amino acids, of position in the peptide times place of the one-letter code in the alphabet (A = 1), for the peptide";
const READING = "read from its first base to a stop codon or the last whole codon";
const RNA = `${CHECKSUM} of the messenger RNA @ (5' to 3'), ${READING}`;
const SYMBOLS: Readonly<Record<string, string>> = {uracil: "U", cytosine: "C", adenine: "A", guanine: "G"};
const COPIES: Readonly<Record<string, string>> = {A: "U", T: "A", G: "C", C: "G"};

/** The value of a differential equation's solution after a time, by Runge and Kutta's method. */
function integrated(start: number, time: number, slope: (value: number) => number): number {
  const steps = 2_000;
  const h = time / steps;
  let value = start;
  for (let i = 0; i < steps; i++) {
    const a = slope(value);
    const b = slope(value + (h * a) / 2);
    const c = slope(value + (h * b) / 2);
    const d = slope(value + h * c);
    value += (h * (a + 2 * b + 2 * c + d)) / 6;
  }
  return value;
}
const repeated = (value: number, times: number, change: (value: number) => number): number => {
  for (let i = 0; i < times; i++) value = change(value);
  return value;
};

const METHODS: readonly (readonly [phrase: string, work: (numbers: number[], texts: string[]) => number])[] = [
  [
    "the expected number of offspring with the phenotype @ among # offspring of @ and @ (unlinked genes, capital letters dominant)",
    ([count], [trait, mother, father]) => {
      const pairs = gametesOf(mother!).flatMap(one => gametesOf(father!).map(other => shows(trait!, one, other)));
      return (count! * pairs.filter(Boolean).length) / pairs.length;
    }
  ],
  [
    "the expected number of heterozygotes in a population of # in Hardy-Weinberg equilibrium for two alleles, of which # are homozygous for one allele",
    // The square of half the heterozygotes is the product of both kinds of homozygotes.
    ([all, ill]) => {
      const other = bisect(count => ill! + count + 2 * Math.sqrt(ill! * count) - all!, 0, all!);
      return all! - ill! - other;
    }
  ],
  [
    "the expected number of double crossovers among # offspring of a testcross with three linked genes, of which neighbours recombine in # and # percent, at an interference of # percent",
    ([count, one, other, interference]) => {
      const independent = (((count! / 100) * one!) / 100) * other!;
      return independent - (independent / 100) * interference!;
    }
  ],
  [
    "100000 times the frequency of a recessive allele after # @ of random mating in which # percent of the homozygous recessive die before they mate, from a frequency among newborns of # in 1000",
    ([generations, loss, start]) =>
      1e5 *
      repeated(start! / 1_000, generations!, share => {
        const [two, one, none] = [share ** 2 * (1 - loss! / 100), 2 * share * (1 - share), (1 - share) ** 2];
        return (2 * two + one) / (2 * (two + one + none));
      })
  ],
  [
    "100000 times the expected heterozygosity, from # percent, after # generations of drift in a population of # diploid individuals that mate at random",
    // Two copies of a gene have one parent copy with the chance 1 in 2 N.
    ([start, generations, size]) => repeated(1_000 * start!, generations!, value => value - value / (2 * size!))
  ],
  [
    "the expected number of colour-blind people among # of whom # percent are men and the others women, if # percent of the X chromosomes carry the one recessive allele for it",
    ([all, share, allele]) => {
      const men = (all! * share!) / 100;
      return (men * allele!) / 100 + ((((all! - men) * allele!) / 100) * allele!) / 100;
    }
  ],
  [
    "the number of hydrogen bonds between the strands of a DNA of # base pairs of which # percent are guanine with cytosine",
    ([pairs, share]) => (3 * pairs! * share!) / 100 + (2 * pairs! * (100 - share!)) / 100
  ],
  [
    "the size after # years of a population of # that grows by # percent each year",
    ([years, start, rate]) => repeated(start!, years!, size => size + (size * rate!) / 100)
  ],
  [
    "the size after # years of a population of # in continuous logistic growth with a capacity of # and an intrinsic rate of # per year",
    ([years, start, capacity, rate]) => integrated(start!, years!, size => rate! * size * (1 - size / capacity!))
  ],
  [
    "the size of a population by Chapman's estimator (Lincoln-Petersen with 1 added to each count), if # are marked and # of # caught later have the mark",
    ([marked, again, caught]) => bisect(size => (size + 1) * (again! + 1) - (marked! + 1) * (caught! + 1), 0, 1e7)
  ],
  [
    "the number of bacteria after # minutes of exponential growth from # with a doubling time of # minutes",
    ([minutes, cells, doubling]) => integrated(cells!, minutes!, count => (count * Math.LN2) / doubling!)
  ],
  [
    "1000 times the net reproductive rate of females of whom #, # and # percent live to their first, second and third breeding season, and have #, # and # daughters in 100 females in these seasons",
    // Daughters of 100,000 newborn females.
    ([first, second, third, one, two, three]) =>
      [
        [first!, one!],
        [second!, two!],
        [third!, three!]
      ].reduce((sum, [alive, daughters]) => sum + (1_000 * alive! * daughters!) / 100, 0) / 100
  ],
  [
    "10000 times the Shannon index with natural logarithms of a community of four species with #, #, # and # individuals",
    // The logarithm of the total less the mean logarithm of the counts.
    counts => {
      const all = counts.reduce((a, b) => a + b, 0);
      return 10_000 * (Math.log(all) - counts.reduce((sum, count) => sum + count * Math.log(count), 0) / all);
    }
  ],
  [
    "the rate in nanomoles per minute of an enzyme by Michaelis and Menten with a greatest rate of # micromoles per minute and a Michaelis constant of # micromoles per litre, at a substrate concentration of # micromoles per litre",
    // Free and bound enzyme are in the ratio of the constant to the substrate.
    ([most, half, substrate]) => 1_000 * bisect(rate => rate * half! - (most! - rate) * substrate!, 0, most!)
  ],
  [
    "the rate in nanomoles per minute of an enzyme with a greatest rate of # micromoles per minute and a Michaelis constant of # micromoles per litre, at # micromoles of substrate and # micromoles of a @ inhibitor (inhibition constant #) per litre",
    // Enzyme without anything, with substrate, with inhibitor, and with both, relative to the first.
    ([most, half, substrate, inhibitor, constant], [kind]) => {
      const [bound, blocked] = [substrate! / half!, inhibitor! / constant!];
      const both = kind === "competitive" ? 0 : bound * blocked;
      return (1_000 * most! * bound) / (1 + bound + blocked + both);
    }
  ],
  [
    "the Michaelis constant in nanomoles per litre of an enzyme whose rate is # at # and # at # micromoles of substrate per litre",
    // The greatest rate that both rates imply is the same.
    ([slow, low, fast, high]) => 1_000 * bisect(half => (slow! * (half + low!)) / low! - (fast! * (half + high!)) / high!, 0, 1e6)
  ],
  [
    "the number of colony-forming units per microlitre of a culture of which # microlitres, after # dilutions of one to ten in a row, give # colonies",
    ([volume, dilutions, colonies]) => repeated(colonies! / volume!, dilutions!, density => density * 10)
  ],
  [
    "the number of copies after # cycles of a polymerase chain reaction with an efficiency of # percent from # copies",
    ([cycles, efficiency, copies]) => repeated(copies!, cycles!, count => count + (count * efficiency!) / 100)
  ],
  [
    "the concentration in nanomoles per litre of NADH in a sample that, diluted # times, absorbs # thousandths in a cuvette of one centimetre, of which # thousandths are the blank (# litres per mole and centimetre)",
    ([factor, absorbance, blank, coefficient]) =>
      bisect(nano => ((nano / 1e9) * coefficient! * 1_000) / factor! + blank! - absorbance!, 0, 1e7)
  ],
  [
    "100000 times the share of binding sites that are occupied by Hill's equation with a coefficient of #, at # micromoles of ligand per litre, if half are occupied at # micromoles per litre",
    ([power, ligand, half]) => bisect(share => share * half! ** power! - (1e5 - share) * ligand! ** power!, 0, 1e5)
  ]
];

const EXACT: readonly Method[] = [
  [`# plus ${RNA}`, ([more], [rna]) => more! + checksum(rna!), 6],
  [
    `# plus ${CHECKSUM} that the template strand @ (3' to 5') encodes, ${READING}`,
    ([more], [strand]) => more! + checksum([...strand!].map(base => COPIES[base]!).join("")),
    6
  ],
  [
    `${RNA}, after its base number # is replaced by @`,
    ([place], [rna, base]) => checksum([...rna!].with(place! - 1, SYMBOLS[base!]!).join("")),
    6
  ],
  [`${RNA}, after its base number # is deleted`, ([place], [rna]) => checksum([...rna!].toSpliced(place! - 1, 1).join("")), 6]
];

export const solveBiology = chainedSolver(BIOLOGY_OPENING, [
  ...METHODS.map(([phrase, work]): Method => [`${phrase}${END}`, (...parts) => whole(work(...parts)), 4]),
  ...EXACT
]);
