// Scores of reference models on a benchmark's items, and which models are related.

/** Scores from 0 to 1, of models (rows) on items (columns). */
export interface Answers {
  models: readonly {name: string; families: ReadonlySet<string>}[];
  items: readonly string[];
  /** number of each item's content: subject or task */
  contents: Int32Array;
  /** score of model i on item j at i × items + j; NaN where missing */
  cells: Float64Array;
}

/** Scores of one model; shares memory with the matrix. */
export const scoresOf = ({cells, items}: Answers, model: number): Float64Array =>
  cells.subarray(model * items.length, (model + 1) * items.length);

/** Mean of the scores that are not missing; NaN if all are. */
export function meanScore(scores: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const score of scores)
    if (!Number.isNaN(score)) {
      sum += score;
      count++;
    }
  return sum / count;
}

/** Base models by parts of names: a model that was trained further belongs to the family of its base, too. */
const LINEAGES: Readonly<Record<string, readonly string[]>> = {
  Meta: ["llama", "vicuna", "athene", "nemotron"],
  Alibaba: ["qwen"],
  "Mistral AI": ["mistral", "mixtral", "mathstral", "zephyr", "starling", "openhermes"],
  Google: ["gemma", "gemini", "palm"],
  OpenAI: ["gpt", "davinci", "o1-"],
  Anthropic: ["claude"],
  DeepSeek: ["deepseek"],
  Microsoft: ["phi-"],
  Cohere: ["command-r"],
  "01.AI": ["yi-"],
  xAI: ["grok"]
};

/** Families of a model: its developer, and the developers of base models that its name contains; else its name alone. */
export function familiesOf(model: string, developer: string | null): ReadonlySet<string> {
  const name = model.toLowerCase();
  const bases = Object.entries(LINEAGES).flatMap(([family, parts]) => (parts.some(part => name.includes(part)) ? [family] : []));
  const families = [...(developer === null ? [] : [developer]), ...bases];
  return new Set(families.length > 0 ? families : [model]);
}

/** Whether two models have a family in common. */
export function areRelated(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const family of one) if (other.has(family)) return true;
  return false;
}
