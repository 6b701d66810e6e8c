// The benchmark ZenChemistry: amounts, reactions, solutions and gases by calculation, linked into chains of up to nine quantities. Atomic
// masses and constants are stated in the questions.
import type {Random} from "../../seed.js";
import {chained, type Quantity, ROUNDED, rounded} from "../chained.js";

/**
 * Abridged standard atomic weights in grams per mole, to three decimals (IUPAC Commission on Isotopic Abundances and Atomic Weights, 2021,
 * doi:10.1515/pac-2019-0603), by symbol, with the element's name.
 */
export const ATOMIC_MASSES: Readonly<Record<string, readonly [name: string, mass: number]>> = Object.fromEntries(
  `H hydrogen 1.008, C carbon 12.011, N nitrogen 14.007, O oxygen 15.999, F fluorine 18.998, Na sodium 22.99, Mg magnesium 24.305,
  Al aluminium 26.982, Si silicon 28.085, S sulfur 32.06, Cl chlorine 35.45, K potassium 39.098, Ca calcium 40.078, Fe iron 55.845,
  Cu copper 63.546, Zn zinc 65.38, Br bromine 79.904, Ag silver 107.868`
    .split(/,\s+/u)
    .map(line => {
      const [symbol, name, mass] = line.split(" ") as [string, string, string];
      return [symbol, [name, Number(mass)]];
    })
);

/** Names with formulas without parentheses. */
const named = (list: string): (readonly [name: string, formula: string])[] =>
  list.split(/,\s+/u).map(line => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]);
const COMPOUNDS =
  named(`glucose C6H12O6, ethanol C2H6O, acetic acid C2H4O2, sucrose C12H22O11, sodium chloride NaCl, potassium bromide KBr,
  sulfuric acid H2SO4, urea CH4N2O, calcium carbonate CaCO3, sodium hydroxide NaOH, silver nitrate AgNO3, benzene C6H6, copper sulfate CuSO4,
  aluminium oxide Al2O3, sodium fluoride NaF, zinc oxide ZnO, iron oxide Fe2O3, magnesium oxide MgO, silicon dioxide SiO2, naphthalene C10H8`);
const GASES = named(`methane CH4, carbon dioxide CO2, ammonia NH3, oxygen O2, nitrogen N2, propane C3H8, hydrogen chloride HCl,
  sulfur dioxide SO2, ethene C2H4`);

type Part = readonly [coefficient: number, formula: string];
const EQUATIONS = [
  "CH4 + 2 O2 -> CO2 + 2 H2O",
  "C3H8 + 5 O2 -> 3 CO2 + 4 H2O",
  "N2 + 3 H2 -> 2 NH3",
  "4 NH3 + 5 O2 -> 4 NO + 6 H2O",
  "Fe2O3 + 3 CO -> 2 Fe + 3 CO2",
  "2 Al + Fe2O3 -> Al2O3 + 2 Fe",
  "4 Al + 3 O2 -> 2 Al2O3",
  "AgNO3 + NaCl -> AgCl + NaNO3",
  "H2SO4 + 2 NaOH -> Na2SO4 + 2 H2O",
  "2 ZnS + 3 O2 -> 2 ZnO + 2 SO2",
  "CaCO3 + 2 HCl -> CaCl2 + H2O + CO2",
  "SiO2 + 2 Mg -> Si + 2 MgO"
];
/** Balanced reactions, with reactants and products. */
export const REACTIONS = EQUATIONS.map(text => {
  const [reactants, products] = text
    .split(" -> ")
    .map(side => side.split(" + ").map((part): Part => [Number(/^\d+ /u.exec(part)?.[0] ?? 1), part.replace(/^\d+ /u, "")]));
  return {text, reactants: reactants!, products: products!};
});

/** Numbers of atoms of each element in a formula. */
export const atomsOf = (formula: string): Map<string, number> => {
  const atoms = new Map<string, number>();
  for (const [, symbol, count] of formula.matchAll(/([A-Z][a-z]?)(\d*)/gu))
    atoms.set(symbol!, (atoms.get(symbol!) ?? 0) + Number(count || 1));
  return atoms;
};
const massOf = (formula: string): number =>
  [...atomsOf(formula)].reduce((sum, [symbol, count]) => sum + count * ATOMIC_MASSES[symbol]![1], 0);
/** The atomic masses that some formulas need, as questions state them. */
const massesText = (...formulas: string[]): string => {
  const symbols = new Set(formulas.flatMap(formula => [...atomsOf(formula).keys()]));
  return `atomic masses: ${[...symbols].map(symbol => ATOMIC_MASSES[symbol]!.join(" ")).join(", ")}`;
};

/** A reaction, one of its reactants and one of its products. */
function reactionOf(random: Random) {
  const {text, reactants, products} = random.pick(REACTIONS);
  const [[one, from], [two, other]] = random.shuffle(reactants) as [Part, Part];
  const [made, to] = random.pick(products);
  return {one, from, two, other, made, to, text};
}

const amounts: readonly Quantity[] = [
  (random, write) => {
    const [[name, formula], amount] = [random.pick(COMPOUNDS), random.integer(20, 3_000)];
    return [
      rounded(amount * massOf(formula)),
      `the mass in milligrams of ${write(amount)} millimoles of ${name} (${formula}; ${massesText(formula)}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [[name, formula], mass] = [random.pick(COMPOUNDS), random.integer(200, 90_000)];
    return [
      rounded((1_000 * mass) / massOf(formula)),
      `the amount in micromoles of ${write(mass)} milligrams of ${name} (${formula}; ${massesText(formula)}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [[name, formula], mass] = [random.pick(COMPOUNDS), random.integer(2_000, 90_000)];
    const [symbol, count] = random.pick([...atomsOf(formula)]);
    return [
      rounded((mass * count * ATOMIC_MASSES[symbol]![1]) / massOf(formula)),
      `the mass in milligrams of the ${ATOMIC_MASSES[symbol]![0]} in ${write(mass)} milligrams of ${name} (${formula}; ${massesText(formula)}), ${ROUNDED}`
    ];
  }
];

const reactions: readonly Quantity[] = [
  (random, write) => {
    const [{one, from, made, to, text}, mass] = [reactionOf(random), random.integer(500, 50_000)];
    return [
      rounded((((mass / massOf(from)) * made) / one) * massOf(to)),
      `the mass in milligrams of ${to} that ${write(mass)} milligrams of ${from} yield by ${text} (${massesText(from, to)}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [{one, from, made, to, text}, mass] = [reactionOf(random), random.integer(500, 50_000)];
    return [
      rounded((((mass / massOf(to)) * one) / made) * massOf(from)),
      `the mass in milligrams of ${from} that it takes to make ${write(mass)} milligrams of ${to} by ${text} (${massesText(from, to)}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [{one, from, two, other, made, to, text}, mass] = [reactionOf(random), random.integer(500, 50_000)];
    const enough = (((mass / massOf(from)) * two) / one) * massOf(other);
    const more = Math.round((enough * random.integer(30, 170)) / 100);
    const runs = Math.min(mass / massOf(from) / one, more / massOf(other) / two);
    return [
      rounded(runs * made * massOf(to)),
      `the greatest mass in milligrams of ${to} that ${write(mass)} milligrams of ${from} and ${more} milligrams of ${other} can yield by ${text} (${massesText(from, other, to)}), ${ROUNDED}`
    ];
  }
];

const solutions: readonly Quantity[] = [
  (random, write) => {
    const [[name, formula], mass, volume] = [random.pick(COMPOUNDS), random.integer(200, 9_000), random.integer(50, 2_000)];
    return [
      rounded((1e6 * mass) / massOf(formula) / volume),
      `the concentration in micromoles per litre of ${write(mass)} milligrams of ${name} (${formula}; ${massesText(formula)}) in ${volume} millilitres of solution, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [strong, share, volume] = [random.integer(200, 5_000), random.integer(5, 190), random.integer(20, 900)];
    return [
      rounded((1_000 * volume * share) / strong),
      `the volume in microlitres of a solution with ${strong} millimoles per litre that is diluted to ${volume} millilitres with ${write(share)} millimoles per litre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [one, other, low, high] = [
      random.integer(20, 900),
      random.integer(20, 900),
      random.integer(5, 900),
      random.integer(5, 900)
    ];
    return [
      rounded((1_000 * (one * low + other * high)) / (one + other)),
      `the concentration in micromoles per litre of a mixture of ${one} millilitres with ${write(low)} millimoles per litre and ${other} millilitres with ${high} millimoles per litre of the same substance, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [acid, strength, base] = [random.integer(5, 90), random.integer(20, 900), random.integer(5, 90)];
    return [
      rounded((2_000 * acid * strength) / base),
      `the concentration in micromoles per litre of a solution of sodium hydroxide of which ${base} millilitres neutralise ${acid} millilitres of sulfuric acid, both protons included, with ${write(strength)} millimoles per litre, ${ROUNDED}`
    ];
  }
];

const gases: readonly Quantity[] = [
  (random, write) => {
    const [[name, formula], mass, kelvin] = [random.pick(GASES), random.integer(200, 9_000), random.integer(250, 600)];
    return [
      rounded((8.314 * kelvin * mass) / massOf(formula) / 100),
      `the volume in millilitres of ${write(mass)} milligrams of ${name} (${formula}; ${massesText(formula)}) as an ideal gas at ${kelvin} kelvins and 100 kilopascals (gas constant 8.314 joules per mole and kelvin), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [first, last] = [1, 2].map(() => [random.integer(50, 400), random.integer(200, 600)]) as [
      [number, number],
      [number, number]
    ];
    const volume = random.integer(100, 9_000);
    return [
      rounded((volume * first[0] * last[1]) / first[1] / last[0]),
      `the volume in millilitres that ${write(volume)} millilitres of an ideal gas at ${first[0]} kilopascals and ${first[1]} kelvins take at ${last[0]} kilopascals and ${last[1]} kelvins, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [[one, formula], [other, more]] = random.shuffle(GASES) as [(typeof GASES)[number], (typeof GASES)[number]];
    const [mass, rest, pressure] = [random.integer(200, 9_000), random.integer(200, 9_000), random.integer(20, 400)];
    const [left, right] = [mass / massOf(formula), rest / massOf(more)];
    return [
      rounded((1_000 * pressure * left) / (left + right)),
      `the partial pressure in pascals of ${one} (${formula}) in a mixture of ${write(mass)} milligrams of it and ${rest} milligrams of ${other} (${more}) at ${pressure} kilopascals (${massesText(formula, more)}), ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const CHEMISTRY_OPENING = "Answer this question of chemistry.";

export const chemistry = chained({
  name: "zen-chemistry",
  version: 2,
  summary: "Amounts, reactions, solutions and gases by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Chemistry",
  opening: CHEMISTRY_OPENING,
  families: {amounts, reactions, solutions, gases},
  // With the 20 cells 6,000 in all.
  size: 300
});
