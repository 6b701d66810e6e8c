// The tasks of a store as categories of one domain, for a report of a book that lists no domains.
import {readManifest} from "../../store/manifest.node.js";
import type {StudyStore} from "../maker.node.js";
import type {Listed} from "../scorecard/storedScores.node.js";

/** Name of the domain that all tasks are in. */
const DOMAIN = "Tasks";

/** Each task and bank of which the store has answers; none of a store without samples. */
export async function tasksAsCategories(folder: string, {tables, rows}: StudyStore): Promise<Listed[]> {
  if (!tables.includes("samples")) return [];
  const names = await rows<{base_task: string}>("select distinct base_task from samples order by base_task");
  const manifest = await readManifest(folder);
  return names.map(({base_task: name}, i) => {
    const category = {
      domain: DOMAIN,
      name,
      origin: "ours",
      items: 0,
      params: {},
      averaged: true,
      licence: "",
      source: "",
      policy: ""
    };
    return {
      suite: manifest?.suite ?? "",
      number: i + 1,
      fill: null,
      state: "generated",
      reason: null,
      base_task: name,
      items: 0,
      policy: "",
      scorer: "",
      version: null,
      metric: manifest?.metrics?.[name] ?? "accuracy",
      category
    } as unknown as Listed;
  });
}
