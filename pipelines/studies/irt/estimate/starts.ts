// Repeats a search from several starting values: the likelihood of a 3PL without priors has several optima.
import {normal} from "../../../generate/normal.js";
import {randomOf} from "../../../generate/seed.js";
import type {Step} from "./lbfgs.js";
import {logitOf, type Shape, WIDTH} from "./parameters.js";
import {fixedPrior, type Priors} from "./priors.js";
import type {Start} from "./result.js";
import type {Search, SearchResult, Task} from "./search.js";
import {intercept} from "./start.js";

/** Priors of the first start, which is a posterior mode. */
const PRIORS: Priors = {a: {mean: 0, sd: 0.5}, c: {alpha: 5, beta: 17}};
/** Number of random starts. */
const SEEDS = 3;
/** Slope at which the first start ends. */
const ROUGH = 1;
/**
 * When a random start is abandoned: its expected gain is below `gain` or a share of what it lacks to the best, or it comes so near that it
 * is the same optimum or no better one. One that exceeds the best is searched to the end.
 */
const ABANDONED = {gain: 0.02, share: 0.05, near: 0.1};
/** Log-likelihood by which another start must be higher to replace the best. */
const HIGHER = 1e-3;
/** Range from which guessing chances are drawn. */
const GUESS = {low: 0.02, high: 0.4};

/**
 * @param share share of right answers of each item
 * @returns the best among the posterior mode and the random starts, and what each reached
 */
export function fromSeveral(
  search: Search,
  task: Task,
  share: ArrayLike<number>
): {found: SearchResult; task: Task; starts: Start[]} {
  const own = (x: Float64Array, shape: Shape): Task => ({...task, x, shape: {...shape, sign: Int8Array.from(shape.sign)}});
  const first = own(task.x, task.shape);
  const mode = search({...first, prior: fixedPrior(task.shape, PRIORS), tolerance: ROUGH});
  let best = own(mode.ascent.x, first.shape);
  let found = search(best);
  let iterations = mode.ascent.iterations + found.ascent.iterations;
  const starts: Start[] = [{start: "posterior mode", loglik: found.ascent.value}];
  for (let k = 1; k <= SEEDS; k++) {
    const {value: most} = found.ascent;
    const seeded = own(drawn(task.shape, share, `start ${k}`), task.shape);
    const enough = ({value, gain}: Step) =>
      gain < Math.max(ABANDONED.gain, ABANDONED.share * (most - value)) ||
      (Math.abs(value - most) < ABANDONED.near && gain < ABANDONED.near);
    let tried = search({...seeded, enough});
    iterations += tried.ascent.iterations;
    if (tried.ascent.value > most + HIGHER) {
      const further: Task = {...seeded, x: tried.ascent.x};
      tried = search(further);
      iterations += tried.ascent.iterations;
      [best, found] = [further, tried];
    }
    starts.push({start: `seed ${k}`, loglik: tried.ascent.value});
  }
  return {found: {...found, ascent: {...found.ascent, iterations}}, task: best, starts};
}

function drawn({items}: Shape, share: ArrayLike<number>, seed: string): Float64Array {
  const random = randomOf(seed);
  const x = new Float64Array(items * WIDTH);
  for (let j = 0; j < items; j++) {
    const a = 0.5 * normal(random);
    const guess = Math.min(0.9 * share[j]!, GUESS.low + (GUESS.high - GUESS.low) * random.real());
    x.set([a, intercept(share[j]!, {a: Math.exp(a), lower: guess}), logitOf(Math.max(guess, 1e-3))], WIDTH * j);
  }
  return x;
}
