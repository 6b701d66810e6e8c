// Samples of other programs as rows of our tables: each becomes a response to a test, as rows of `npm run score` do.

import {roster} from "../../infer/reference/roster.js";
import {isShortened} from "../../infer/shortened.node.js";
import {isAtLimit, SHORT_LIMIT} from "../../infer/tokenLimit.js";
import {UserError} from "../../rows/error.js";
import type {StagedRow} from "../../store/given.node.js";
import {reportedText} from "../../store/reported.js";
import {transcriptReader} from "../../store/transcripts.node.js";
import type {ForeignRun, ForeignSample} from "./foreign.js";
import {evaluationNames, nameOf, openNumbering} from "./naming.js";
import type {Notes} from "./notes.js";

/** What a token limit is called as the reason why a response ended. */
const LIMITED = /^(?:length|max_?(?:output_?)?tokens|model_length|token_limit)$/iu;
/** Samples after which progress is told: some seconds' work. */
const TOLD_EVERY = 20_000;
/** Ids of our simulated models, whose answers stay marked as simulated wherever they have been. */
const SIMULATED = new Set(roster.map(({id}) => id));

const isSimulated = (model: string): boolean => SIMULATED.has(model.slice(model.lastIndexOf("/") + 1));

export interface ImportedRows extends AsyncIterable<StagedRow> {
  /** Number of rows of our own tests that came without their question. */
  uncompared(): number;
}

/**
 * The rows of runs, one after the other.
 * @param truncated what a response counts as that the token limit ended · @param onRun is called before each run · @param onSamples is called now and then
 */
export function importedRows(
  runs: readonly ForeignRun[],
  {
    notes,
    truncated,
    onRun = () => {},
    onSamples = () => {}
  }: {
    notes: Notes;
    truncated: "truncated" | "scored";
    onRun?: (run: ForeignRun) => void;
    onSamples?: (samples: number) => void;
  }
): ImportedRows {
  const reader = transcriptReader();
  const numbering = openNumbering();
  const namesOf = evaluationNames(runs);
  const renamed = new Set<string>();
  const name = (text: string): string => {
    const plain = nameOf(text);
    if (plain !== text && !renamed.has(text)) {
      renamed.add(text);
      notes.add("name", "with characters that a name may not have, which became hyphens", {example: `${text} → ${plain}`});
    }
    return plain;
  };

  const rowOf = (sample: ForeignSample, run: ForeignRun): StagedRow => {
    const {own, place, reported} = sample;
    const model = name(sample.model ?? run.model);
    const task = own?.base_task ?? name(sample.task ?? run.task);
    const finish_reason = finishOf(sample, {notes, truncated});
    const expected = own || sample.choices?.length ? sample.expected : finalNumber(sample.expected);
    const content = JSON.stringify([sample.params ?? null, sample.question, sample.expected]);
    const isLong = own !== undefined && (isShortened(sample.question) || isShortened(sample.prompt));
    const {template, sampler} = namesOf(run, model);
    const read = reader.response(
      {
        model,
        base_task: task,
        template,
        sampler,
        finish_reason,
        expected,
        text: sample.text,
        ...(own
          ? {params: own.params, generator_version: own.generator_version, seed: own.seed, index: own.index}
          : {
              params: sample.params ?? {},
              index: numbering.of(`${task} ${JSON.stringify(sample.params ?? {})}`, sample.id, content)
            }),
        ...(!isLong && {prompt: sample.prompt || sample.question, question: sample.question}),
        ...(own && own.choices.length > 0 ? {choices: own.choices} : sample.choices && {choices: [...sample.choices]}),
        ...(own && {guess_chance: own.guess_chance}),
        ...(sample.max_tokens && {max_tokens: sample.max_tokens}),
        trial: own?.trial ?? sample.trial ?? 0,
        reasoning: sample.reasoning ?? null,
        prompt_tokens: sample.prompt_tokens ?? null,
        completion_tokens: sample.completion_tokens ?? null,
        ...(typeof sample.cost === "number" && sample.cost >= 0 && {cost: sample.cost}),
        ...(typeof sample.latency_ms === "number" && sample.latency_ms >= 0 && {latency_ms: sample.latency_ms}),
        simulated: own?.simulated ?? [model, sample.asked ?? ""].some(isSimulated)
      },
      0
    );
    if ("bad" in read) return {place, bad: read.bad};
    const {row} = read;
    if (own) row.item_id = own.item_id;
    if (own?.reading) row.reading = JSON.stringify(own.reading);
    return {
      place,
      row: Object.assign(row, {
        cached_prompt_tokens: sample.cached_prompt_tokens ?? null,
        scorer: sample.scorer ?? null,
        pair_id: sample.pair_id ?? null,
        category: sample.category ? nameOf(sample.category) : null,
        ...(sample.uncounted && {uncounted: true}),
        reported: reportedText(reported)
      })
    };
  };

  return {
    uncompared: () => reader.uncompared(),
    async *[Symbol.asyncIterator]() {
      let line = 0;
      for (const run of runs) {
        onRun(run);
        let samples = 0;
        for await (const sample of run.samples()) {
          samples++;
          if (++line % TOLD_EVERY === 0) onSamples(line);
          if ("bad" in sample) yield sample;
          else {
            const result = rowOf(sample, run);
            if ("row" in result) result.row.line = line;
            yield result;
          }
        }
        if (samples === 0) notes.add("log", "without samples", {example: run.file});
      }
      if (line === 0) throw new UserError(`no sample in ${runs.map(({file}) => file).join(", ")}`);
      if (numbering.shared > 0)
        notes.add("item", "whose id another question of the same task has: numbered from 1,073,741,824 on", {
          count: numbering.shared
        });
    }
  };
}

/** The right answer of a solution as GSM8K writes them, which ends in a line `#### 1,234`, or of a value `# 18` alone; any other text as it is. */
const finalNumber = (expected: string): string =>
  /(?:(?:^|\n)[ \t]*#{4}|^[ \t]*#{1,3})[ \t]*([-+]?\d[\d,]*(?:\.\d+)?)\s*$/u.exec(expected)?.[1]?.replaceAll(",", "") ?? expected;

/** Why a response ended, as it counts here. */
function finishOf(
  {finish_reason = "unknown", max_tokens, completion_tokens = null, reported, text}: ForeignSample,
  {notes, truncated}: {notes: Notes; truncated: "truncated" | "scored"}
): string {
  const isScored = truncated === "scored";
  const isLimited = LIMITED.test(finish_reason) || (isScored && isAtLimit(completion_tokens, max_tokens));
  if (reported.further || !isLimited) return finish_reason === "" ? "unknown" : finish_reason;
  const isShort = typeof max_tokens === "number" && max_tokens <= SHORT_LIMIT; // the response is cut after its answer
  if (isScored || (isShort && text !== "")) {
    notes.add(
      "response",
      `ended by a limit of tokens that counts as scored${isShort ? `, since the limit is at most ${SHORT_LIMIT} tokens` : ""}`
    );
    return "limit";
  }
  if (reported.right)
    notes.add("response", "scored right and ended by the token limit: counts as truncated; --truncated scored takes the score");
  return "length";
}
