// Cross-validation: every evaluation is replayed on a bank that was calibrated without it, since a bank fits its own answers too well.
import {randomOf} from "../../generate/seed.js";
import {mean} from "../../stats/mean.js";
import {relinked} from "../irt/estimate/link.js";
import {type Item, MISSING, partOf, type Responses, RIGHT, WRONG} from "../irt/item.js";
import {bankOf, indexOf} from "./bank.js";
import type {Fold} from "./comparison.js";
import {discrepancies, inflationOf} from "./inflation.js";

import {posteriorOf} from "./posterior.js";
import {TRUNCATED_ANSWER} from "./replay.js";

export interface FoldCalibration {
  items: readonly Item[];
  /** abilities of the persons, in order */
  abilities: readonly {theta: number}[];
}
export type Calibrate = (responses: Responses) => FoldCalibration | Promise<FoldCalibration>;

/** Fewest evaluations for a calibration that is worth replaying on. */
export const FEWEST = 12;

/**
 * Divides persons into folds of similar ability, calibrates the bank on all others for each fold, and links the calibrations to one scale
 * by the persons that they share with the first (mean and standard deviation of their abilities), on which these have mean 0 and standard
 * deviation 1, like the prior of a test. The standard errors of a fold's persons are multiplied by factors measured on the persons of the
 * other folds.
 * @param stored answers as WRONG, RIGHT, MISSING or CUT; CUT counts as missing in the calibration
 */
export async function calibratedFolds(stored: Responses, calibrate: Calibrate, {folds = 4} = {}): Promise<Fold[]> {
  const fold = dealt(stored, folds);
  const counted = {...stored, cells: stored.cells.map(cell => (cell === TRUNCATED_ANSWER ? MISSING : cell))};
  const columns = [...stored.items.keys()];
  const made: {members: number[]; others: number[]; calibration: FoldCalibration}[] = [];
  for (let k = 0; k < folds; k++) {
    const numbers = stored.persons.map((_, person) => person);
    const others = numbers.filter(person => fold[person] !== k);
    const members = numbers.filter(person => fold[person] === k);
    made.push({members, others, calibration: await calibrate(partOf(counted, {rows: others, columns}))});
  }
  const [first] = made;
  const standard = standardised(first!.calibration.abilities.map(({theta}) => theta));
  const kept = made.map(({members, others, calibration}) => {
    const shared = others.filter(person => first!.others.includes(person));
    const scale = scaleOf(
      shared.map(person => calibration.abilities[others.indexOf(person)]!.theta),
      shared.map(person => standard[first!.others.indexOf(person)]!)
    );
    const items = calibration.items.filter(({a}) => Math.abs(a) > 0).map(item => relinked(item, scale));
    const column = new Map(stored.items.map((id, i) => [id, i]));
    const places = items.map(({id}) => column.get(id)!);
    return {
      items,
      persons: members.map(person => ({
        person,
        cells: Uint8Array.from(places, i => stored.cells[person * stored.items.length + i]!)
      }))
    };
  });
  const measured = kept.map(({items, persons}, k) =>
    discrepancies(
      indexOf(bankOf(items)),
      persons.map(({cells}) => cells),
      {random: randomOf(`adaptive inflation ${k}`)}
    )
  );
  return kept.map((fold, k) => ({
    ...fold,
    inflation: inflationOf(measured.filter((_, other) => other !== k)),
    measured: measured[k]!
  }));
}

/** Fold of each person: persons are sorted by their share of right answers and dealt to the folds forwards and backwards in turn. */
function dealt({persons, items, cells}: Responses, folds: number): number[] {
  const share = persons.map((_, person) => {
    const own = cells.subarray(person * items.length, (person + 1) * items.length);
    let [right, answered] = [0, 0];
    for (const cell of own) {
      if (cell === RIGHT) right++;
      if (cell === RIGHT || cell === WRONG) answered++;
    }
    return answered > 0 ? right / answered : 0;
  });
  const order = persons.map((_, i) => i).sort((a, b) => share[a]! - share[b]! || a - b);
  const fold = new Array<number>(persons.length);
  for (const [place, person] of order.entries()) {
    const [round, at] = [Math.floor(place / folds), place % folds];
    fold[person] = round % 2 === 0 ? at : folds - 1 - at;
  }
  return fold;
}

const spread = (values: readonly number[]) => Math.sqrt(mean(values.map(value => (value - mean(values)) ** 2)));
const standardised = (values: readonly number[]) => values.map(value => (value - mean(values)) / spread(values));

/** Linear transformation Aθ + B to the mean and standard deviation of the other scale. */
function scaleOf(theta: readonly number[], other: readonly number[]): {A: number; B: number} {
  const A = spread(other) / spread(theta);
  return {A, B: mean(other) - A * mean(theta)};
}

/** Each person's ability from all answers, on the bank of the fold: the reference for shorter tests. */
export function fullAbilities(folds: readonly Fold[], persons: number): number[] {
  const theta = new Array<number>(persons).fill(Number.NaN);
  for (const {items, persons: members} of folds) {
    const bank = bankOf(items);
    for (const {person, cells} of members) theta[person] = posteriorOf(bank, cells).mean;
  }
  return theta;
}
