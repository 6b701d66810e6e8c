// Makes the study table of waves, from files of votes in data/human/votes and from the labels that the store keeps.
import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../../book/canonical.js";
import {UserError} from "../../../rows/error.js";
import {groupBy} from "../../../stats/groupBy.js";
import {maker, type StudyStore} from "../../maker.node.js";
import {recordsFrom} from "../files.node.js";
import {wavesTables} from "./tables.js";
import {type DatedLabel, type Wave, wavesOfLabels, wavesOfVotes} from "./waves.js";

/** Folder of votes: each folder in it is a study, and so is each file that lies in it directly. */
const VOTES = join("data", "human", "votes");

interface VotesInFolder {
  study: string;
  /** the file's name without its ending */
  name: string;
  file: string;
}

const withoutEnding = (name: string): string => name.replace(/(?:\.\w+)+$/u, "");

/** The files of votes by name; none where there is no such folder. */
async function filesOfVotes(folder = VOTES): Promise<VotesInFolder[]> {
  const entries = await readdir(folder, {withFileTypes: true, recursive: true}).catch(() => []);
  return entries
    .filter(entry => entry.isFile() && !entry.name.startsWith("."))
    .map(({name, parentPath}) => ({
      study: parentPath === folder ? withoutEnding(name) : parentPath.slice(folder.length + 1),
      name: withoutEnding(name),
      file: join(parentPath, name)
    }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Digest of the files of votes: the table depends on them in addition to the store's tables. */
export async function key(): Promise<string> {
  const files = await filesOfVotes();
  const digests = await Promise.all(files.map(async ({file}) => [file, sha256Hex((await readFile(file)).toString("base64"))]));
  return sha256Hex(JSON.stringify(digests)).slice(0, 16);
}

/** Excess accuracy of each model, and of each evaluation under the name that page Annotate gives it where a store has several. */
async function scoresIn({rows, tables}: StudyStore): Promise<Map<string, number>> {
  if (!tables.includes("points")) return new Map();
  const share = "(sum(shares) - sum(share_guess)) / nullif(sum(share_tests) - sum(share_guess), 0)";
  const scores = await rows<{
    name: string;
    score: number | null;
  }>(`select model as name, ${share} as score from points group by model
    union all select concat_ws(' · ', model, template, sampler), ${share} from points group by model, template, sampler`);
  return new Map(scores.flatMap(({name, score}) => (score === null ? [] : [[name, score] as const])));
}

/**
 * The waves of all studies of votes in a folder. A file that cannot be read is reported, and leaves the other studies as they are.
 * @internal
 */
export async function readWaves(
  score: ReadonlyMap<string, number>,
  {folder = VOTES, warn}: {folder?: string; warn: (text: string) => void}
): Promise<Wave[]> {
  const all: Wave[] = [];
  for (const [study, files] of groupBy(await filesOfVotes(folder), each => each.study)) {
    try {
      const read = await Promise.all(files.map(async ({name, file}) => ({name, records: await recordsFrom(file)})));
      const {waves, warnings} = wavesOfVotes(study, read, score);
      all.push(...waves);
      if (warnings > 0) warn(`${study}: ${warnings} votes left out or odd; npm run human -- study --votes names them`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(error.message);
    }
  }
  return all;
}

/** Writes the table into a store. */
export const make = maker(wavesTables, async ({report, stage, open}) => {
  const store = await open();
  const score = await scoresIn(store);
  for (const wave of await readWaves(score, {warn: report.warn})) stage.append("waves", {...wave});
  const labels = store.tables.includes("labels")
    ? await store.rows<DatedLabel>(`select l.model, l.annotator, l.label, l.at, coalesce(s.simulated, false) as simulated
        from labels l left join (select eval_id, bool_or(simulated) as simulated from points group by eval_id) s using (eval_id) where l.unused = '' order by all`)
    : [];
  for (const wave of wavesOfLabels(labels, score)) stage.append("waves", {...wave});
});
