// Models that are asked about pictures, as a loopback server: one that counts what it sees, one that guesses, and one whose server refuses images.
import type {ServerResponse} from "node:http";
import {countedShapes} from "../../generate/benchmarks/vision/pixels.js";

const MODELS = ["seer", "guesser", "refuser"] as const;
const GUESS = "Answer: 4";
/** What `guesser` says; it must not become markup. */
export const SAID = "<b>Four</b>, I guess.";

type Part = {type: string; text?: string; image_url?: {url: string}};

/** The server's reply to a request; nothing where it has answered by itself. */
export function reply({model, messages}: Record<string, unknown>, response: ServerResponse): string | undefined {
  const {content} = (messages as {content: string | Part[]}[]).at(-1)!;
  if (model === "guesser") return `${SAID}\n\n${GUESS}`;
  if (typeof content === "string") return GUESS;
  if (model === "refuser") {
    response.writeHead(400, {"content-type": "application/json"});
    response.end(JSON.stringify({error: {message: "this model does not support image input", type: "invalid_request_error"}}));
    return undefined;
  }
  const image = content.find(({type}) => type === "image_url")!.image_url!.url;
  const question = content.find(({type}) => type === "text")!.text!;
  return `I count them.\n\nAnswer: ${countedShapes(image, question)}`;
}

export const bookOf = (url: string): Record<string, string> => ({
  "suites/small.yaml":
    "tasks:\n  - {task: zen-counting, params: {asked: all, objects: few, image: [shown, withheld]}}\n  - {task: boolean, params: {length: 6}}\n",
  "models/own.yaml": `endpoint: ${url}\nretries: 0\nmodels: [${MODELS.map(id => `{id: ${id}}`).join(", ")}]\n`,
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 24, step: 24, max: 24}\nseed: 7\n"
});
