// Three models of stated behaviour that answer ZenHallu: who knows all, who never abstains and who always does, on a loopback server.
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";

const {items} = benchmarkTasks.get("zen-hallu")!;
const expected = new Map(
  Array.from({length: items.places({}) as number}, (_, place) => items.at(place, {edition: 1})).map(item => [
    item.prompt,
    item.expected
  ])
);

export const MODELS = ["careful", "bold", "shy", "mute"] as const;
export const INVENTED = "<b>Zanzibul</b>";

/** The reply of a model to a question. `careful` is wrong about every fifth real entity. */
function replyTo(model: string, question: string): string {
  const truth = expected.get(question);
  if (truth === undefined) return "What do you mean?";
  if (model === "mute") return "";
  if (model === "shy") return "I am not aware of that, sorry.";
  const wrong = question.length % 5 === 0;
  if (truth === "unknown") return model === "bold" ? `Answer: ${INVENTED}` : "There is no such thing, as far as I know.";
  return wrong ? "Answer: something else" : `Answer: ${truth}`;
}

export const bookOf = (url: string): Record<string, string> => ({
  "suites/small.yaml": "tasks:\n  - {task: zen-hallu}\n  - {task: boolean, params: {length: 6}}\n",
  "models/own.yaml": `endpoint: ${url}\nmodels: [${MODELS.map(id => `{id: ${id}}`).join(", ")}]\n`,
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 240, step: 240, max: 240, width: 0.15}\nseed: 7\n"
});

/** The server's reply to a request. */
export function reply({model, messages}: Record<string, unknown>): string {
  const all = messages as {content: string}[];
  return replyTo(String(model), all.at(-1)!.content);
}
