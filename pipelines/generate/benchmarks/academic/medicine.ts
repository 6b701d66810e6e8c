// The benchmark ZenMedicine: doses, kidneys, acids and bases, and screening by calculation, linked into chains of up to nine quantities. Rules
// of thumb are those of the literature that is named next to them; questions state their constants where textbooks differ.
import {chained, integersOf, type Quantity, ROUNDED, rounded} from "../chained.js";

const dosing: readonly Quantity[] = [
  (random, write) => {
    const [weight, dose, strength] = integersOf(random, [4, 90], [2, 40], [5, 120]);
    return [
      rounded((1_000 * weight * dose) / strength),
      `the volume in microlitres of a solution with ${strength} milligrams per millilitre that contains the dose of ${dose} milligrams per kilogram for a patient of ${write(weight)} kilograms, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [volume, hours, drops] = [random.integer(100, 3_000), random.integer(3, 24), random.pick([10, 15, 20, 60])];
    return [
      rounded((volume * drops) / hours),
      `the number of drops per hour at which ${write(volume)} millilitres run in over ${hours} hours through a set that gives ${drops} drops per millilitre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [weight, dose, drug, volume] = integersOf(random, [40, 120], [2, 15], [50, 800], [50, 500]);
    return [
      rounded((60 * dose * weight * volume) / drug),
      `the rate in microlitres per hour of a pump with ${drug} milligrams of a drug in ${volume} millilitres that gives a patient of ${write(weight)} kilograms ${dose} micrograms per kilogram and minute, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Mosteller 1987, N Engl J Med 317:1098.
    const [height, weight, dose] = integersOf(random, [100, 200], [15, 120], [20, 900]);
    return [
      rounded(dose * Math.sqrt((height * weight) / 3_600)),
      `the dose in milligrams, at ${write(dose)} milligrams per square metre of body surface by Mosteller's formula, of a patient of ${height} centimetres and ${weight} kilograms, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Baxter & Shires 1968, Ann N Y Acad Sci 150:874.
    const [weight, burnt, hours] = integersOf(random, [10, 120], [15, 80], [1, 7]);
    return [
      rounded((2 * weight * burnt * hours) / 8),
      `the volume in millilitres that the Parkland formula with 4 millilitres provides in the first ${hours === 1 ? "hour" : `${hours} hours`} after burns of ${burnt} percent of the body surface, for a patient of ${write(weight)} kilograms, ${ROUNDED}`
    ];
  }
];

const kidneys: readonly Quantity[] = [
  (random, write) => {
    // Cockcroft & Gault 1976, Nephron 16:31.
    const [age, weight, creatinine] = integersOf(random, [20, 95], [40, 120], [6, 60]);
    const woman = random.chance(0.5);
    return [
      rounded((100 * (140 - age) * weight * (woman ? 0.85 : 1)) / 72 / (creatinine / 10)),
      `the creatinine clearance by Cockcroft and Gault in hundredths of a millilitre per minute of a ${woman ? "woman" : "man"} of ${age} years and ${write(weight)} kilograms with a serum creatinine of ${creatinine / 10} milligrams per decilitre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [urine, plasma, flow, hours] = integersOf(random, [20, 900], [2, 60], [300, 3_000], [6, 24]);
    return [
      rounded((1_000 * urine * flow) / plasma / hours / 60),
      `the renal clearance in microlitres per minute of a substance with ${urine} milligrams per decilitre in ${write(flow)} millilitres of urine collected over ${hours} hours and ${plasma} milligrams per decilitre in plasma, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Espinel 1976, JAMA 236:579.
    const [sodium, salt, creatinine, more] = integersOf(random, [120, 160], [5, 150], [6, 60], [20, 250]);
    return [
      rounded((100_000 * salt * creatinine) / 10 / sodium / more),
      `the fractional excretion of sodium in thousandths of a percent with a sodium of ${write(salt)} millimoles per litre and a creatinine of ${more} milligrams per decilitre in urine, and ${sodium} millimoles per litre and ${creatinine / 10} milligrams per decilitre in plasma, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [sodium, weight] = integersOf(random, [145, 175], [30, 120]);
    const share = random.pick([0.5, 0.6]);
    return [
      rounded(1_000 * share * weight * (sodium / 140 - 1)),
      `the free water deficit in millilitres at a sodium of ${sodium} millimoles per litre, aiming at 140, of a patient of ${write(weight)} kilograms whose body water is ${share} litres per kilogram, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Worthley, Guerin & Pain 1987, Anaesth Intensive Care 15:199.
    const [sodium, glucose, urea] = integersOf(random, [115, 165], [60, 900], [5, 120]);
    return [
      rounded(1_000 * (2 * sodium + glucose / 18 + urea / 2.8)),
      `the calculated serum osmolarity in microosmoles per litre (twice the sodium plus glucose / 18 plus urea nitrogen / 2.8, in milliosmoles) at a sodium of ${sodium} millimoles per litre, with ${write(glucose)} milligrams of glucose and ${urea} milligrams of urea nitrogen per decilitre, ${ROUNDED}`
    ];
  }
];

const acids: readonly Quantity[] = [
  (random, write) => {
    // Figge et al. 1998, Crit Care Med 26:1807: 2.5 for each gram per decilitre of albumin.
    const [sodium, chloride, bicarbonate, albumin] = integersOf(random, [125, 160], [80, 115], [4, 30], [10, 39]);
    if (sodium - chloride - bicarbonate < 4) return [Number.NaN, ""];
    return [
      100 * (sodium - chloride - bicarbonate) + 25 * (40 - albumin),
      `the anion gap without potassium in hundredths of a millimole per litre, corrected for an albumin of ${albumin / 10} grams per decilitre by 2.5 millimoles for each gram below 4, at a sodium of ${write(sodium)}, a chloride of ${chloride} and a bicarbonate of ${bicarbonate} millimoles per litre`
    ];
  },
  (random, write) => {
    // Albert, Dell & Winters 1967, Ann Intern Med 66:312.
    const bicarbonate = 2 * random.integer(2_000, 11_000);
    return [
      (3 * bicarbonate) / 2 + 8_000,
      `the partial pressure of carbon dioxide in thousandths of a millimetre of mercury that Winters' formula, without its tolerance, expects in metabolic acidosis at a bicarbonate of ${write(bicarbonate)} micromoles per litre`
    ];
  },
  (random, write) => {
    const [bicarbonate, pressure] = integersOf(random, [4, 45], [15, 90]);
    const acidity = 6.1 + Math.log10(bicarbonate / 0.03 / pressure);
    if (acidity < 6.8 || acidity > 7.8) return [Number.NaN, ""];
    return [
      rounded(1_000 * acidity),
      `1000 times the pH of blood by Henderson and Hasselbalch (pK 6.1, solubility 0.03 millimoles per litre and millimetre of mercury) at a bicarbonate of ${write(bicarbonate)} millimoles per litre and a partial pressure of carbon dioxide of ${pressure} millimetres of mercury, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Kassirer & Bleich 1965, N Engl J Med 272:1067.
    const [bicarbonate, pressure] = integersOf(random, [4, 45], [15, 90]);
    return [
      rounded((24_000 * pressure) / bicarbonate),
      `the concentration of hydrogen ions in picomoles per litre by the rule of Kassirer and Bleich (factor 24) at a partial pressure of carbon dioxide of ${write(pressure)} millimetres of mercury and a bicarbonate of ${bicarbonate} millimoles per litre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [gap, bicarbonate] = integersOf(random, [16, 45], [4, 22]);
    return [
      rounded((1_000 * (gap - 12)) / (24 - bicarbonate)),
      `1000 times the delta ratio, with a normal anion gap of 12 and a normal bicarbonate of 24, at an anion gap of ${write(gap)} and a bicarbonate of ${bicarbonate} millimoles per litre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [share, pressure, carbon] = integersOf(random, [21, 100], [640, 770], [20, 90]);
    return [
      rounded(10 * share * (pressure - 47) - (1_000 * carbon) / 0.8),
      `the partial pressure of oxygen in the alveoli in thousandths of a millimetre of mercury by the alveolar gas equation without its correction term (water vapour 47 millimetres of mercury, respiratory quotient 0.8), with ${share} percent of oxygen inspired at ${pressure} and a partial pressure of carbon dioxide of ${write(carbon)} millimetres of mercury, ${ROUNDED}`
    ];
  }
];

const kinetics: readonly Quantity[] = [
  (random, write) => {
    const [amount, half, hours] = integersOf(random, [2_000, 90_000], [2, 20], [3, 48]);
    return [
      rounded(amount * 2 ** (-hours / half)),
      `the amount in micrograms that is left ${hours} hours after a bolus of ${write(amount)} micrograms with a half-life of ${half} hours, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [dose, share, clearance, interval] = integersOf(random, [50, 900], [20, 95], [1, 30], [4, 24]);
    return [
      rounded((10_000 * dose * share) / 1_000 / clearance / interval),
      `the average concentration in micrograms per litre at steady state of ${write(dose)} milligrams every ${interval} hours with a bioavailability of ${share} percent and a clearance of ${clearance} litres per hour, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [level, volume, share] = integersOf(random, [2, 60], [5, 400], [20, 95]);
    return [
      rounded((100 * level * volume) / share),
      `the oral loading dose in milligrams for a concentration of ${level} milligrams per litre in a volume of distribution of ${write(volume)} litres with a bioavailability of ${share} percent, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [high, low, half] = integersOf(random, [100, 900], [2, 60], [2, 30]);
    return [
      rounded(60 * half * Math.log2(high / low)),
      `the time in minutes in which a concentration falls from ${write(high)} to ${low} micrograms per litre with a half-life of ${half} hours, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [dose, half, interval] = integersOf(random, [200, 9_000], [2, 40], [4, 24]);
    return [
      rounded(dose / (1 - 2 ** (-interval / half))),
      `the highest amount in micrograms in the body at steady state of boluses of ${write(dose)} micrograms every ${interval} hours with a half-life of ${half} hours, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [volume, clearance] = integersOf(random, [10, 900], [20, 900]);
    return [
      rounded((1_000 * Math.LN2 * volume) / clearance),
      `the half-life in minutes of a drug with a volume of distribution of ${write(volume)} litres and a clearance of ${clearance} millilitres per minute, ${ROUNDED}`
    ];
  }
];

/** Sensitivity, specificity and prevalence as a question states them. */
const SCREENED = (sensitivity: number, specificity: number, ill: string): string =>
  `a test with a sensitivity of ${sensitivity} percent and a specificity of ${specificity} percent if ${ill} of 10000 people are ill`;

const screening: readonly Quantity[] = [
  (random, write) => {
    const [sensitivity, specificity, ill] = integersOf(random, [60, 99], [60, 99], [5, 4_000]);
    const [right, wrong] = [ill * sensitivity, (10_000 - ill) * (100 - specificity)];
    return [
      rounded((10_000 * right) / (right + wrong)),
      `10000 times the positive predictive value of ${SCREENED(sensitivity, specificity, write(ill))}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [sensitivity, specificity, ill] = integersOf(random, [40, 95], [40, 95], [1_000, 9_000]);
    const [right, wrong] = [(10_000 - ill) * specificity, ill * (100 - sensitivity)];
    return [
      rounded((10_000 * right) / (right + wrong)),
      `10000 times the negative predictive value of ${SCREENED(sensitivity, specificity, write(ill))}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [sensitivity, specificity, ill] = integersOf(random, [60, 95], [60, 95], [5, 2_000]);
    const [right, wrong] = [ill * sensitivity ** 2, (10_000 - ill) * (100 - specificity) ** 2];
    return [
      rounded((10_000 * right) / (right + wrong)),
      `10000 times the probability of illness after two positive results, independent given the state of health, of ${SCREENED(sensitivity, specificity, write(ill))}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [people, share, specificity] = integersOf(random, [2_000, 90_000], [1, 40], [60, 98]);
    return [
      rounded((people * (100 - share) * (100 - specificity)) / 10_000),
      `the expected number of false positive results among ${write(people)} people of whom ${share} percent are ill, at a specificity of ${specificity} percent, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [one, other, many, more] = integersOf(random, [60, 150], [5, 50], [160, 900], [160, 900]);
    const reduction = one / many - other / more;
    if (reduction < 0.02) return [Number.NaN, ""];
    return [
      rounded(1_000 / reduction),
      `1000 times the number needed to treat, if ${one} of ${many} untreated and ${write(other)} of ${more} treated patients have an event, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [right, missed, wrong, clear] = integersOf(random, [20, 400], [2, 90], [2, 90], [20, 400]);
    return [
      rounded((1_000 * right * (wrong + clear)) / (right + missed) / wrong),
      `1000 times the likelihood ratio of a positive result of a test that is positive in ${write(right)} and negative in ${missed} ill people, and positive in ${wrong} and negative in ${clear} healthy ones, ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const MEDICINE_OPENING = "Answer this question of medicine.";

export const medicine = chained({
  name: "zen-medicine",
  version: 1,
  summary:
    "Doses, kidneys, acids and bases, half-lives and screening by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Medicine",
  opening: MEDICINE_OPENING,
  families: {dosing, kidneys, acids, kinetics, screening},
  // With the 25 cells 6,000 in all.
  size: 240
});
