// Reads a prompt and its response when a reader opens a sample. All of it is untrusted text.
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import {literal} from "../../pipelines/rows/literal.js";
import type {Span} from "../../pipelines/score/answer/reading.js";
import {type StoredReading, spanIn} from "../../pipelines/score/answer/storedReading.js";
import {visibleText} from "../../pipelines/score/answer/visible.js";
import {CUT} from "../../pipelines/score/ended.js";
import {type RawAnswer, type ResponseKey, rawAnswerOf} from "./rawAnswer.js";
import {source} from "./source.js";
import type {OpenTables} from "./tables.js";
import {answerFound, markedText, untrusted} from "./text.js";
import {NotFetched, partsFor, textsFrom, textsPlace} from "./texts.js";

export interface Exchange {
  prompt: string;
  reasoning: string | null;
  text: string;
}

/** What a page has of a response. */
export interface Found {
  /** undefined where none is stored, or it could not be read */
  exchange?: Exchange | undefined;
  /** where it was fetched from; absent where the site itself holds it */
  from?: string;
  /** why it could not be read, in one line */
  fault?: string;
  /** a published answer, whose text is elsewhere */
  raw?: RawAnswer | null;
}

/** A stored exchange, from the site's own table of texts or from where they lie else. */
export async function exchangeOf(sql: OpenTables, key: ResponseKey): Promise<Found> {
  if (source === "published") return {raw: await rawAnswerOf(sql, key)};
  if (!textsPlace) return {exchange: await exchangeIn(sql, "responses", key)};
  const from = textsFrom();
  const {model: _, ...known} = key; // a part holds one model, and has no column that says so
  try {
    for (const part of await partsFor(key)) {
      await sql.attach(part.name, part.content);
      const exchange = await exchangeIn(sql, part.name, known);
      if (exchange) return {exchange, from};
    }
    return {from};
  } catch (error) {
    if (error instanceof NotFetched) return {from, fault: error.message};
    const reason = `The text could not be read from ${from}: ${(error as Error).message}.`;
    return {
      from,
      fault: await partsFor(key).then(
        () => reason,
        (again: Error) => again.message
      )
    };
  }
}

async function exchangeIn(
  sql: OpenTables,
  table: string,
  {model, template, sampler, eval_id, item_id, trial}: Omit<ResponseKey, "model"> & {model?: string}
): Promise<Exchange | undefined> {
  // values are inlined instead of bound: only then does DuckDB skip row groups of other evaluations by their statistics
  const wanted = Object.entries({model, template, sampler, eval_id, item_id})
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([column, value]) => `${column} = ${literal(value)}`);
  if (trial !== undefined) wanted.push(`trial = ${Number(trial)}`);
  const rows = await sql.query(
    `select prompt, reasoning, text from ${table} where ${wanted.join(" and ")} order by trial limit 1`
  );
  return Array.from(rows)[0] as Exchange | undefined;
}

/** The result of a sample, shown as a list of facts. */
export interface Outcome extends StoredReading {
  status: number;
  expected: string;
}
export const outcomeFacts = ({status, expected, ...reading}: Outcome, more: Record<string, string | Node> = {}): HTMLElement =>
  factList({
    Status: STATUS_NAMES[status] ?? String(status),
    Expected: untrusted(expected),
    "Answer found": answerFound(reading),
    ...more
  });

const factList = (facts: Record<string, string | Node>): HTMLElement =>
  html`<dl class="rb-facts">${Object.entries(facts).map(([term, fact]) => html.fragment`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>`;

/** @param span the answer's span in the text */
export const textPart = (title: string, text: string, span: Span | null = null): HTMLElement =>
  html`<div><h4>${title}</h4><div class="rb-text">${span ? markedText(text, span) : untrusted(text)}</div></div>`;

/**
 * Trace and response, in one part where the model does not mark its trace; or why they are not here.
 * @param reading of the response, to mark the answer in the text
 */
export function answerParts(found: Found, reading?: StoredReading): HTMLElement {
  const {exchange} = found;
  if (!exchange) return missingText(found);
  const {trace, final, offset} = visibleText(exchange);
  const whole = reading ? spanIn(exchange.text, reading) : null;
  const span = whole && whole.start >= offset ? {start: whole.start - offset, end: whole.end - offset} : null;
  const legend = span
    ? html`<p class="rb-muted" data-answer="legend">The answer was read from the <mark>marked</mark> text.`
    : "";
  const parts =
    trace === exchange.text
      ? [legend, textPart("Trace and response (the model marks no trace of its own)", trace, span)]
      : [textPart("Trace", trace), legend, textPart("Response", exchange.text.slice(offset, offset + final.length), span)];
  return html`<div>${parts}${fetchedFrom(found)}`;
}

function missingText({from, fault, raw}: Found): HTMLElement {
  if (raw) return rawText(raw);
  if (fault !== undefined) return html`<p class="rb-error" data-texts="fault">${fault}`;
  if (from !== undefined) return html`<p class="rb-muted">The text of this response is not among those at ${from}.`;
  return html`<p class="rb-muted">The text of this response is not here: it is not stored, or was not published.`;
}

const rawText = ({address, line, reported, ended, trace_bytes, compressed_bytes}: RawAnswer): HTMLElement =>
  html`<div data-texts="raw">${factList({
    "Published verdict": reported === null ? "none" : reported ? "correct" : "incorrect",
    "Ended by": ended === "cut" ? CUT : ended,
    Length: trace_bytes === null ? "unknown" : `${formatCount(trace_bytes)} bytes, ${formatCount(compressed_bytes)} compressed`
  })}<p class="rb-muted">Published texts are not part of this site. This one is record ${formatCount(line)} of ${address === null ? "its raw file" : html`<a href=${address} rel="noopener noreferrer">${address.replace("https://", "")}</a>`}.</div>`;

/** Says where a text was fetched from; nothing where the site itself holds it. */
export const fetchedFrom = ({from}: Found): HTMLElement | "" =>
  from === undefined ? "" : html`<p class="rb-muted" data-texts="from">Fetched from ${from}`;

/** Says that a text is being fetched, for a page that waits for one; nothing where the site itself holds it. */
export const fetchingNote = (): HTMLElement | "" =>
  textsPlace ? html`<p class="rb-muted" role="status" data-texts="fetching">fetching the text from ${textsFrom()} …` : "";
