// The step that asks the book's models what the store does not hold yet.
import {UserError} from "../../book/error.js";
import {plural} from "../../book/plural.js";
import {changedTable, readManifest} from "../../store/manifest.node.js";
import {olderReaderText} from "../../store/readerVersion.node.js";
import {REFERENCE} from "../evaluation.js";
import {Interrupted} from "../interrupt.js";
import {publishTables, STORE} from "../results.js";
import {run} from "../run.js";
import {manifestIfCurrent} from "../storeManifest.js";
import type {Done, Made, Work} from "./step.js";

/**
 * Evaluates the book where its store is behind. Models that may cost something are asked only under a budget; without one, a store that has
 * results stays as it is. Throws a UserError where there are none.
 */
export async function inference({book, folder, maxCost, report, stop, abort}: Work): Promise<Done> {
  const current = await manifestIfCurrent(book, folder);
  const held = current && !(await changedTable(folder, current.manifest)) ? current : null;
  if (held?.status === "complete")
    return {line: `the store holds the book's results, ${plural(held.manifest.samples, "sample")}`, made: await madeIn(folder)};
  const asked = book.models.filter(({endpoint}) => endpoint !== REFERENCE).map(({id}) => id);
  if (asked.length > 0 && maxCost === undefined) {
    const whom = `${asked.slice(0, 3).join(", ")}${asked.length > 3 ? " and others" : ""}`;
    if ((await madeIn(folder)).length === 0)
      throw new UserError(
        `no results in ${folder} yet; --max-cost DOLLARS lets this ask ${whom}, and npm run plan says what that takes`
      );
    const older = await olderReaderText(folder);
    const isBehind = older === null || !(await manifestIfCurrent(book, folder, {anyReader: true}));
    if (isBehind)
      report.warn(`the tables in ${folder} are behind the book; --max-cost DOLLARS lets this ask ${whom} for what is missing`);
    if (older !== null) report.warn(older);
    return {line: "nothing was asked", made: await madeIn(folder)};
  }
  const ran = await run(book, {
    folder,
    maxCost,
    report,
    stop,
    abort,
    ...(folder === STORE && {checkpoint: publishTables})
  }).catch((error: unknown) => {
    if (!stop?.aborted) throw error;
    throw new Interrupted();
  });
  if (!ran) throw new Interrupted();
  const {samples, requests, cached, status, spent} = ran;
  if (status === "interrupted") throw new Interrupted();
  if (status !== "complete") report.warn(`the run ended as "${status}"; the report covers what there is`);
  return {
    line: `${plural(samples, "sample")} of ${plural(ran.models, "model")}, ${requests.toLocaleString("en")} asked, ${cached.toLocaleString("en")} from the cache`,
    made: await madeIn(folder),
    status,
    cost: spent
  };
}

async function madeIn(folder: string): Promise<Made[]> {
  const {tables = {}} = (await readManifest(folder)) ?? {};
  return Object.entries(tables).map(([name, {rows}]) => ({name, rows}));
}
