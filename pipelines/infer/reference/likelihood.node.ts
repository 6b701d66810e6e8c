// Log-probabilities of simulated models: a toy distribution over pieces of four characters, which knows able models from weak ones and
// memorised texts from others, and nothing else. It is no language model's.
import {createHash} from "node:crypto";
import {EXAMPLE_SEPARATOR} from "../examples.js";
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

/** Factor of the surprisal of a text after examples of the same kind, which show its form. */
const IN_CONTEXT = 0.85;
/** After examples, the factor of the surprisal of memorised texts counts with this exponent: they disrupt about a third of what is known. */
const MEMORY_IN_CONTEXT = 0.65;

/**
 * Pieces of a text with their log-probabilities: −m·E, where E is exponential with mean 1 by a hash of model, text before and piece, and m
 * the model's mean surprisal. Of a prompt with examples (`withExamples`) each text is memorised or not; after an example any text surprises
 * less, and memorised ones lose a part of what memory gains.
 * @param question the text that is memorised or not: the question, or all of an echoed text; for a prompt with examples its function
 * @param surprisal factor of the surprisal of memorised texts for models that know them
 */
export function likelihoods(
  {id, ability, faculties}: SimulatedModel,
  text: string,
  {question, surprisal = KNOWN}: {question: string | ((text: string) => string); surprisal?: number}
): PieceLikelihood[] {
  const before = createHash("sha256").update(id);
  const pieces: PieceLikelihood[] = [];
  const texts = typeof question === "string" ? [text] : text.split(EXAMPLE_SEPARATOR);
  for (const [i, part] of texts.entries()) {
    const asked = typeof question === "string" ? question : question(part);
    const isKnown = isMemorized(asked) && faculties.planted_memory_probability > 0;
    const factor = isKnown ? surprisal : 1;
    const mean = MEAN_SURPRISAL * Math.exp(-ability / 2) * (i === 0 ? factor : IN_CONTEXT * factor ** MEMORY_IN_CONTEXT);
    const whole = i < texts.length - 1 ? part + EXAMPLE_SEPARATOR : part;
    for (let start = 0; start < whole.length; start += TOKEN_CHARACTERS) {
      const token = whole.slice(start, start + TOKEN_CHARACTERS);
      before.update(token);
      const uniform = (before.copy().digest().readUInt32BE(0) + 0.5) / 2 ** 32;
      pieces.push({token, logprob: mean * Math.log(uniform)});
    }
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
