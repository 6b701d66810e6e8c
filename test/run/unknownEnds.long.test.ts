// A server that gives no finish reason: a run judges the ends of its answers by the evidence by which imports are judged.
import {join} from "node:path";
import {expect, test} from "vitest";
import {report} from "../../pipelines/infer/progress.node.js";
import {historyRows} from "../../pipelines/run/history.js";
import {rescore} from "../../pipelines/run/rescore/rescore.js";
import {query} from "../../pipelines/store/sql.node.js";
import {answering} from "../answering.js";

const TESTS = 12;
const CUT = 4;
const WORDS = "the quince is ripe and the basket of the second farm holds as many of them as the first one did ";

test("cut answers of a run are those of a rescoring, and a second run leaves the same tables", async () => {
  await using endpoint = await answering(TESTS, {
    reply: index => ({
      ...(index < CUT && {
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: WORDS.repeat(5)
                .slice(0, 440 + index)
                .trimEnd()
            }
          }
        ],
        usage: {prompt_tokens: 50, completion_tokens: 99}
      }),
      ...(index >= CUT && {choices: [{index: 0, message: {role: "assistant", content: `Because. Answer: ${index}.`}}]})
    })
  });
  const {root, command} = endpoint.book;
  const folder = join(root, "data/store");
  const tables = async (store: string) =>
    Promise.all(
      ["samples", "points", "scores"].map(
        async table => (await query(`select * from '${join(store, `${table}.parquet`)}' order by all`, {folder: store})).rows
      )
    );
  expect((await command("run")).stderr).not.toContain("remains unknown");
  expect(
    (await query("select correct + incorrect, truncated, cut_by_evidence, ended_unknown from points", {folder})).rows
  ).toEqual([[TESTS - CUT, CUT, CUT, TESTS - CUT]]);
  expect(await historyRows(folder)).toMatchObject([{n: TESTS, truncated: CUT, ended_unknown: TESTS - CUT}]);
  const run = await tables(folder);
  const again = join(root, "again");
  await rescore({source: {store: folder}, folder: again, report: report()});
  expect(await tables(again)).toEqual(run);
  await command("run");
  expect(await tables(folder)).toEqual(run);
});
