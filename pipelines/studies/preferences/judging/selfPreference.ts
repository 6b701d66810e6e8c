// Whom a judge favours: what it gives a model beyond what people give it on the same answers; its own kind above all.
import type {Agreed} from "../agreement/coefficient.js";
import {type JointUnit, overPrompts, promptSums, scoreOf, total} from "./joint.js";

export type Relation = "own" | "family" | null;

export interface Favour {
  model: string;
  /** whether the judge's name says that the model is the judge itself, or of its family */
  relation: Relation;
  /** mean share of the vote on units that both judged, ties as half */
  people: number;
  judge: number;
  /** the judge's less people's, as a share; n units */
  favour: Agreed;
}

/** Letters and digits alone, without the mark of a simulated model: gpt4_pair → gpt4pair. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^sim-/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
/** gpt-4 → gpt, sim-tundra-08 → tundra: the letters that the plain name begins with. */
export const familyOf = (name: string): string => /^\p{L}+/u.exec(name.toLowerCase().replace(/^sim-/u, ""))?.[0] ?? "";

/** By names alone: gpt4_pair is gpt-4 itself, and of gpt-3.5-turbo's family. */
export function relationOf(model: string, judges: readonly string[]): Relation {
  const own = plain(model);
  // gpt-4-turbo is not gpt-4: only what is no digit may follow the model's name in the judge's.
  if (judges.some(judge => plain(judge).startsWith(own) && !/^\p{N}/u.test(plain(judge).slice(own.length)))) return "own";
  const family = familyOf(model);
  return family.length > 1 && judges.some(judge => familyOf(judge) === family) ? "family" : null;
}

/** What a judge gives models of its own kind. */
export interface Kin {
  models: string[];
  /** the judge's share for them less people's, on units that both judged */
  favour: Agreed;
  /** the same less what the judge's sharpness explains: one that errs less than a person gives every strong model more */
  beyond: Agreed;
}

export interface Favours {
  models: Favour[];
  /** the models that are the judge itself; null where none is */
  own: Kin | null;
  /** the rest of its family, against answers that are not the judge's own; null where there is none */
  family: Kin | null;
}

/** Models of other kinds that it takes to tell how sharp a judge is. */
const LEAST_OTHERS = 2;

export function favours(joint: readonly JointUnit[], judges: readonly string[]): Favours {
  const units = joint.filter(({people, judge}) => total(people) > 0 && total(judge) > 0);
  const names = [...new Set(units.flatMap(({first, second}) => [first, second]))].sort();
  const relations = new Map(names.map(name => [name, relationOf(name, judges)]));
  const models = names.map((model): Favour => {
    const own = units.filter(({first, second}) => first === model || second === model);
    const mean = (side: "people" | "judge") => own.reduce((sum, unit) => sum + shareOf(unit, model, side), 0) / own.length;
    const favour = favourOf(own, name => name === model);
    return {model, relation: relations.get(model)!, people: mean("people"), judge: mean("judge"), favour};
  });
  const [own, family] = (["own", "family"] as const).map(relation => names.filter(name => relations.get(name) === relation));
  const apart = units.filter(({first, second}) => !own!.includes(first) && !own!.includes(second));
  const others = names.filter(name => relations.get(name) === null);
  const kin = (kind: string[], among: readonly JointUnit[]): Kin | null =>
    kind.length === 0
      ? null
      : {models: kind, favour: favourOf(among, name => kind.includes(name)), beyond: beyondOf(among, {kind, others})};
  return {
    models: models.sort((x, y) => (y.favour.value ?? 0) - (x.favour.value ?? 0)),
    own: kin(own!, units),
    family: kin(family!, apart)
  };
}

const shareOf = (unit: JointUnit, model: string, side: "people" | "judge"): number =>
  unit.first === model ? scoreOf(unit[side]) : 1 - scoreOf(unit[side]);

/** Mean over units with exactly one answer of the kind: its share by the judge less that by people. */
const favourOf = (units: readonly JointUnit[], isKind: (model: string) => boolean): Agreed =>
  overPrompts(
    promptSums(units, 2, ({first, second, people, judge}, into) => {
      if (isKind(first) === isKind(second)) return;
      into[0] = into[0]! + 1;
      into[1] = into[1]! + (isKind(first) ? 1 : -1) * (scoreOf(judge) - scoreOf(people));
    }),
    sums => sums[1]! / sums[0]!,
    {within: [-1, 1]}
  );

/**
 * The kind's mean share by the judge, less the one that people's share and the judge's sharpness lead one to expect: log-odds b times
 * people's, with b the slope through 0 of the other models' log-odds, judge's on people's, weighted by units × people's share × its
 * complement. On shares themselves a strong model would seem slighted, as no share passes 1.
 */
function beyondOf(units: readonly JointUnit[], {kind, others}: {kind: readonly string[]; others: readonly string[]}): Agreed {
  const why = `it takes ${LEAST_OTHERS} models of other kinds to tell`;
  if (others.length < LEAST_OTHERS) return {value: null, lo: null, hi: null, n: 0, why};
  const at = new Map([...kind, ...others].map((model, i) => [model, 1 + 3 * i]));
  const sums = promptSums(units, 1 + 3 * at.size, (unit, into) => {
    for (const model of [unit.first, unit.second]) {
      const place = at.get(model);
      if (place === undefined) continue;
      if (kind.includes(model)) into[0] = into[0]! + 1;
      into[place] = into[place]! + 1;
      into[place + 1] = into[place + 1]! + shareOf(unit, model, "people");
      into[place + 2] = into[place + 2]! + shareOf(unit, model, "judge");
    }
  });
  const statistic = (all: Float64Array) => {
    const means = (names: readonly string[]): Mean[] =>
      names.flatMap(name => {
        const place = at.get(name)!;
        const n = all[place]!;
        return n > 0 ? [{n, people: all[place + 1]! / n, judge: all[place + 2]! / n}] : [];
      });
    const slope = sharpness(means(others));
    const mine = means(kind);
    const over = mine.reduce((sum, {n, people, judge}) => sum + n * (judge - 1 / (1 + Math.exp(-slope * odds(people, n)))), 0);
    return over / mine.reduce((sum, {n}) => sum + n, 0);
  };
  return overPrompts(sums, statistic, {within: [-1, 1]});
}

/** How many times people's log-odds a judge's are. */
function sharpness(means: readonly Mean[]): number {
  let [xy, xx] = [0, 0];
  for (const {n, people, judge} of means) {
    const weight = n * people * (1 - people);
    xy += weight * odds(people, n) * odds(judge, n);
    xx += weight * odds(people, n) ** 2;
  }
  return xy / xx;
}

/** Log-odds of a share of n, finite at 0 and 1 (Haldane 1956; Anscombe 1956). */
const odds = (share: number, n: number): number => Math.log((share * n + 0.5) / ((1 - share) * n + 0.5));

interface Mean {
  n: number;
  people: number;
  judge: number;
}
