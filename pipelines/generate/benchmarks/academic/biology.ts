// The benchmark ZenBiology: inheritance, the genetic code, populations and the laboratory by calculation, linked into chains of up to nine
// quantities.
import type {Random} from "../../seed.js";
import {chained, integersOf, type Quantity, ROUNDED, rounded} from "../chained.js";

/** Letters of one gene in both parents, and the shares of offspring with the dominant and the recessive trait. */
function geneOf(letter: string, random: Random) {
  const [mother, father] = [random.integer(0, 2), random.integer(0, 2)]; // dominant alleles
  const recessive = ((2 - mother) / 2) * ((2 - father) / 2);
  const genotype = (count: number) => letter.toUpperCase().repeat(count) + letter.repeat(2 - count);
  const isDominant = recessive === 0 || (recessive < 1 && random.chance(0.6));
  return {
    mother: genotype(mother),
    father: genotype(father),
    trait: isDominant ? `${letter.toUpperCase()}_` : letter.repeat(2),
    share: isDominant ? 1 - recessive : recessive
  };
}

const inheritance: readonly Quantity[] = [
  (random, write) => {
    const genes = [..."abcde"].slice(0, random.integer(3, 5)).map(letter => geneOf(letter, random));
    const [count, share] = [random.integer(500, 90_000), genes.reduce((product, gene) => product * gene.share, 1)];
    if (share === 1) return [Number.NaN, ""];
    const text = (part: "mother" | "father" | "trait") => genes.map(gene => gene[part]).join("");
    return [
      rounded(count * share),
      `the expected number of offspring with the phenotype ${text("trait")} among ${write(count)} offspring of ${text("mother")} and ${text("father")} (unlinked genes, capital letters dominant), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [all, ill] = integersOf(random, [1_000, 90_000], [2, 800]);
    const recessive = Math.sqrt(ill / all);
    return [
      rounded(2 * all * recessive * (1 - recessive)),
      `the expected number of heterozygotes in a population of ${all} in Hardy-Weinberg equilibrium for two alleles, of which ${write(ill)} are homozygous for one allele, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [count, one, other, interference] = integersOf(random, [2_000, 90_000], [4, 30], [4, 30], [5, 80]);
    return [
      rounded((count * one * other * (100 - interference)) / 1_000_000),
      `the expected number of double crossovers among ${write(count)} offspring of a testcross with three linked genes, of which neighbours recombine in ${one} and ${other} percent, at an interference of ${interference} percent, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [first, loss, generations] = integersOf(random, [50, 950], [5, 95], [1, 3]);
    let share = first / 1_000;
    for (let i = 0; i < generations; i++) share = (share * (1 - (share * loss) / 100)) / (1 - (share ** 2 * loss) / 100);
    return [
      rounded(100_000 * share),
      `100000 times the frequency of a recessive allele after ${generations} generation${generations > 1 ? "s" : ""} of random mating in which ${loss} percent of the homozygous recessive die before they mate, from a frequency among newborns of ${write(first)} in 1000, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [size, generations, start] = integersOf(random, [10, 400], [5, 60], [20, 50]);
    return [
      rounded(1_000 * start * (1 - 1 / 2 / size) ** generations),
      `100000 times the expected heterozygosity, from ${start} percent, after ${generations} generations of drift in a population of ${write(size)} diploid individuals that mate at random, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [all, share, ill] = integersOf(random, [2_000, 90_000], [20, 80], [2, 30]);
    const allele = ill / 100;
    return [
      rounded(all * ((share / 100) * allele + (1 - share / 100) * allele ** 2)),
      `the expected number of colour-blind people among ${write(all)} of whom ${share} percent are men and the others women, if ${ill} percent of the X chromosomes carry the one recessive allele for it, ${ROUNDED}`
    ];
  }
];

const BASES = "UCAG";
/** One-letter codes by the bases of a codon in the order U, C, A, G, the last base fastest; * is a stop (NCBI genetic code 1). */
const AMINO_ACIDS = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";
const BASE_NAMES: Readonly<Record<string, string>> = {U: "uracil", C: "cytosine", A: "adenine", G: "guanine"};
const COMPLEMENTS: Readonly<Record<string, string>> = {U: "A", C: "G", A: "T", G: "C"};

/** The peptide of a messenger RNA, from its first base to a stop codon or the last whole codon. */
function peptideOf(rna: string): string {
  let peptide = "";
  for (let i = 0; i + 3 <= rna.length; i += 3) {
    const place = [...rna.slice(i, i + 3)].reduce((sum, base) => 4 * sum + BASES.indexOf(base), 0);
    if (AMINO_ACIDS[place] === "*") break;
    peptide += AMINO_ACIDS[place]!;
  }
  return peptide;
}
/** Sum over a peptide of position times place of the one-letter code in the alphabet. */
const checksumOf = (peptide: string): number =>
  [...peptide].reduce((sum, code, i) => sum + (i + 1) * (code.charCodeAt(0) - 64), 0);
const CHECKSUM =
  "the sum, over the amino acids, of position in the peptide times place of the one-letter code in the alphabet (A = 1)";
const READING = "read from its first base to a stop codon or the last whole codon";

/** A start codon, codons without a stop, and a stop codon. */
function rnaOf(random: Random, codons: number): string {
  const codon = (): string => {
    const text = Array.from({length: 3}, () => random.pick([...BASES])).join("");
    return peptideOf(text) === "" ? codon() : text;
  };
  return `AUG${Array.from({length: codons}, codon).join("")}${random.pick(["UAA", "UAG", "UGA"])}`;
}

const genes: readonly Quantity[] = [
  (random, write) => {
    const [rna, more] = [rnaOf(random, random.integer(6, 10)), random.integer(2, 999)];
    return [
      more + checksumOf(peptideOf(rna)),
      `${write(more)} plus ${CHECKSUM}, for the peptide of the messenger RNA ${rna} (5' to 3'), ${READING}`
    ];
  },
  (random, write) => {
    const [rna, more] = [rnaOf(random, random.integer(5, 8)), random.integer(2, 999)];
    const strand = [...rna].map(base => COMPLEMENTS[base]!).join("");
    return [
      more + checksumOf(peptideOf(rna)),
      `${write(more)} plus ${CHECKSUM}, for the peptide that the template strand ${strand} (3' to 5') encodes, ${READING}`
    ];
  },
  (random, write) => {
    const rna = rnaOf(random, random.integer(7, 10));
    const place = random.integer(4, rna.length - 3);
    const base = random.pick([...BASES].filter(each => each !== rna[place - 1]));
    return [
      checksumOf(peptideOf(rna.slice(0, place - 1) + base + rna.slice(place))),
      `${CHECKSUM}, for the peptide of the messenger RNA ${rna} (5' to 3'), ${READING}, after its base number ${write(place)} is replaced by ${BASE_NAMES[base]}`
    ];
  },
  (random, write) => {
    const rna = rnaOf(random, random.integer(8, 11));
    const place = random.integer(4, rna.length - 9);
    return [
      checksumOf(peptideOf(rna.slice(0, place - 1) + rna.slice(place))),
      `${CHECKSUM}, for the peptide of the messenger RNA ${rna} (5' to 3'), ${READING}, after its base number ${write(place)} is deleted`
    ];
  },
  (random, write) => {
    const [pairs, share] = integersOf(random, [200, 90_000], [20, 80]);
    return [
      rounded(pairs * (2 + share / 100)),
      `the number of hydrogen bonds between the strands of a DNA of ${write(pairs)} base pairs of which ${share} percent are guanine with cytosine, ${ROUNDED}`
    ];
  }
];

const populations: readonly Quantity[] = [
  (random, write) => {
    const [first, rate, years] = integersOf(random, [200, 9_000], [2, 40], [3, 12]);
    return [
      rounded(first * (1 + rate / 100) ** years),
      `the size after ${years} years of a population of ${write(first)} that grows by ${rate} percent each year, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [first, capacity, rate, years] = integersOf(random, [50, 2_000], [2_500, 50_000], [10, 90], [2, 8]);
    return [
      rounded(capacity / (1 + (capacity / first - 1) * Math.exp((-rate * years) / 100))),
      `the size after ${years} years of a population of ${write(first)} in continuous logistic growth with a capacity of ${capacity} and an intrinsic rate of ${rate / 100} per year, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Chapman 1951, Univ Calif Publ Stat 1:131.
    const [marked, caught, again] = integersOf(random, [60, 900], [60, 900], [5, 50]);
    return [
      rounded(((marked + 1) * (caught + 1)) / (again + 1) - 1),
      `the size of a population by Chapman's estimator (Lincoln-Petersen with 1 added to each count), if ${write(marked)} are marked and ${again} of ${caught} caught later have the mark, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [cells, minutes, doubling] = integersOf(random, [50, 900], [60, 200], [20, 60]);
    return [
      rounded(cells * 2 ** (minutes / doubling)),
      `the number of bacteria after ${minutes} minutes of exponential growth from ${write(cells)} with a doubling time of ${doubling} minutes, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [first, second, third, one, two, three] = integersOf(
      random,
      [50, 90],
      [20, 48],
      [4, 18],
      [10, 900],
      [20, 900],
      [20, 900]
    );
    return [
      rounded((first * one + second * two + third * three) / 10),
      `1000 times the net reproductive rate of females of whom ${first}, ${second} and ${third} percent live to their first, second and third breeding season, and have ${write(one)}, ${two} and ${three} daughters in 100 females in these seasons, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const counts = integersOf(random, [5, 900], [5, 300], [5, 300], [5, 90]);
    const all = counts.reduce((a, b) => a + b, 0);
    const index = -counts.reduce((sum, count) => sum + (count / all) * Math.log(count / all), 0);
    return [
      rounded(10_000 * index),
      `10000 times the Shannon index with natural logarithms of a community of four species with ${write(counts[0])}, ${counts[1]}, ${counts[2]} and ${counts[3]} individuals, ${ROUNDED}`
    ];
  }
];

const laboratory: readonly Quantity[] = [
  (random, write) => {
    const [most, substrate, half] = integersOf(random, [20, 900], [5, 400], [5, 400]);
    return [
      rounded((1_000 * most * substrate) / (half + substrate)),
      `the rate in nanomoles per minute of an enzyme by Michaelis and Menten with a greatest rate of ${most} micromoles per minute and a Michaelis constant of ${half} micromoles per litre, at a substrate concentration of ${write(substrate)} micromoles per litre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [most, substrate, half, inhibitor, constant] = integersOf(random, [20, 900], [5, 400], [5, 400], [2, 300], [2, 90]);
    const competitive = random.chance(0.5);
    const [reached, apparent] = competitive
      ? [most, half * (1 + inhibitor / constant)]
      : [most / (1 + inhibitor / constant), half];
    return [
      rounded((1_000 * reached * substrate) / (apparent + substrate)),
      `the rate in nanomoles per minute of an enzyme with a greatest rate of ${most} micromoles per minute and a Michaelis constant of ${half} micromoles per litre, at ${substrate} micromoles of substrate and ${write(inhibitor)} micromoles of a ${competitive ? "competitive" : "purely noncompetitive"} inhibitor (inhibition constant ${constant}) per litre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [slow, more, low, times] = integersOf(random, [20, 400], [5, 300], [2, 60], [2, 9]);
    const [fast, high] = [slow + more, low * times];
    // By Lineweaver and Burk; the rates must saturate.
    const divisor = slow * high - fast * low;
    if (divisor <= slow) return [Number.NaN, ""];
    return [
      rounded((1_000 * low * high * more) / divisor),
      `the Michaelis constant in nanomoles per litre of an enzyme whose rate is ${write(slow)} at ${low} and ${fast} at ${high} micromoles of substrate per litre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [colonies, dilution, volume] = integersOf(random, [30, 300], [3, 5], [50, 500]);
    return [
      rounded((colonies * 10 ** dilution) / volume),
      `the number of colony-forming units per microlitre of a culture of which ${volume} microlitres, after ${dilution} dilutions of one to ten in a row, give ${write(colonies)} colonies, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [copies, efficiency, cycles] = integersOf(random, [20, 900], [60, 99], [4, 10]);
    return [
      rounded(copies * (1 + efficiency / 100) ** cycles),
      `the number of copies after ${cycles} cycles of a polymerase chain reaction with an efficiency of ${efficiency} percent from ${write(copies)} copies, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // NADH absorbs 6220 litres per mole and centimetre at 340 nanometres: Horecker & Kornberg 1948, J Biol Chem 175:385.
    const [absorbance, before, factor] = integersOf(random, [120, 1_500], [2, 100], [2, 5]);
    return [
      rounded((1e6 * (absorbance - before) * factor) / 6_220),
      `the concentration in nanomoles per litre of NADH in a sample that, diluted ${factor} times, absorbs ${write(absorbance)} thousandths in a cuvette of one centimetre, of which ${before} thousandths are the blank (6220 litres per mole and centimetre), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [ligand, half, power] = integersOf(random, [5, 400], [20, 200], [2, 4]);
    return [
      rounded(1e5 / (1 + (half / ligand) ** power)),
      `100000 times the share of binding sites that are occupied by Hill's equation with a coefficient of ${power}, at ${write(ligand)} micromoles of ligand per litre, if half are occupied at ${half} micromoles per litre, ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const BIOLOGY_OPENING = "Answer this question of biology.";

export const biology = chained({
  name: "zen-biology",
  version: 1,
  summary: "Inheritance, the genetic code, populations and enzymes by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Biology",
  opening: BIOLOGY_OPENING,
  families: {inheritance, genes, populations, laboratory},
  // Without the letters of alleles, and without X for a chromosome.
  names: [..."HKLQRTVWYZ"],
  // With the 20 cells 6,000 in all.
  size: 300
});
