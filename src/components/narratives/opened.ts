// An input for a reader's file of narratives, which a worker reads, and keeps for the page to ask.
import type {Input} from "../../pipelines/charts/shared/input.js";
import {ROW_FILES, readInput} from "../shared/fileInput.js";
import type {Reading} from "../shared/fileText.js";
import {tableRows} from "../shared/uploaded.js";
import {openWorker, type Working} from "../shared/worker.js";
import type {ReadFile} from "./ownFile.js";
import type {NarrativeTasks} from "./tasks.js";

export const openNarratives = (): Working<NarrativeTasks> =>
  openWorker<NarrativeTasks>(import.meta.resolve("./narratives.worker.js"));

/** A file that was read, and the worker that keeps its narratives. */
export interface Opened {
  file: ReadFile;
  worker: Working<NarrativeTasks>;
}

async function opened(file: File, {signal, report}: Required<Reading>): Promise<Opened> {
  const worker = openNarratives();
  const end = () => worker.end();
  signal.addEventListener("abort", end);
  try {
    const rows = await tableRows(file, {signal});
    const read = await worker.call(
      "open",
      rows ?? {name: file.name, file},
      report,
      rows ? [rows.arrow.buffer as ArrayBuffer] : []
    );
    signal.removeEventListener("abort", end);
    return {file: read, worker};
  } catch (error) {
    worker.end();
    throw error;
  }
}

/** The file that is open, null before one is and after it was removed. The file stays in the tab. */
export const narrativesFile = (): Input<Opened | null> =>
  readInput({
    id: "narratives-file",
    label: "Narratives of your own (JSON lines, JSON or Parquet)",
    accept: ROW_FILES,
    read: opened,
    release: ({worker}) => worker.end()
  });
