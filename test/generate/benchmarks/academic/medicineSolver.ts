// Second solver of ZenMedicine: balances by bisection, counts of people and small steps of time instead of the formulas.
import {MEDICINE_OPENING} from "../../../../pipelines/generate/benchmarks/academic/medicine.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const whole = (value: number): number => Math.round(value) + 0;
const END = ", rounded to the nearest whole number";

/** Share that is left after a time, from the half-life alone: halvings, then square roots of halves for the rest. */
function leftAfter(time: number, half: number): number {
  let [share, part, step] = [0.5 ** Math.floor(time / half), time / half - Math.floor(time / half), 0.5];
  for (let bit = 1, root = Math.SQRT1_2; bit <= 52; bit++, root = Math.sqrt(root), step /= 2)
    if (part >= step) {
      share *= root;
      part -= step;
    }
  return share;
}

/** People out of a hundred million: ill and healthy, with positive and negative results. */
function peopleOf([sensitivity, specificity, ill]: number[]) {
  const [sick, well] = [10_000 * ill!, 10_000 * (10_000 - ill!)];
  const [truePositives, trueNegatives] = [(sick / 100) * sensitivity!, (well / 100) * specificity!];
  return {truePositives, falseNegatives: sick - truePositives, trueNegatives, falsePositives: well - trueNegatives};
}
const TEST = "a test with a sensitivity of # percent and a specificity of # percent if # of 10000 people are ill";

const ROUNDED_METHODS: readonly (readonly [phrase: string, work: (numbers: number[], texts: string[]) => number])[] = [
  [
    "the volume in microlitres of a solution with # milligrams per millilitre that contains the dose of # milligrams per kilogram for a patient of # kilograms",
    ([strength, dose, weight]) => bisect(volume => (volume / 1_000) * strength! - dose! * weight!, 0, 1e7)
  ],
  [
    "the number of drops per hour at which # millilitres run in over # hours through a set that gives # drops per millilitre",
    ([volume, hours, drops]) => bisect(rate => rate * hours! - volume! * drops!, 0, 1e6)
  ],
  [
    "the rate in microlitres per hour of a pump with # milligrams of a drug in # millilitres that gives a patient of # kilograms # micrograms per kilogram and minute",
    // Micrograms in a microlitre are milligrams in a millilitre.
    ([drug, volume, weight, dose]) => bisect(rate => (rate * (drug! / volume!)) / 60 - weight! * dose!, 0, 1e7)
  ],
  [
    "the dose in milligrams, at # milligrams per square metre of body surface by Mosteller's formula, of a patient of # centimetres and # kilograms",
    ([dose, height, weight]) => dose! * bisect(surface => surface ** 2 * 3_600 - height! * weight!, 0, 10)
  ],
  [
    "the volume in millilitres that the Parkland formula with 4 millilitres provides in the first @ after burns of # percent of the body surface, for a patient of # kilograms",
    ([burnt, weight], [time]) => {
      const hours = time === "hour" ? 1 : Number.parseInt(time!, 10);
      let [all, sum] = [0, 0];
      for (let percent = 0; percent < burnt!; percent++) all += 4 * weight!;
      for (let hour = 0; hour < hours; hour++) sum += all / 2 / 8;
      return sum;
    }
  ],
  [
    "the creatinine clearance by Cockcroft and Gault in hundredths of a millilitre per minute of a @ of # years and # kilograms with a serum creatinine of # milligrams per decilitre",
    // The product of clearance and serum creatinine is the creatinine that is excreted.
    ([age, weight, creatinine], [sex]) =>
      bisect(
        clearance => (72 * clearance * creatinine!) / 100 - (sex === "woman" ? 85 : 100) * 0.01 * (140 - age!) * weight!,
        0,
        1e6
      )
  ],
  [
    "the renal clearance in microlitres per minute of a substance with # milligrams per decilitre in # millilitres of urine collected over # hours and # milligrams per decilitre in plasma",
    ([urine, flow, hours, plasma]) => {
      const excreted = (urine! / 100) * flow!;
      return bisect(clearance => (clearance / 1_000) * (plasma! / 100) * hours! * 60 - excreted, 0, 1e7);
    }
  ],
  [
    "the fractional excretion of sodium in thousandths of a percent with a sodium of # millimoles per litre and a creatinine of # milligrams per decilitre in urine, and # millimoles per litre and # milligrams per decilitre in plasma",
    // As much is filtered as the creatinine in a litre of urine says.
    ([salt, more, sodium, creatinine]) => 1e5 * (salt! / ((more! / creatinine!) * sodium!))
  ],
  [
    "the free water deficit in millilitres at a sodium of # millimoles per litre, aiming at 140, of a patient of # kilograms whose body water is # litres per kilogram",
    ([sodium, weight, share]) => {
      const water = weight! * share!;
      return 1_000 * bisect(added => 140 * (water + added) - sodium! * water, 0, 100);
    }
  ],
  [
    "the calculated serum osmolarity in microosmoles per litre (twice the sodium plus glucose / 18 plus urea nitrogen / 2.8, in milliosmoles) at a sodium of # millimoles per litre, with # milligrams of glucose and # milligrams of urea nitrogen per decilitre",
    ([sodium, glucose, urea]) => sodium! * 2_000 + (glucose! * 10_000) / 180 + (urea! * 10_000) / 28
  ],
  [
    "1000 times the pH of blood by Henderson and Hasselbalch (pK 6.1, solubility 0.03 millimoles per litre and millimetre of mercury) at a bicarbonate of # millimoles per litre and a partial pressure of carbon dioxide of # millimetres of mercury",
    ([bicarbonate, pressure]) => 1_000 * bisect(pH => 10 ** (pH - 6.1) * 0.03 * pressure! - bicarbonate!, 5, 9)
  ],
  [
    "the concentration of hydrogen ions in picomoles per litre by the rule of Kassirer and Bleich (factor 24) at a partial pressure of carbon dioxide of # millimetres of mercury and a bicarbonate of # millimoles per litre",
    ([pressure, bicarbonate]) => bisect(ions => (ions / 1_000) * bicarbonate! - 24 * pressure!, 0, 1e7)
  ],
  [
    "1000 times the delta ratio, with a normal anion gap of 12 and a normal bicarbonate of 24, at an anion gap of # and a bicarbonate of # millimoles per litre",
    ([gap, bicarbonate]) => bisect(ratio => 12_000 + ratio * (24 - bicarbonate!) - 1_000 * gap!, 0, 1e6)
  ],
  [
    "the partial pressure of oxygen in the alveoli in thousandths of a millimetre of mercury by the alveolar gas equation without its correction term (water vapour 47 millimetres of mercury, respiratory quotient 0.8), with # percent of oxygen inspired at # and a partial pressure of carbon dioxide of # millimetres of mercury",
    // Carbon dioxide given off is 0.8 times the oxygen taken up.
    ([share, pressure, carbon]) =>
      1_000 * bisect(oxygen => carbon! - 0.8 * ((share! / 100) * (pressure! - 47) - oxygen), -1_000, 1_000)
  ],
  [
    "the amount in micrograms that is left # hours after a bolus of # micrograms with a half-life of # hours",
    ([hours, amount, half]) => amount! * leftAfter(hours!, half!)
  ],
  [
    "the average concentration in micrograms per litre at steady state of # milligrams every # hours with a bioavailability of # percent and a clearance of # litres per hour",
    // In an interval as much is cleared as is taken up.
    ([dose, interval, share, clearance]) => bisect(level => level * clearance! * interval! - dose! * 10 * share!, 0, 1e6)
  ],
  [
    "the oral loading dose in milligrams for a concentration of # milligrams per litre in a volume of distribution of # litres with a bioavailability of # percent",
    ([level, volume, share]) => bisect(dose => (dose * share!) / 100 - level! * volume!, 0, 1e7)
  ],
  [
    "the time in minutes in which a concentration falls from # to # micrograms per litre with a half-life of # hours",
    ([high, low, half]) => bisect(time => low! - high! * leftAfter(time, 60 * half!), 0, 1e5)
  ],
  [
    "the highest amount in micrograms in the body at steady state of boluses of # micrograms every # hours with a half-life of # hours",
    // Bolus after bolus, until nothing changes.
    ([dose, interval, half]) => {
      const share = leftAfter(interval!, half!);
      let amount = dose!;
      for (let i = 0; i < 1_000; i++) amount = amount * share + dose!;
      return amount;
    }
  ],
  [
    "the half-life in minutes of a drug with a volume of distribution of # litres and a clearance of # millilitres per minute",
    ([volume, clearance]) => bisect(time => 0.5 - Math.exp((-time * clearance!) / volume! / 1_000), 0, 1e6)
  ],
  [
    `10000 times the positive predictive value of ${TEST}`,
    numbers => {
      const {truePositives, falsePositives} = peopleOf(numbers);
      return 10_000 / (1 + falsePositives / truePositives);
    }
  ],
  [
    `10000 times the negative predictive value of ${TEST}`,
    numbers => {
      const {trueNegatives, falseNegatives} = peopleOf(numbers);
      return 10_000 / (1 + falseNegatives / trueNegatives);
    }
  ],
  [
    `10000 times the probability of illness after two positive results, independent given the state of health, of ${TEST}`,
    // The second test is made of those who are positive in the first.
    ([sensitivity, specificity, ill]) => {
      const first = peopleOf([sensitivity!, specificity!, ill!]);
      const share = first.truePositives / (first.truePositives + first.falsePositives);
      const second = peopleOf([sensitivity!, specificity!, 10_000 * share]);
      return (10_000 * second.truePositives) / (second.truePositives + second.falsePositives);
    }
  ],
  [
    "the expected number of false positive results among # people of whom # percent are ill, at a specificity of # percent",
    ([people, share, specificity]) => {
      const healthy = people! - (people! * share!) / 100;
      return healthy - (healthy * specificity!) / 100;
    }
  ],
  [
    "1000 times the number needed to treat, if # of # untreated and # of # treated patients have an event",
    // So many patients that one event less is expected.
    ([one, many, other, more]) => 1_000 * bisect(n => n * (one! / many!) - n * (other! / more!) - 1, 0, 1_000)
  ],
  [
    "1000 times the likelihood ratio of a positive result of a test that is positive in # and negative in # ill people, and positive in # and negative in # healthy ones",
    // Odds after the result over odds before.
    ([right, missed, wrong, clear]) => (1_000 * (right! / wrong!)) / ((right! + missed!) / (wrong! + clear!))
  ]
];

const EXACT: readonly Method[] = [
  [
    "the anion gap without potassium in hundredths of a millimole per litre, corrected for an albumin of # grams per decilitre by 2.5 millimoles for each gram below 4, at a sodium of #, a chloride of # and a bicarbonate of # millimoles per litre",
    ([albumin, sodium, chloride, bicarbonate]) =>
      whole(100 * bisect(gap => chloride! + bicarbonate! + gap - sodium! - 2.5 * (4 - albumin!), -1_000_000, 1_000_000)),
    4
  ],
  [
    "the partial pressure of carbon dioxide in thousandths of a millimetre of mercury that Winters' formula, without its tolerance, expects in metabolic acidosis at a bicarbonate of # micromoles per litre",
    // The line through two of its points, at 0 and at 24 millimoles per litre.
    ([bicarbonate]) => whole(8_000 + ((44_000 - 8_000) * bicarbonate!) / 24_000),
    4
  ]
];

export const solveMedicine = chainedSolver(MEDICINE_OPENING, [
  ...ROUNDED_METHODS.map(([phrase, work]): Method => [`${phrase}${END}`, (...parts) => whole(work(...parts)), 4]),
  ...EXACT
]);
