// Makes the study tables `task_counts` and `adjusted_task_counts`.
import {join} from "node:path";
import {fileOf} from "../../store/publish.js";
import {openTables} from "../../store/sql.js";
import {openStage, type Row} from "../../store/writer.js";
import {leaderboardTables, POOLED_BY} from "./tables.js";

/** Which table is pooled from which. */
const SOURCES = {task_counts: "points", adjusted_task_counts: "adjusted_points"} as const;

export async function make(folder: string): Promise<void> {
  await using stage = await openStage(leaderboardTables, {folder});
  const {connection, tables, close} = await openTables(folder);
  try {
    await connection.run("set threads = 1"); // sums of fractions depend on the order of their terms
    for (const [name, source] of Object.entries(SOURCES)) {
      if (!tables.includes(source)) continue;
      const rows =
        await connection.runAndReadAll(`select ${POOLED_BY.join(", ")}, count(*)::integer as points, sum(correct)::integer as correct,
        sum(incorrect)::integer as incorrect, sum(truncated)::integer as truncated, sum(guess_sum) as guess_sum,
        known_sum(tokens_completion)::double as tokens_completion, known_sum(tokens_squared::double) as tokens_squared,
        token_spread(tokens_completion, tokens_squared, samples) as tokens_spread, min(samples)::integer as least_samples, sum(cost) as cost
        from (select *, correct + incorrect + truncated as samples from ${source}) group by all`);
      for (const row of rows.getRowObjectsJS()) stage.append(name, row as Row);
    }
  } finally {
    close();
  }
  for (const name of Object.keys(leaderboardTables)) await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
}
