// Second solver of ZenChemistry: exact integers of thousandths of the atomic masses that the question states, balances by bisection.
import {CHEMISTRY_OPENING} from "../../../../pipelines/generate/benchmarks/academic/chemistry.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

/** Symbols of elements by their names. */
const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
  "hydrogen H,carbon C,nitrogen N,oxygen O,fluorine F,sodium Na,magnesium Mg,aluminium Al,silicon Si,sulfur S,chlorine Cl,potassium K,calcium Ca,iron Fe,copper Cu,zinc Zn,bromine Br,silver Ag"
    .split(",")
    .map(each => each.split(" ") as [string, string])
);

/** Reads "carbon 12.011, oxygen 15.999" and returns the mass of a formula in thousandths of a gram per mole, symbol after symbol. */
function massesOf(text: string): (formula: string) => number {
  const masses = new Map(
    text.split(", ").map(each => {
      const [name, mass] = each.split(" ") as [string, string];
      return [SYMBOLS[name]!, Math.round(1_000 * Number(mass))];
    })
  );
  return formula => {
    let [sum, rest] = [0, formula];
    while (rest !== "") {
      const symbol = [2, 1].map(length => rest.slice(0, length)).find(each => masses.has(each))!;
      rest = rest.slice(symbol.length);
      const count = /^\d*/u.exec(rest)![0];
      rest = rest.slice(count.length);
      sum += masses.get(symbol)! * (count === "" ? 1 : Number(count));
    }
    return sum;
  };
}

/** The coefficient of a formula in an equation. */
const coefficient = (equation: string, formula: string): number => {
  const part = equation.split(/ \+ | -> /u).find(each => each.split(" ").at(-1) === formula)!;
  return part.includes(" ") ? Number(part.split(" ")[0]) : 1;
};
const whole = (value: number): number => Math.round(value) + 0;

const METHODS: readonly (readonly [phrase: string, work: (numbers: number[], texts: string[]) => number])[] = [
  [
    "the mass in milligrams of # millimoles of @ (@; atomic masses: @)",
    ([amount], [, formula, masses]) => (amount! * massesOf(masses!)(formula!)) / 1_000
  ],
  [
    "the amount in micromoles of # milligrams of @ (@; atomic masses: @)",
    ([mass], [, formula, masses]) => bisect(amount => amount * massesOf(masses!)(formula!) - 1e6 * mass!, 0, 1e9)
  ],
  [
    "the mass in milligrams of the @ in # milligrams of @ (@; atomic masses: @)",
    ([mass], [element, , formula, masses]) => {
      // The rest of the compound is what its mass is without the element.
      const symbol = SYMBOLS[element!]!;
      const others = formula!.replace(new RegExp(`${symbol}(?![a-z])\\d*`, "gu"), "");
      return mass! - (mass! * massesOf(masses!)(others)) / massesOf(masses!)(formula!);
    }
  ],
  [
    "the mass in milligrams of @ that # milligrams of @ yield by @ (atomic masses: @)",
    ([mass], [to, from, equation, masses]) => {
      const weigh = massesOf(masses!);
      // Of a batch with as many moles as the equation says, in thousandths of a gram.
      return (mass! * (coefficient(equation!, to!) * weigh(to!))) / (coefficient(equation!, from!) * weigh(from!));
    }
  ],
  [
    "the mass in milligrams of @ that it takes to make # milligrams of @ by @ (atomic masses: @)",
    ([mass], [from, to, equation, masses]) => {
      const weigh = massesOf(masses!);
      return (mass! * (coefficient(equation!, from!) * weigh(from!))) / (coefficient(equation!, to!) * weigh(to!));
    }
  ],
  [
    "the greatest mass in milligrams of @ that # milligrams of @ and # milligrams of @ can yield by @ (atomic masses: @)",
    ([mass, more], [to, from, other, equation, masses]) => {
      const weigh = massesOf(masses!);
      const uses = (formula: string, yielded: number) =>
        (yielded * coefficient(equation!, formula) * weigh(formula)) / (coefficient(equation!, to!) * weigh(to!));
      return bisect(yielded => (uses(from!, yielded) > mass! || uses(other!, yielded) > more! ? 1 : -1), 0, 1e9);
    }
  ],
  [
    "the concentration in micromoles per litre of # milligrams of @ (@; atomic masses: @) in # millilitres of solution",
    ([mass, volume], [, formula, masses]) => ((mass! / massesOf(masses!)(formula!)) * 1e9) / volume!
  ],
  [
    "the volume in microlitres of a solution with # millimoles per litre that is diluted to # millilitres with # millimoles per litre",
    ([strong, volume, weak]) => bisect(part => part * strong! - 1_000 * volume! * weak!, 0, 1e9)
  ],
  [
    "the concentration in micromoles per litre of a mixture of # millilitres with # millimoles per litre and # millilitres with # millimoles per litre of the same substance",
    ([one, low, other, high]) => 1_000 * bisect(c => one! * (c - low!) - other! * (high! - c), 0, 1_000)
  ],
  [
    "the concentration in micromoles per litre of a solution of sodium hydroxide of which # millilitres neutralise # millilitres of sulfuric acid, both protons included, with # millimoles per litre",
    // Protons and hydroxide ions in nanomoles.
    ([base, acid, strength]) => bisect(c => c * base! - 2 * (acid! * strength! * 1_000), 0, 1e9)
  ],
  [
    "the volume in millilitres of # milligrams of @ (@; atomic masses: @) as an ideal gas at # kelvins and 100 kilopascals (gas constant # joules per mole and kelvin)",
    ([mass, kelvin, constant], [, formula, masses]) => {
      // In moles, pascals and cubic metres.
      const moles = mass! / massesOf(masses!)(formula!);
      return 1e6 * bisect(volume => 100_000 * volume - moles * constant! * kelvin!, 0, 1_000);
    }
  ],
  [
    "the volume in millilitres that # millilitres of an ideal gas at # kilopascals and # kelvins take at # kilopascals and # kelvins",
    // First the pressure changes, then the temperature.
    ([volume, p, t, q, u]) => ((volume! * p!) / q!) * (u! / t!)
  ],
  [
    "the partial pressure in pascals of @ (@) in a mixture of # milligrams of it and # milligrams of @ (@) at # kilopascals (atomic masses: @)",
    ([mass, rest, pressure], [, formula, , more, masses]) => {
      const weigh = massesOf(masses!);
      // Both partial pressures are in the ratio of the amounts and add up to the pressure.
      return 1_000 * bisect(p => p * rest! * weigh(formula!) - (pressure! - p) * mass! * weigh(more!), 0, pressure!);
    }
  ]
];

export const solveChemistry = chainedSolver(
  CHEMISTRY_OPENING,
  METHODS.map(
    ([phrase, work]): Method => [`${phrase}, rounded to the nearest whole number`, (...parts) => whole(work(...parts)), 4]
  )
);
