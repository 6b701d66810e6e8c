// Formats a sample for the terminal: its question, its response with the answer marked, and its score.
import {control} from "../io/terminal.js";
import {readingText, spanIn} from "../score/answer/storedReading.js";
import type {FoundSample} from "../store/corrections/apply.node.js";
import {wordOf} from "../store/corrections/log.node.js";
import {inert} from "../store/show.js";

/** ANSI codes that switch inverse text on and off, and the marks that other terminals and files get. */
const INVERSE = [control("[7m"), control("[27m")] as const;
const QUOTES = ["»", "«"] as const;

/** Text of a model or test: line breaks and tabs are kept, other control characters are replaced. */
const plain = (text: string): string => text.replace(/[^\n\t]+/gu, inert);

/** @param inverse whether the terminal shows inverse text; the answer is else written between »« */
export function sampleText(found: FoundSample, {inverse}: {inverse: boolean}): string {
  const {sample, status, expected, answer, prompt, reasoning, base_task, params, simulated} = found;
  const text = found.text ?? "";
  const span = spanIn(text, found);
  const [open, close] = inverse ? INVERSE : QUOTES;
  const response = span
    ? `${plain(text.slice(0, span.start))}${open}${plain(text.slice(span.start, span.end))}${close}${plain(text.slice(span.end))}`
    : plain(text);
  const how = readingText(found);
  const reading = answer === null ? how : `found ${JSON.stringify(answer)}${how === "" ? "" : `, ${how}`}`;
  return [
    `${sample.eval_id}/${sample.item_id}/${sample.trial}: ${sample.model}${simulated ? " (simulated)" : ""}, ${sample.template}, ${sample.sampler}; ${base_task} ${params}`,
    `[status]\n${wordOf(status)}; expected ${JSON.stringify(expected)}, ${plain(reading)}`,
    `[question]\n${plain(prompt ?? "")}`,
    ...(reasoning ? [`[reasoning]\n${plain(reasoning)}`] : []),
    `[response]\n${response}`
  ].join("\n\n");
}
