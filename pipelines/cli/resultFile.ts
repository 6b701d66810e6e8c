// The options `--html` and `--responses` of commands whose result can be one HTML file.
import {z} from "zod";
import {formatBytes} from "../book/bytes.js";
import {type ComparedStore, gather} from "../run/resultFile/gather.js";
import {writeHtml} from "../run/resultFile/html.js";
import {option} from "./command.js";
import {path} from "./optionTypes.js";

const RESPONSES = ["all", "none"] as const;
type Responses = (typeof RESPONSES)[number];

export const htmlOptions = {
  html: path("also write the result as one HTML file, which opens without a server or network").optional(),
  responses: option(
    z.enum(RESPONSES).default("all"),
    "whether the HTML file has texts: questions, right answers, values read and responses",
    {value: "which"}
  )
};

interface ResultFileOptions {
  title: string;
  task?: string | undefined;
  models?: readonly string[] | undefined;
  responses: Responses;
}

/** Writes the result of stores as an HTML file. Returns a sentence that names it. */
export async function writeResult(
  file: string,
  stores: readonly ComparedStore[],
  {responses, ...options}: ResultFileOptions
): Promise<string> {
  const bytes = await writeHtml(file, await gather(stores, {...options, texts: responses === "all"}));
  return `${file}: ${formatBytes(bytes)}; npx reasonbook view ${file}  recomputes its numbers`;
}
