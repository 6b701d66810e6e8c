// Local dependence of items from one source: do answers to them agree beyond what ability explains?

import {tQuantile} from "../../../stats/distributions.js";
import {leaveOneOutError} from "../../../stats/leaveOneOut.js";
import {type Item, MISSING, probability, type Responses, RIGHT} from "../item.js";

/** Dependence among the items of one source. */
export interface SourceDependence {
  source: string;
  items: number;
  answers: number;
  /** mean correlation of the residuals of two of its items, above that of two items of different sources */
  r: number;
  /** its 95 % interval by the jackknife over persons; NaN below three */
  low: number;
  high: number;
  /** number of independent items with as much information about the ability over all sources */
  effective: number;
}

/** Sums over the pairs of answers of one person: products of residuals, and of their standard deviations. */
interface PairSums {
  products: number;
  scale: number;
}

/**
 * Mean Q3 (Yen 1984, doi:10.1177/014662168400800201) of the items of each source, minus that of items of different sources, as Christensen,
 * Makransky & Horton 2017 (doi:10.1177/0146621616677520) compare it, since residuals from estimated abilities are correlated a little below
 * 0. All pairs of a source are summed at once: Σ over pairs of e e′ is ((Σ e)² − Σ e²) ÷ 2 for each person, which also makes it possible
 * with few persons and thousands of items, where single pairs show nothing. m items with a mean correlation r count as m ÷ (1 + (m − 1) r)
 * independent ones (Kish 1965). Sources with fewer than two items are left out; of one source alone nothing can be inferred, since its items define
 * the ability.
 * @param sources of the items, in order · @param theta abilities of the persons
 */
export function sourceDependence(
  items: readonly Item[],
  responses: Responses,
  {theta, sources}: {theta: ArrayLike<number>; sources: readonly string[]}
): SourceDependence[] {
  const {persons, cells} = responses;
  const names = [...new Set(sources)].sort();
  if (names.length < 2) return [];
  const place = new Map(names.map((name, g) => [name, g]));
  const sourceOf = sources.map(source => place.get(source)!);
  const answers = new Float64Array(names.length);
  const within = names.map(() => persons.map((): PairSums => ({products: 0, scale: 0})));
  const between = persons.map((): PairSums => ({products: 0, scale: 0}));
  for (const person of persons.keys()) {
    const sums = () => new Float64Array(names.length);
    const [e, ee, s, ss] = [sums(), sums(), sums(), sums()];
    for (const [j, item] of items.entries()) {
      const cell = cells[person * items.length + j]!;
      if (cell === MISSING) continue;
      const p = probability(item, theta[person]!);
      const [g, residual, variance] = [sourceOf[j]!, Number(cell === RIGHT) - p, p * (1 - p)];
      answers[g]! += 1;
      e[g]! += residual;
      ee[g]! += residual * residual;
      s[g]! += Math.sqrt(variance);
      ss[g]! += variance;
    }
    const pairs = between[person]!;
    const [allE, allS] = [e.reduce((a, b) => a + b, 0), s.reduce((a, b) => a + b, 0)];
    pairs.products = allE * allE;
    pairs.scale = allS * allS;
    for (const g of names.keys()) {
      within[g]![person] = {products: e[g]! ** 2 - ee[g]!, scale: s[g]! ** 2 - ss[g]!};
      pairs.products -= e[g]! ** 2;
      pairs.scale -= s[g]! ** 2;
    }
  }
  return names.flatMap((source, g) => {
    const size = sourceOf.filter(each => each === g).length;
    if (size < 2) return [];
    const excess = (without: number) => meanOf(within[g]!, without) - meanOf(between, without);
    const r = excess(-1);
    const error = leaveOneOutError(persons.map((_, person) => excess(person)));
    const reach = persons.length < 3 ? Number.NaN : tQuantile(0.975, persons.length - 1) * error;
    const effective = size / (1 + (size - 1) * Math.max(0, r));
    return [{source, items: size, answers: answers[g]!, r, low: r - reach, high: r + reach, effective}];
  });
}

/** Mean correlation over the pairs of all persons but one. */
function meanOf(sums: readonly PairSums[], without: number): number {
  let [products, scale] = [0, 0];
  for (const [person, each] of sums.entries()) {
    if (person === without) continue;
    products += each.products;
    scale += each.scale;
  }
  return products / scale;
}
