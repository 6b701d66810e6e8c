// The command `view`: opens results that exist already as pages, and checks a result that is one HTML file.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {isWorkbook} from "../run/ask/files.js";
import {storesOf} from "../run/imports/logStore.js";
import {outcomeLines, outcomesOf} from "../run/outcomes.js";
import {checkedHtml} from "../run/resultFile/html.js";
import {openWorkbook} from "../site/liveWorkbook.js";
import {inert} from "../store/show.js";
import {command, jsonText, option, positional} from "./command.js";
import {logOptions} from "./compare.js";
import {brokenLinks} from "./links.js";
import {flag} from "./optionTypes.js";
import {openArguments, openOptions, showStores} from "./site.js";

const view = command({
  name: "view",
  summary: "open logs, files of answers or stores as pages; of an HTML result, recompute its numbers",
  options: z.strictObject({
    paths: positional(
      z.array(z.string()).min(1),
      "logs of Inspect, lm-eval, promptfoo, HELM, lighteval, evals and others, files of answers, or stores; or a file that --html wrote"
    ),
    ...logOptions,
    ...openOptions,
    pages: option(z.boolean().default(true), "print the results only"),
    json: flag("print the results as JSON; with an HTML result, its recomputed numbers")
  }),
  examples: ["logs/run.eval samples_gsm8k.jsonl", "result.html"],
  async run({paths, format, score, open, port, pages, json = false}, io) {
    const [first] = paths;
    if (paths.some(path => /\.html?$/iu.test(path))) {
      if (paths.length > 1) throw new UserError("an HTML result is viewed alone; name one file");
      return check(first!, {json, write: text => io.stdout.write(text)});
    }
    const log = report();
    const stores = await storesOf(paths, {format, score, report: log});
    const results = [];
    for (const store of stores) results.push({store, ...(await outcomesOf(store))});
    io.stdout.write(
      json
        ? jsonText(results)
        : results
            .flatMap(outcomeLines)
            .map(line => `${line}\n`)
            .join("")
    );
    if (!pages || json) return 0;
    const broken = brokenLinks();
    if (broken !== null) throw new UserError(broken);
    if (!isWorkbook()) {
      log.info(
        `pages are shown in a workbook's folder; here npx reasonbook compare ${paths.join(" ")} --html result.html  writes the results as one file`
      );
      return 0;
    }
    await showStores(stores, io);
    return openWorkbook(openArguments({open, port}));
  }
});

export const commands = [view];

/** Recomputes the numbers of an HTML result, and prints them. Returns the exit code: 1 if something does not agree. */
async function check(file: string, {json, write}: {json: boolean; write(text: string): void}): Promise<number> {
  const {result, recomputed, isTextCompared} = await checkedHtml(file);
  const {models, pairs, numbers, answers, disagreements} = recomputed;
  if (json) write(jsonText({title: result.title, models, pairs, numbers, answers, disagreements}));
  else {
    const summary =
      disagreements.length === 0
        ? `all ${numbers} numbers agree with the ${plural(answers, "answer")} of the file`
        : `${plural(disagreements.length, "disagreement")} in ${numbers} numbers of ${plural(answers, "answer")}:`;
    const layout = isTextCompared
      ? []
      : [`version ${result.version} wrote the file's text in another layout, which was not compared`];
    write([...outcomeLines(recomputed), summary, ...disagreements, ...layout].map(line => `${inert(line)}\n`).join(""));
  }
  return disagreements.length === 0 ? 0 : 1;
}
