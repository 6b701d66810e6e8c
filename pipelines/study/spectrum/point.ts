// The spectra of one point's prompts under one tokenizer, beside two that hold nothing of the text's order or of its vocabulary's.
import {randomOf} from "../../generate/seed.js";
import {type Features, features, type Peak, peaks} from "./features.js";
import {accumulator, type pairTransform, prepared, type Window} from "./transform.js";

export interface Prompt {
  /** Identity of the test; seeds its shuffle. */
  item_id: string;
  /** Characters (UTF-16) and gzipped share of bytes of the question. */
  characters: number;
  compression: number;
  ids: Int32Array;
}

/** Mean over tests and its standard deviation (ddof 0). */
export interface Spread {
  mean: number;
  sd: number;
}

export interface PointSpectrum {
  n: number;
  /** Per frequency: mean and standard deviation of |X|/N without the mean of the ids; the mean with it. */
  mean: Float64Array;
  sd: Float64Array;
  raw: Float64Array;
  /** Mean of the same ids in random order, and of the same text under a permuted vocabulary: what order and ids alone give. */
  shuffled: Float64Array;
  permuted: Float64Array;
  tokens: Spread & {min: number; max: number};
  tokens_per_character: Spread;
  compression: Spread;
  features: Record<keyof Features, Spread>;
  /** Bandwidth of the shuffled ids, for comparison. */
  shuffled_bandwidth90: Spread;
  /** Of the mean spectrum. */
  peaks: Peak[];
}

/** @param permutation a fixed relabelling of all ids */
export function pointSpectrum(
  prompts: readonly Prompt[],
  {
    frame,
    transform,
    permutation,
    window = "none"
  }: {frame: number; transform: ReturnType<typeof pairTransform>; permutation: Uint32Array; window?: Window}
): PointSpectrum {
  const [centred, raw, shuffled, permuted] = [accumulator(frame), accumulator(frame), accumulator(frame), accumulator(frame)];
  const described: Features[] = [];
  const bandwidths: number[] = [];
  for (const {item_id, ids} of prompts) {
    const own = prepared(ids, {window});
    const whole = prepared(ids, {window, centred: false});
    const first = transform(own.signal, whole.signal);
    centred.add(first.first, own.scale);
    raw.add(first.second, whole.scale);
    described.push(features(scaled(first.first, own.scale), {tokens: ids.length}));
    const order = prepared(shuffledIds(ids, item_id), {window});
    const relabelled = prepared(
      ids.map(id => permutation[id]!),
      {window}
    );
    const nulls = transform(order.signal, relabelled.signal);
    shuffled.add(nulls.first, order.scale);
    permuted.add(nulls.second, relabelled.scale);
    bandwidths.push(features(nulls.first).bandwidth90);
  }
  const mean = centred.mean();
  const lengths = prompts.map(({ids}) => ids.length);
  const names = ["bandwidth50", "bandwidth90", "centroid", "entropy", "gain"] as const;
  return {
    n: prompts.length,
    mean,
    sd: centred.sd(),
    raw: raw.mean(),
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

/** A relabelling of ids 0 … size − 1, the same for one name everywhere. */
export function permutationOf(name: string, size: number): Uint32Array {
  const random = randomOf(`permuted vocabulary of ${name}`);
  const ids = Uint32Array.from({length: size}, (_, id) => id);
  for (let i = size - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [ids[i], ids[j]] = [ids[j]!, ids[i]!];
  }
  return ids;
}

function shuffledIds(ids: Int32Array, item: string): Int32Array {
  const random = randomOf(`shuffled tokens of ${item}`);
  const copy = ids.slice();
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.integer(0, i);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

const scaled = (magnitudes: Float64Array, scale: number): Float64Array => magnitudes.map(value => value / scale);

/** Leaves out what is not finite. */
function spread(values: readonly number[]): Spread {
  const finite = values.filter(Number.isFinite);
  const mean = finite.reduce((a, b) => a + b, 0) / finite.length;
  return {mean, sd: Math.sqrt(finite.reduce((sum, value) => sum + (value - mean) ** 2, 0) / finite.length)};
}
