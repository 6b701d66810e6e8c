// Writes the data of a result as one HTML file that needs no server and no network, and reads the data back.
import {createHash} from "node:crypto";
import {mkdir, readFile, stat, writeFile} from "node:fs/promises";
import {dirname} from "node:path";
import {UserError} from "../../rows/error.js";
import {replaceFile} from "../../store/files.node.js";
import {inert} from "../../store/show.js";
import {evaluationNames, type OutcomePair, outcomeCost, percent, signed, verdictOf} from "../outcomes.js";
import {SCRIPT, STYLE} from "./page.js";
import {groupShares, LAYOUT, type Recomputed, type Result, recompute, resultSchema} from "./result.js";

/** Most models that have a sentence; all are in the figure and the table. */
const MAX_SENTENCES = 3;

/** Most models of the table by task. */
const MAX_GROUP_MODELS = 4;

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\u00a0", "&nbsp;");

const sourceOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the file. Texts are in a block of JSON without "<", from which the script makes text nodes. */
export function htmlOf(result: Result): string {
  const policy = `default-src 'none'; script-src ${sourceOf(SCRIPT)}; style-src ${sourceOf(STYLE)}; base-uri 'none'; form-action 'none'`;
  const json = JSON.stringify(result).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="reasonbook ${escaped(result.version)}">
<title>${escaped(result.title)}</title>
<style>${STYLE}</style>
</head>
<body>
${MAIN.open}
${visible(result)}
${MAIN.close}
${wrongSection(result)}
<script type="application/json" id="result">${json}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const MAIN = {open: "<main>", close: "</main>"};

/** Returns the part of the file that shows numbers. It reads the same after a browser has saved the page. */
function visible(result: Result): string {
  const {title, notes, models, pairs, items} = result;
  const names = evaluationNames(models);
  const sentences = [
    ...models
      .slice(0, MAX_SENTENCES)
      .map(({right, low, high, n, simulated}, i) =>
        right === null
          ? `${names[i]}: no answer to count.`
          : `${names[i]}: ${percent(right)} % of ${n.toLocaleString("en")} answers right (95 % interval ${percent(low!)} to ${percent(high!)})${simulated ? ", simulated" : ""}.`
      ),
    ...pairs.map(pairSentence),
    ...notes.map(note => `${note[0]?.toUpperCase()}${note.slice(1)}.`)
  ];
  return [
    `<h1>${escaped(title)}</h1>`,
    ...sentences.map(sentence => `<p>${escaped(sentence)}</p>`),
    figure({models, pairs}, names),
    `<h2>Results</h2>`,
    table(
      ["model", "% right", "95 % interval", "n", "truncated", "unread", "cost"],
      models.map(({right, low, high, n, truncated, unread, ...costs}, i) => [
        names[i]!,
        right === null ? "–" : percent(right),
        low === null || high === null ? "–" : `${percent(low)} to ${percent(high)}`,
        n.toLocaleString("en"),
        truncated.toLocaleString("en"),
        unread.toLocaleString("en"),
        outcomeCost(costs)
      ])
    ),
    `<p class="note">${items.toLocaleString("en")} ${items === 1 ? "question" : "questions"}. n counts the answers that were not cut at the token limit; unread answers contain no answer, and count as wrong. Intervals: Wilson, over questions where each was asked several times.</p>`,
    ...(pairs.length === 0
      ? []
      : [
          `<h2>Paired differences</h2>`,
          table(
            ["A minus B", "points", "95 % interval", "p", "n", "A better", "B better", "only A was asked", "only B was asked"],
            pairs.map(({a, b, value, low, high, p, n, wins, losses, only_a, only_b}) => [
              `${a} minus ${b}`,
              value === null ? "–" : signed(value),
              low === null || high === null ? "–" : `${signed(low)} to ${signed(high)}`,
              p === null ? "–" : pText(p),
              ...[n, wins, losses, only_a, only_b].map(count => count.toLocaleString("en"))
            ])
          ),
          `<p class="note">n counts the questions with a counted answer of both; A better and B better are those of them whose answers differ.</p>`
        ]),
    ...groupTable(result, names)
  ].join("\n");
}

/** Returns the table of shares by task, for the first models; nothing if there is one group. */
function groupTable(result: Result, names: readonly string[]): string[] {
  const {groups, models} = result;
  if (groups.length < 2) return [];
  const shares = models.slice(0, MAX_GROUP_MODELS).map(model => groupShares(model, result));
  const rows = groups.map((group, i) => [
    group,
    ...shares.map(byGroup => {
      const {value, low, high, n} = byGroup[i]!;
      if (value === null || low === null || high === null) return "–";
      return `${percent(value)} [${percent(low)}, ${percent(high)}] n ${n.toLocaleString("en")}`;
    })
  ]);
  const left = models.length - MAX_GROUP_MODELS;
  return [
    `<h2>Results by task</h2>`,
    table(["task", ...names.slice(0, MAX_GROUP_MODELS)], rows),
    `<p class="note">% right, 95 % interval and n${left > 0 ? `, of the first ${MAX_GROUP_MODELS} models` : ""}.</p>`
  ];
}

function pairSentence({value, low, high, n, ...pair}: OutcomePair): string {
  const {a, b} = pair;
  if (value === null) return `${a} and ${b} have no question in common.`;
  const difference = `${a} minus ${b}: ${signed(value)} points over ${n.toLocaleString("en")} common ${n === 1 ? "question" : "questions"}`;
  if (low === null || high === null) return `${difference}, too few for an interval.`;
  return `${difference} (95 % interval ${signed(low)} to ${signed(high)}): ${verdictOf({a, b, low, high})}.`;
}

/** A p-value of three decimal places. */
export const pText = (p: number): string => (p < 0.001 ? "below 0.001" : p.toFixed(3));

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map(column => `<th scope="col">${escaped(column)}</th>`).join("");
  const body = rows.map(
    ([name, ...cells]) =>
      `<tr><th scope="row">${escaped(name!)}</th>${cells.map(cell => `<td>${escaped(cell)}</td>`).join("")}</tr>`
  );
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

/** Sizes of the figure, pixels; it is as wide as a telephone. Each row has a line of text above its interval. */
const FIGURE = {width: 360, row: 38, text: 15, margin: 14, top: 24};
/** Longest name in the figure, characters. */
const MAX_NAME = 26;

/** Draws the share of right answers of each model with its interval. */
function figure({models}: Pick<Result, "models" | "pairs">, names: readonly string[]): string {
  const {width, row, margin, top} = FIGURE;
  const height = top + row * models.length + 6;
  const x = (share: number): string => (margin + share * (width - 2 * margin)).toFixed(1);
  const text = (place: {x: string; y: number; anchor: string}, content: string): string =>
    `<text x="${place.x}" y="${place.y}" text-anchor="${place.anchor}">${escaped(content)}</text>`;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    share =>
      `<line x1="${x(share)}" x2="${x(share)}" y1="${top - 4}" y2="${height}" class="grid"></line>${text({x: x(share), y: top - 9, anchor: "middle"}, `${100 * share}`)}`
  );
  const rows = models.map(({right: share, low, high, n}, i) => {
    const textY = top + row * i + FIGURE.text;
    const y = textY + 11;
    const name = names[i]!;
    const label = text({x: x(0), y: textY, anchor: "start"}, name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name);
    const value = (words: string) => text({x: x(1), y: textY, anchor: "end"}, words);
    if (share === null || low === null || high === null) return label + value("no answer to count");
    const numbers = `${percent(share)} [${percent(low)}, ${percent(high)}] n ${n.toLocaleString("en")}`;
    return [
      label,
      `<line x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}" class="interval"></line>`,
      `<circle cx="${x(share)}" cy="${y}" r="4.5"></circle>`,
      value(numbers)
    ].join("");
  });
  const described = "Share of right answers of each model, per cent, with its 95 % interval";
  return `<figure><figcaption>${described}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${described}">${ticks.join("")}${rows.join("")}</svg></figure>`;
}

/** Returns the list of wrong answers, which the script fills, and its filters. */
function wrongSection({models, wrong, shortened}: Result): string {
  if (wrong.length === 0) return `<section id="wrong"><h2>Wrong and unread answers</h2><p>None.</p></section>`;
  const withWrong = evaluationNames(models).map((name, i) => ({name, i, count: wrong.filter(({model}) => model === i).length}));
  const choices = withWrong
    .filter(({count}) => count > 0)
    .map(({name, i, count}) => `<option value="${i}">${escaped(name)} (${count})</option>`);
  const cut =
    shortened === 0 ? "" : ` ${shortened.toLocaleString("en")} long ${shortened === 1 ? "text is" : "texts are"} shortened.`;
  return `<section id="wrong">
<h2>Wrong and unread answers</h2>
<noscript><p>The list needs the script of this file.</p></noscript>
<form>
<label>Model <select id="model"><option value="">all</option>${choices.join("")}</select></label>
<label>Kind <select id="kind"><option value="">wrong or unread</option><option value="wrong">wrong</option><option value="unread">unread</option></select></label>
<label>Text <input id="text" type="search" autocomplete="off"></label>
<output id="count"></output>
</form>
<p class="note">Texts of models and questions are shown as they are, without control characters.${cut}</p>
<div id="list"></div>
<button id="more" type="button" hidden>Show all</button>
</section>`;
}

/** Writes a result as an HTML file. Returns its size in bytes. */
export async function writeHtml(file: string, result: Result): Promise<number> {
  const text = htmlOf(result);
  await mkdir(dirname(file), {recursive: true});
  await replaceFile(file, temporary => writeFile(temporary, text));
  return Buffer.byteLength(text);
}

const DATA = /<script type="application\/json" id="result">([^<]*)<\/script>/u;

/** Reads the result of an HTML file, and recomputes its numbers. Throws `UserError` for a file without a result. */
export async function checkedHtml(file: string): Promise<{result: Result; recomputed: Recomputed; isTextCompared: boolean}> {
  const text = await readHtml(file);
  const block = DATA.exec(text);
  if (!block) throw new UserError(`${file} has no result; expected a file that --html wrote`);
  const result = parsed(block[1]!, file);
  const recomputed = recompute(result);
  const isTextCompared = result.layout === LAYOUT;
  const disagreements = [...recomputed.disagreements, ...(isTextCompared ? visibleDisagreements(text, result) : [])];
  return {result, recomputed: {...recomputed, disagreements}, isTextCompared};
}

async function readHtml(file: string): Promise<string> {
  const stats = await stat(file).catch(() => null);
  if (!stats) throw new UserError(`no such file: ${file}`);
  if (!stats.isFile()) throw new UserError(`${file} is no file`);
  return readFile(file, "utf8");
}

function parsed(json: string, file: string): Result {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UserError(`${file}: its result is not JSON: the file is damaged`);
  }
  const {data, error} = resultSchema.safeParse(value);
  if (data) return data;
  const {path, message} = error!.issues[0]!;
  throw new UserError(`${file}: its result cannot be read: ${inert(`${path.join(".")}: ${message}`)}`);
}

/** Compares the shown text with that of the file's data. */
function visibleDisagreements(text: string, result: Result): string[] {
  const words = (html: string) => html.replace(/\s+/gu, " ").trim();
  const fileText = words(text.slice(text.indexOf(MAIN.open) + MAIN.open.length, text.indexOf(MAIN.close)));
  const dataText = words(visible(result));
  if (fileText === dataText) return [];
  const position = [...dataText].findIndex((character, i) => character !== fileText[i]);
  return [`the text shows "${plain(fileText, position)}", its data say "${plain(dataText, position)}"`];
}

/** Characters of a text that are quoted before and after a position. */
const AROUND = 60;
const plain = (html: string, position: number): string =>
  html
    .slice(Math.max(0, position - AROUND), position + AROUND)
    .replace(/^[^<]*>|<[^>]*>|<[^>]*$/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
