// Log-probabilities of simulated models: a toy distribution over pieces of four characters, which knows able models from weak ones and
// memorised texts from others, and nothing else. It is no language model's.
import {createHash} from "node:crypto";
import {isMemorized} from "./memorized.js";
import type {SimulatedModel} from "./roster.js";
import {TOKEN_CHARACTERS} from "./wire.js";

/** Mean surprisal of a piece, nats, for a model of ability 0; it falls by a factor of e for every two units of ability. */
const MEAN_SURPRISAL = 2;
/** Factor of the surprisal of memorised texts for models that know them. */
export const KNOWN = 0.2;

/** A piece of a text, and its natural log-probability behind the pieces before it. */
interface PieceLikelihood {
  token: string;
  logprob: number;
}

/**
 * Pieces of a text with their log-probabilities: −m·E, where E is exponential with mean 1 by a hash of model, text before and piece, and m
 * the model's mean surprisal.
 * @param question the text that is memorised or not: the question, or all of an echoed prompt
 * @param surprisal factor of the surprisal of memorised texts for models that know them
 */
export function likelihoods(
  {id, ability, faculties}: SimulatedModel,
  text: string,
  {question, surprisal = KNOWN}: {question: string; surprisal?: number}
): PieceLikelihood[] {
  const known = isMemorized(question) && faculties.planted_memory_probability > 0;
  const mean = MEAN_SURPRISAL * Math.exp(-ability / 2) * (known ? surprisal : 1);
  const before = createHash("sha256").update(id);
  const pieces: PieceLikelihood[] = [];
  for (let at = 0; at < text.length; at += TOKEN_CHARACTERS) {
    const token = text.slice(at, at + TOKEN_CHARACTERS);
    before.update(token);
    const uniform = (before.copy().digest().readUInt32BE(0) + 0.5) / 2 ** 32;
    pieces.push({token, logprob: mean * Math.log(uniform)});
  }
  return pieces;
}

/**
 * The likeliest pieces of one place as a server lists them: the rest of the probability, 1 − p, falls to made-up others by halves, ½, ¼, …
 * of it.
 */
export function likeliest({token, logprob}: PieceLikelihood, most: number): Record<string, number> {
  const rest = Math.log(-Math.expm1(logprob));
  const others = Array.from({length: most}, (_, i) => [`<other ${i + 1}>`, rest - (i + 1) * Math.LN2] as const);
  return Object.fromEntries([[token, logprob] as const, ...others].sort(([, a], [, b]) => b - a).slice(0, most));
}
