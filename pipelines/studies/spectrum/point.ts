// The spectra of one point's prompts under one tokenizer, with two null spectra: of the text in random order, and under a permuted
// vocabulary.
import {randomOf} from "../../generate/seed.js";
import {bandwidth, type Features, features, type Peak, peaks} from "./features.js";
import {accumulator, prepared, type SpectrumTransform, type Window} from "./transform.js";

export interface Prompt {
  /** Identity of the test, which seeds its shuffle. */
  item_id: string;
  /** Number of characters (UTF-16), and gzipped share of bytes of the question. */
  characters: number;
  compression: number;
  ids: Int32Array;
}

/** Mean over tests and its standard deviation (ddof 0). */
interface MeanAndSd {
  mean: number;
  sd: number;
}

export interface PointSpectrum {
  n: number;
  /** By frequency: mean and standard deviation of |X|/N, without and with the mean of the ids. */
  mean: Float64Array;
  sd: Float64Array;
  raw: Float64Array;
  raw_sd: Float64Array;
  /** Mean spectrum of the same ids in random order, and of the same text under a permuted vocabulary: the null spectra. */
  shuffled: Float64Array;
  permuted: Float64Array;
  tokens: MeanAndSd & {min: number; max: number};
  tokens_per_character: MeanAndSd;
  compression: MeanAndSd;
  features: Record<keyof Features, MeanAndSd>;
  /** Bandwidth of the shuffled ids, for comparison. */
  shuffled_bandwidth90: MeanAndSd;
  /** Peaks of the mean spectrum. */
  peaks: Peak[];
}

/**
 * Spectra and features of a point.
 * @param permutation a fixed relabelling of all ids
 */
export function pointSpectrum(
  prompts: readonly Prompt[],
  {transform, permutation, window = "none"}: {transform: SpectrumTransform; permutation: Uint32Array; window?: Window}
): PointSpectrum {
  const [centred, raw, shuffled, permuted] = [
    accumulator(transform.frame),
    accumulator(transform.frame),
    accumulator(transform.frame),
    accumulator(transform.frame)
  ];
  const described: Features[] = [];
  const bandwidths: number[] = [];
  for (const {item_id, ids} of prompts) {
    transform.add(prepared(ids, {window, centred: false}), raw);
    described.push(features(transform.add(prepared(ids, {window}), centred), {tokens: ids.length}));
    const relabelled = ids.map(id => permutation[id]!);
    transform.add(prepared(relabelled, {window}), permuted);
    bandwidths.push(bandwidth(transform.add(prepared(shuffledIds(ids, item_id), {window}), shuffled), 0.9));
  }
  const mean = centred.mean();
  const lengths = prompts.map(({ids}) => ids.length);
  const names = ["bandwidth50", "bandwidth90", "centroid", "entropy", "gain"] as const;
  return {
    n: prompts.length,
    mean,
    sd: centred.sd(),
    raw: raw.mean(),
    raw_sd: raw.sd(),
    shuffled: shuffled.mean(),
    permuted: permuted.mean(),
    tokens: {...spread(lengths), min: Math.min(...lengths), max: Math.max(...lengths)},
    tokens_per_character: spread(prompts.map(({ids, characters}) => ids.length / characters)),
    compression: spread(prompts.map(({compression}) => compression)),
    features: Object.fromEntries(
      names.map(name => [name, spread(described.map(each => each[name]))])
    ) as PointSpectrum["features"],
    shuffled_bandwidth90: spread(bandwidths),
    peaks: peaks(mean)
  };
}

/** A relabelling of ids 0 … size − 1, always the same for a name. */
export function permutationOf(name: string, size: number): Uint32Array {
  const random = randomOf(`permuted vocabulary of ${name}`);
  const ids = Uint32Array.from({length: size}, (_, id) => id);
  for (let i = size - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [ids[i], ids[j]] = [ids[j]!, ids[i]!];
  }
  return ids;
}

/** The ids in a random order that is always the same for an item. */
export function shuffledIds(ids: Int32Array, item: string): Int32Array {
  const random = randomOf(`shuffled tokens of ${item}`);
  const copy = ids.slice();
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

/** Mean and standard deviation of the finite values. */
function spread(values: readonly number[]): MeanAndSd {
  const finite = values.filter(Number.isFinite);
  const mean = finite.reduce((a, b) => a + b, 0) / finite.length;
  return {mean, sd: Math.sqrt(finite.reduce((sum, value) => sum + (value - mean) ** 2, 0) / finite.length)};
}
