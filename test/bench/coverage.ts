// npm run -s coverage [-- NAME…]: how often 95 % intervals by empirical Bayes hold the truth, and how far the population of items is
// found, by simulation with fixed seeds. Minutes each; small versions stand among the tests (test/studies/irt/estimate/population.test.ts).
import {randomOf} from "../../pipelines/generate/seed.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {bankOf, indexOf} from "../../pipelines/studies/adaptive/bank.js";
import {factorAt} from "../../pipelines/studies/adaptive/inflatedErrors.js";
import {discrepancies, expectedItem, inflationOf} from "../../pipelines/studies/adaptive/inflation.js";

import {openPosterior} from "../../pipelines/studies/adaptive/posterior.js";
import {replayForm} from "../../pipelines/studies/adaptive/replay.js";
import {fit as fitted} from "../../pipelines/studies/irt/estimate/fit.js";
import {type Item, partOf, RIGHT, slopeInterval} from "../../pipelines/studies/irt/item.js";
import {accuracies, answers, family, guessingItems, normal, rankCorrelation} from "../studies/irt/simulated.js";

/** Of the simulation of adaptive tests: lengths looked at, and how many models are tested. */
const LENGTHS = [10, 20, 50, 100, 200, 300, 400, 600, 1_000];
const OTHERS = 300;
const STUDIES: Record<string, () => string[]> = {
  "500x40": () => covered(500, 40, 40),
  "2000x40": () => covered(2_000, 40, 20),
  "500x100": () => covered(500, 100, 20),
  "2000x100": () => covered(2_000, 100, 10),
  "60x2000": () => covered(60, 2_000, 5),
  ...Object.fromEntries([60, 100, 500, 2_000].map(persons => [`adaptive${persons}`, () => adaptiveLines(persons)])),
  family: () => [1, 0.5, 0.25, 0.1].flatMap(spread => ["3pl", "2pl"].map(model => familyLine(spread, model as "3pl" | "2pl")))
};

const asked = process.argv.slice(2);
const unknown = asked.find(name => !(name in STUDIES));
if (unknown) {
  process.stderr.write(`no study "${unknown}"; expected some of: ${Object.keys(STUDIES).join(", ")}\n`);
  process.exit(2);
}
for (const [name, study] of Object.entries(STUDIES))
  if (asked.length === 0 || asked.includes(name)) for (const line of study()) process.stdout.write(`${name.padEnd(9)} ${line}\n`);

interface Scale {
  mean: number;
  sd: number;
}
function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)};
}

/** Coverage of a, b, c, d and of abilities; spreads of the population over the true ones. */
function covered(persons: number, size: number, repetitions: number): string[] {
  const hits: Record<string, number> = {a: 0, b: 0, c: 0, d: 0, ability: 0};
  const ratios: number[][] = [];
  let [items, abilities, converged] = [0, 0, 0];
  for (let r = 0; r < repetitions; r++) {
    const random = randomOf(`coverage ${persons} ${size} ${r}`);
    const theta = Array.from({length: persons}, () => normal(random));
    const curves = guessingItems(size, random);
    const fit = fitted(
      answers(theta, () => curves, `coverage answers ${persons} ${size} ${r}`),
      {model: "3pl", estimate: "eb"}
    );
    // with items integrated out, the scale is that of the persons who are there
    const {mean, sd} = fit.quadrature === "items" ? scaleOf(theta) : {mean: 0, sd: 1};
    const truth = new Map(curves.map(({id, a, d, c}) => [id, {a: a * sd, d: d + a * mean, c}]));
    for (const {id, a, b, c, d, se_a, se_b, se_c, se_d} of fit.items) {
      const real = truth.get(id)!;
      items++;
      const {low, high} = slopeInterval({a, se_a});
      hits.a! += Number(low <= real.a && real.a <= high);
      hits.b! += Number(Math.abs(b + real.d / real.a) <= Z975 * se_b);
      hits.c! += Number(Math.abs(c - real.c) <= Z975 * se_c);
      hits.d! += Number(Math.abs(d - real.d) <= Z975 * se_d);
    }
    for (const [i, {lo, hi}] of fit.ability.entries()) {
      abilities++;
      hits.ability! += Number(lo <= (theta[i]! - mean) / sd && (theta[i]! - mean) / sd <= hi);
    }
    converged += Number(fit.converged);
    ratios.push(spreads(fit.population!, [...truth.values()]));
  }
  const percent = (name: string, n: number) => `${name} ${((100 * hits[name]!) / n).toFixed(1)} %`;
  const mean = (k: number) => (ratios.reduce((sum, row) => sum + row[k]!, 0) / ratios.length).toFixed(2);
  return [
    `${converged} of ${repetitions} converged; covers ${["a", "b", "c", "d"].map(name => percent(name, items)).join(", ")} of ${items} items, ${percent("ability", abilities)} of ${abilities}; spread found ÷ true: log a ${mean(0)}, d ${mean(1)}, logit c ${mean(2)}`
  ];
}

/**
 * A bank of 2,200 items from so many models that differ from task to task (nine tasks, spread 0.4): adaptive tests of 300 other models on one
 * half, compared with their abilities by the other half, whose own error is added.
 */
function adaptiveLines(persons: number): string[] {
  const random = randomOf(`adaptive coverage ${persons}`);
  const curves = guessingItems(2_200, random);
  const people = Array.from({length: persons + OTHERS}, () => {
    const theta = normal(random);
    return Array.from({length: 9}, () => theta + 0.4 * normal(random));
  });
  const met = people.map(tasks => curves.map((item, j) => ({...item, d: item.d + item.a * tasks[j % 9]!})));
  const responses = answers(
    people.map(() => 0),
    person => met[person]!,
    `adaptive coverage answers ${persons}`
  );
  const rows = (from: number, to: number) =>
    partOf(responses, {rows: Array.from({length: to - from}, (_, i) => from + i), columns: [...responses.items.keys()]});
  const fit = fitted(rows(0, persons), {model: "3pl", estimate: "eb"});
  const column = new Map(responses.items.map((id, j) => [id, j]));
  const half = (odd: number) =>
    bankOf(fit.items.filter(({id}) => Math.floor(column.get(id)! / 9) % 2 === odd).map(item => expectedItem(item)));
  const [session, rest] = [half(0), half(1)];
  const index = indexOf(session);
  const cellsOf = (bank: typeof rest, person: number) =>
    Uint8Array.from(bank.ids, id => responses.cells[person * responses.items.length + column.get(id)!]!);
  const inflation = inflationOf([
    discrepancies(
      index,
      Array.from({length: persons}, (_, i) => cellsOf(session, i)),
      {random: randomOf("coverage")}
    )
  ]);
  const hits = LENGTHS.map(() => [0, 0]);
  for (let i = persons; i < people.length; i++) {
    const truth = openPosterior(rest);
    for (const [k, cell] of cellsOf(rest, i).entries()) truth.add(k, cell === RIGHT);
    for (const [k, {items, theta, se}] of replayForm(index, "adaptive", {at: LENGTHS, cells: cellsOf(session, i)}).entries())
      for (const [at, factor] of [1, factorAt(inflation, items)].entries())
        hits[k]![at]! += Number(Math.abs(theta - truth.mean) <= Z975 * Math.hypot(factor * se, truth.sd));
  }
  const percent = (count: number) => ((100 * count) / OTHERS).toFixed(1);
  return [
    `${persons} models, ${fit.converged ? "converged" : "NOT CONVERGED"}: covers ${LENGTHS.map((items, k) => `${percent(hits[k]![1]!)} % at ${items} (${percent(hits[k]![0]!)} before inflation by ${factorAt(inflation, items).toFixed(2)})`).join(", ")} of ${OTHERS}`
  ];
}

function spreads(
  {mean, sd, power}: {mean: number[]; sd: number[]; power: number},
  truth: readonly Pick<Item, "a" | "c" | "d">[]
): number[] {
  const real = [truth.map(({a}) => Math.log(a)), truth.map(({d}) => d), truth.map(({c}) => Math.log(c / (1 - c)))].map(
    values => scaleOf(values).sd
  );
  // d = z (a ÷ ā)^κ with log a normal: its moments are those of a product of independent factors
  const grow = Math.exp(power ** 2 * sd[0]! ** 2);
  const d = Math.sqrt(grow * (grow * (sd[1]! ** 2 + mean[1]! ** 2) - mean[1]! ** 2));
  return [sd[0]! / real[0]!, d / real[1]!, sd[2]! / real[2]!];
}

function familyLine(spread: number, model: "3pl" | "2pl"): string {
  const {responses, theta} = family(320, 735, {seed: `family ${spread}`, spread});
  const values: number[] = [];
  const fit = fitted(responses, {model, estimate: "eb", progress: ({value}) => values.push(value)});
  const falls = values.slice(1).map((value, k) => values[k]! - value);
  const eap = fit.ability.map(each => each.eap);
  return `abilities' spread ${spread}, ${model}: ${fit.converged ? "converged" : "NOT CONVERGED"} after ${fit.iterations} cycles at ${fit.loglik.toFixed(1)}, largest fall between cycles ${Math.max(0, ...falls).toFixed(2)}; rank correlation with accuracy ${rankCorrelation(eap, accuracies(responses)).toFixed(3)}, with the truth ${rankCorrelation(eap, theta).toFixed(3)}`;
}
