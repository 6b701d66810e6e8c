// Task "tables": a question about a table of people.

import {z} from "zod";
import {integerForm} from "../parts/forms.js";
import {integerParam, refuse} from "../parts/params.js";
import {CITIES, FORMATS, formatNames, PEOPLE, type Row, rowsFor, rowsOf} from "../parts/tabular.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

/** Fewest rows: with fewer, most operations would be trivial. */
const FEWEST_ROWS = 5;

interface Query {
  asks: string;
  answer: number;
  guessChance: number;
}

/** Operations of the questions. Each may change the rows before they are printed, so that its answer is unique. */
const OPERATIONS = {
  lookup(rows, random) {
    const {name} = random.pick(rows);
    const column = random.pick(["year", "score", "hours"] as const);
    const answer = rows.find(row => row.name === name)![column];
    return {asks: `What is the ${column} of ${name}?`, answer, guessChance: share(rows, row => row[column] === answer)};
  },
  count(rows, random) {
    const {city} = random.pick(rows);
    const answer = rows.filter(row => row.city === city).length;
    return {asks: `How many rows have the city ${city}?`, answer, guessChance: 1 / rows.length};
  },
  sum(rows, random) {
    const {team} = random.pick(rows);
    const answer = ofTeam(rows, team).reduce((sum, {score}) => sum + score, 0);
    return {asks: `What is the sum of the scores of all rows whose team is ${team}?`, answer, guessChance: 0};
  },
  max(rows, random) {
    const {team} = random.pick(rows);
    const answer = ofTeam(rows, team).reduce((most, {score}) => Math.max(most, score), 0);
    return {
      asks: `What is the largest score among the rows whose team is ${team}?`,
      answer,
      guessChance: share(rows, ({score}) => score === answer)
    };
  },
  filter_count(rows, random) {
    const {team, score} = random.pick(rows);
    const answer = ofTeam(rows, team).filter(row => row.score >= score).length;
    return {asks: `How many rows have the team ${team} and a score of at least ${score}?`, answer, guessChance: 1 / rows.length};
  },
  distinct(rows, random) {
    const {team} = random.pick(rows);
    const answer = new Set(ofTeam(rows, team).map(({city}) => city)).size;
    const most = Math.min(CITIES.length, rows.length);
    return {asks: `How many different cities are there among the rows whose team is ${team}?`, answer, guessChance: 1 / most};
  },
  argmax(rows, random) {
    const {team} = random.pick(rows);
    const candidates = ofTeam(rows, team);
    const best = candidates.reduce((a, b) => (b.score > a.score ? b : a));
    // Exactly one row must have the highest score; 100 is the lowest score.
    if (best.score === 100) best.score++;
    for (const row of candidates) if (row !== best && row.score === best.score) row.score = random.integer(100, best.score - 1);
    const answer = best.hours;
    return {
      asks: `Of the rows whose team is ${team}, which has the largest score? Give the hours of that row.`,
      answer,
      guessChance: share(rows, ({hours}) => hours === answer)
    };
  }
} as const satisfies Record<string, (rows: Row[], random: Random) => Query>;
const operations = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];

const ofTeam = (rows: Row[], team: string) => rows.filter(row => row.team === team);

/**
 * Chance of a guess that picks a cell of a column uniformly. It is limited below 1 for a column of equal cells, although five rows of
 * different people never agree everywhere.
 */
const share = (rows: Row[], right: (row: Row) => boolean) => Math.min(0.99, rows.filter(right).length / rows.length);

const params = z
  .strictObject({
    target_tokens: integerParam(
      300,
      65_536,
      1000,
      "length of the prompt, tokens of o200k_base; the number of rows is chosen to come near it"
    ),
    format: z
      .enum([...formatNames, "mixed"])
      .default("markdown")
      .describe("how the table is written; mixed = each test picks one of the others"),
    operation: z
      .enum([...operations, "any"])
      .default("any")
      .describe(
        "what is asked: one cell (lookup), rows of a city (count), a sum over a team, its largest score (max), rows by team and score (filter_count), different cities (distinct), a cell of the row with the largest score (argmax); any = each test picks one"
      )
  })
  .superRefine(({target_tokens, format}, context) => {
    for (const name of format === "mixed" ? formatNames : [format]) {
      const {tokensBeside, tokensPerRow} = FORMATS[name];
      const least = Math.ceil(tokensBeside + FEWEST_ROWS * tokensPerRow);
      if (target_tokens < least) {
        return refuse(
          context,
          `target_tokens ${target_tokens} leaves fewer than ${FEWEST_ROWS} rows in ${name}; raise target_tokens to ${least} or choose another format`,
          "target_tokens"
        );
      }
      if (rowsFor(target_tokens, name) > PEOPLE) {
        return refuse(
          context,
          `target_tokens ${target_tokens} needs more rows in ${name} than there are names; lower target_tokens to ${Math.floor(tokensBeside + PEOPLE * tokensPerRow)}`,
          "target_tokens"
        );
      }
    }
  });

export const tables = task({
  name: "tables",
  version: 1,
  summary: "Look-up, counts, sums and largest values over a table in markdown, CSV, JSON or HTML.",
  params,
  generate({target_tokens, format, operation}, random) {
    const chosen = format === "mixed" ? random.pick(formatNames) : format;
    const rows = rowsOf(rowsFor(target_tokens, chosen), random);
    const {asks, answer, guessChance} = OPERATIONS[operation === "any" ? random.pick(operations) : operation](rows, random);
    const expression = `${FORMATS[chosen].print(rows)}\n\nQuestion: ${asks}`;
    const prompt = `Answer the question at the end from this ${FORMATS[chosen].label} table of people, one row for each. Every question has one answer, a whole number.

${expression}

Think it through, then finish with a line of the form
Answer: <integer>`;
    return {prompt, expected: String(answer), guessChance, expression};
  },
  answer: integerForm
});
