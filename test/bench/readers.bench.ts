// Errors of this project's reader and of three harnesses' documented rules on the same judged answers: a table in markdown.
import type {ForeignCompletion} from "../../pipelines/infer/completion.js";
import {equalExpressions} from "../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../pipelines/run/patternSearch.js";
import {scoreTest} from "../../pipelines/score/score.node.js";
import {CORRECT} from "../../pipelines/score/status.js";
import {shareOf} from "../../pipelines/stats/intervals.js";
import {absent, type JudgedAnswer, judgedAnswers} from "../score/answer/judgedAnswers.js";
import type {BenchRow} from "./infer.bench.js";
import {appliesTo, HARNESSES, PEER_RULES, type PeerRule} from "./peerRules.js";

/** Returns whether this project scores an answer as right. */
export function readOurs({text, question, expected, options}: JudgedAnswer): boolean {
  const score = scoreTest(
    {text, finish_reason: "stop"} as ForeignCompletion,
    {prompt: question, expected, ...(options && {choices: options})},
    {form: undefined, simulated: false, effects: {search: patternSearch, equal: equalExpressions}}
  );
  return "status" in score && score.status === CORRECT;
}

export interface Reader {
  name: string;
  /** Kinds and sets for which the reader is documented. */
  scope: string;
  /** Whether the reader scores an answer as right; null where it is not documented for answers of this kind. */
  right(answer: JudgedAnswer): boolean | null;
}

/** Returns a reader that scores each answer by the first rule that is documented for it. */
const readerOf = (name: string, scope: string, rules: readonly PeerRule[]): Reader => ({
  name,
  scope,
  right(answer) {
    const rule = rules.find(one => appliesTo(one, answer));
    return rule ? rule.right(answer.text, answer) : null;
  }
});

const scopeOf = ({kinds, sets}: PeerRule): string => `${kinds.join(", ")}${sets ? ` of ${sets.join(", ")}` : ""}`;

const OURS: Reader = {name: "this project", scope: "all", right: readOurs};
const WHOLE_HARNESSES = HARNESSES.map(harness =>
  readerOf(
    harness,
    "by the first of its rules below",
    PEER_RULES.filter(rule => rule.harness === harness)
  )
);
const SINGLE_RULES = PEER_RULES.map(rule => readerOf(`${rule.harness}: ${rule.name}`, scopeOf(rule), [rule]));

interface Count {
  n: number;
  errors: number;
}

/** Counts the answers to which a reader applies, and those which it scores as right where the judge does not, or the reverse. */
function countErrors({right}: Reader, answers: readonly JudgedAnswer[]): Count {
  const errors = answers.flatMap(answer => {
    const isRight = right(answer);
    return isRight === null ? [] : [isRight !== (answer.verdict === "right")];
  });
  return {n: errors.length, errors: errors.filter(Boolean).length};
}

const shown = ({n, errors}: Count): string => (n === 0 ? "" : `${errors} of ${n}`);

/** Formats the errors of readers by set, as "errors of answers", with their share, its 95 % interval, and ours on the same answers. */
export function readersTable(answers: readonly JudgedAnswer[], readers: readonly Reader[]): string {
  const sets = [...new Set(answers.map(({set}) => set))];
  const percent = (share: number) => (100 * share).toFixed(1);
  const lines = readers.flatMap(reader => {
    const applied = answers.filter(answer => reader.right(answer) !== null);
    const total = countErrors(reader, applied);
    if (total.n === 0) return [];
    const {value, low, high} = shareOf(total.errors, total.n);
    return [
      [
        reader.name,
        reader.scope,
        ...sets.map(name =>
          shown(
            countErrors(
              reader,
              applied.filter(({set}) => set === name)
            )
          )
        ),
        shown(total),
        `${percent(value!)} (${percent(low)}–${percent(high)})`,
        String(countErrors(OURS, applied).errors)
      ]
    ];
  });
  const head = ["reader", "documented for", ...sets, "all", "errors in % (95 % interval)", "this project on the same"];
  return [head, head.map(() => "---"), ...lines].map(cells => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns the table of all readers on the judged answers. */
export const benchmarkReaders = (): string => readersTable(judgedAnswers(), [OURS, ...WHOLE_HARNESSES, ...SINGLE_RULES]);

export function benchReaders(): BenchRow[] {
  const answers = absent ? [] : judgedAnswers();
  if (answers.length === 0) {
    process.stderr.write("no judged answers: needs test/score/answer/judged.json and ../shared/data/responses\n");
    return [];
  }
  process.stdout.write(`${benchmarkReaders()}\n\n`);
  return WHOLE_HARNESSES.map(reader => {
    const applied = answers.filter(answer => reader.right(answer) !== null);
    const [ours, theirs] = [countErrors(OURS, applied), countErrors(reader, applied)];
    return {
      work: `answers misread, against ${reader.name}`,
      ours: shown(ours),
      baseline: shown(theirs),
      ratio: ours.errors / theirs.errors,
      target: "≤ 1 × baseline"
    };
  });
}
if (process.argv[1]?.endsWith("readers.bench.ts")) benchReaders();
