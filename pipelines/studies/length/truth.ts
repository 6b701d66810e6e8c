// What a simulated model recalls of a long text, by its faculties: the truth that effective lengths can be checked against.
import {recallOf} from "../../infer/reference/mind.js";
import {mean} from "../../stats/mean.js";

/** Faculties of recall, by their names in the table reference_models. */
export type RecallFaculties = Parameters<typeof recallOf>[0];

/** Depths over which a spread position is averaged. */
const SPREAD = Array.from({length: 21}, (_, i) => i / 20);
/** Halvings of the range of ln(length). */
const BISECTIONS = 50;
/** Beyond this many tokens no length is looked for. */
const MOST_TOKENS = 1e12;

/** Mean probability of recalling one sentence of a text of so many tokens, over depths that count alike; null among them = spread. */
export const meanRecall = (faculties: RecallFaculties, length: number, depths: readonly (number | null)[]): number =>
  length === 0
    ? 1
    : mean(depths.map(depth => mean((depth === null ? SPREAD : [depth]).map(each => recallOf(faculties, length, each)))));

/** Tokens at which a share of what is recalled at `reference` tokens is left; recall falls with length at every depth. */
export function recallLength(
  faculties: RecallFaculties,
  {share, reference, depths}: {share: number; reference: number; depths: readonly (number | null)[]}
): number {
  const wanted = share * meanRecall(faculties, reference, depths);
  let [low, high] = [Math.log(Math.max(1, reference)), Math.log(MOST_TOKENS)];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (meanRecall(faculties, Math.exp(middle), depths) > wanted) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
