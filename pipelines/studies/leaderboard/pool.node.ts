// Pools points as far as every choice of a reader allows.
import type {Stage} from "../../store/writer.node.js";
import {withStore} from "../maker.node.js";
import {POOLED_BY} from "./tables.js";

/**
 * Adds the pooled rows of a table of points.
 * @param stage the stage of the table to add to
 * @param name that table
 * @param source the folder with the table of points, and its name
 */
export const poolPoints = (stage: Stage, name: string, {folder, points}: {folder: string; points: string}): Promise<void> =>
  withStore(folder, async ({connection, tables, rows}) => {
    if (!tables.includes(points)) return;
    await connection.run("set threads = 1"); // sums of fractions depend on the order of their terms
    const pooled = await rows(`select ${POOLED_BY.join(", ")}, count(*)::integer as points, sum(correct)::integer as correct,
      sum(incorrect)::integer as incorrect, sum(truncated)::integer as truncated, sum(cut_by_evidence)::integer as cut_by_evidence,
      sum(ended_unknown)::integer as ended_unknown, sum(guess_sum)::double as guess_sum,
      sum(answers)::integer as answers, sum(shares)::double as shares, sum(share_squares)::double as share_squares,
      sum(share_tests)::integer as share_tests, sum(share_guess)::double as share_guess,
      known_sum(completion_tokens)::double as completion_tokens, known_sum(tokens_squared::double) as tokens_squared,
      token_spread(completion_tokens, tokens_squared, samples) as tokens_spread, min(samples)::integer as least_samples, sum(cost) as cost
      from (select *, correct + incorrect + truncated as samples from ${points}) group by all`);
    for (const row of pooled) stage.append(name, row);
  });
