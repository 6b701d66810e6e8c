// Self-preference: by how much a judge favours a model compared with people on the same answers, above all models of its own family.
import type {Agreed} from "../agreement/coefficient.js";
import {type JointUnit, overPrompts, promptSums, scoreOf, total} from "./joint.js";

export type Relation = "own" | "family" | null;

interface Favour {
  model: string;
  /** whether, by its name, the model is the judge itself or of its family */
  relation: Relation;
  /** mean share of the vote on units that both judged, with ties as half */
  people: number;
  judge: number;
  /** the judge's share minus people's; n is the number of units */
  favour: Agreed;
}

/** Letters and digits only, without the prefix of a simulated model: gpt4_pair → gpt4pair. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^sim-/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
/** The letters that a name begins with: gpt-4 → gpt, sim-tundra-08 → tundra. */
const familyOf = (name: string): string => /^\p{L}+/u.exec(name.toLowerCase().replace(/^sim-/u, ""))?.[0] ?? "";

/** Relation of a model to judges, by names alone: gpt4_pair is gpt-4 itself, and of the family of gpt-3.5-turbo. */
export function relationOf(model: string, judges: readonly string[]): Relation {
  const own = plain(model);
  // gpt-4-turbo is not gpt-4: in the judge's name, the model's name must not be followed by a digit.
  if (judges.some(judge => plain(judge).startsWith(own) && !/^\p{N}/u.test(plain(judge).slice(own.length)))) return "own";
  const family = familyOf(model);
  return family.length > 1 && judges.some(judge => familyOf(judge) === family) ? "family" : null;
}

/** The judge's preference for models of its own kind. */
export interface OwnKindPreference {
  models: string[];
  /** the judge's share for them minus people's, on units that both judged */
  favour: Agreed;
  /** the same minus what the judge's discrimination explains: a judge that errs less than people favours every strong model */
  beyond: Agreed;
}

export interface Favours {
  models: Favour[];
  /** models that are the judge itself; null where there are none */
  own: OwnKindPreference | null;
  /** other models of its family, against answers that are not the judge's own; null where there are none */
  family: OwnKindPreference | null;
}

/** Fewest models of other families from which the judge's discrimination is estimated. */
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
  const preferenceFor = (kind: string[], among: readonly JointUnit[]): OwnKindPreference | null =>
    kind.length === 0
      ? null
      : {models: kind, favour: favourOf(among, name => kind.includes(name)), beyond: beyondOf(among, {kind, others})};
  return {
    models: models.sort((x, y) => (y.favour.value ?? 0) - (x.favour.value ?? 0)),
    own: preferenceFor(own!, units),
    family: preferenceFor(family!, apart)
  };
}

const shareOf = (unit: JointUnit, model: string, side: "people" | "judge"): number =>
  unit.first === model ? scoreOf(unit[side]) : 1 - scoreOf(unit[side]);

/** Mean over units with exactly one answer of the kind: its share by the judge minus its share by people. */
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
 * The mean share of the kind by the judge, minus the one expected from people's share and the judge's discrimination: log-odds b times
 * people's, where b is the slope through 0 of the other models' log-odds, the judge's on people's, weighted by units × people's share × its
 * complement. On the scale of shares, a strong model would appear disfavoured, since shares cannot exceed 1.
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
    const slope = discriminationOf(means(others));
    const mine = means(kind);
    const over = mine.reduce((sum, {n, people, judge}) => sum + n * (judge - 1 / (1 + Math.exp(-slope * odds(people, n)))), 0);
    return over / mine.reduce((sum, {n}) => sum + n, 0);
  };
  return overPrompts(sums, statistic, {within: [-1, 1]});
}

/** Discrimination of a judge: the ratio of its log-odds to people's. */
function discriminationOf(means: readonly Mean[]): number {
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
