// Several starts of one search: the likelihood of a 3PL without priors has several optima.
import {randomOf} from "../../generate/seed.js";
import {logitOf, type Shape, WIDTH} from "./parameters.js";
import {fixedPrior, type Priors} from "./priors.js";
import type {Start} from "./result.js";
import type {Found, Search, Task} from "./search.js";
import {intercept} from "./start.js";

/** Under which the first start is sought. */
const PRIORS: Priors = {a: {mean: 0, sd: 0.5}, c: {alpha: 5, beta: 17}};
const SEEDS = 3;
/** Slopes at which the first start, and the comparison of starts, end; the best is then searched to the end. */
const ROUGH = 1;
const FAIR = 0.02;
/** Guessing chances are drawn from this range. */
const GUESS = {low: 0.02, high: 0.4};

/** @param share right answers of each item · returns the best of the posterior mode and of seeds, and what each came to */
export function fromSeveral(search: Search, task: Task, share: ArrayLike<number>): {found: Found; task: Task; starts: Start[]} {
  const own = (x: Float64Array, shape: Shape): Task => ({...task, x, shape: {...shape, sign: Int8Array.from(shape.sign)}});
  const first = own(task.x, task.shape);
  const mode = search({...first, prior: fixedPrior(task.shape, PRIORS), tolerance: ROUGH});
  const {nodes} = mode;
  const begun = [
    {start: "posterior mode", task: own(mode.climb.x, first.shape)},
    ...Array.from({length: SEEDS}, (_, k) => ({
      start: `seed ${k + 1}`,
      task: own(drawn(task.shape, share, `start ${k + 1}`), task.shape)
    }))
  ];
  const tried = begun.map(({start, task: from}) => ({
    start,
    task: from,
    found: search({...from, nodes, tolerance: Math.max(FAIR, task.options.tolerance ?? 0)})
  }));
  const best = tried.reduce((most, each) => (each.found.climb.value > most.found.climb.value ? each : most));
  const last = {...best.task, nodes, x: best.found.climb.x};
  const found = search(last);
  const iterations = [mode, found, ...tried.map(each => each.found)].reduce((sum, {climb}) => sum + climb.iterations, 0);
  return {
    found: {...found, climb: {...found.climb, iterations}},
    task: last,
    starts: tried.map(({start, ...each}) => ({start, loglik: (each === best ? found : each.found).climb.value}))
  };
}

function drawn({items}: Shape, share: ArrayLike<number>, seed: string): Float64Array {
  const random = randomOf(seed);
  const x = new Float64Array(items * WIDTH);
  for (let j = 0; j < items; j++) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
    const guess = Math.min(0.9 * share[j]!, GUESS.low + (GUESS.high - GUESS.low) * random.real());
    const a = 0.5 * normal;
    x.set([a, intercept(share[j]!, {a: Math.exp(a), lower: guess}), logitOf(Math.max(guess, 1e-3))], WIDTH * j);
  }
  return x;
}
