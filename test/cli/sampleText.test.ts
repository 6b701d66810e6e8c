// The text of `npm run samples -- show`: the answer is marked, and nothing that a model wrote controls the terminal.
import {expect, test} from "vitest";
import {sampleText} from "../../pipelines/cli/sampleText.js";
import {terminalText} from "../../pipelines/io/terminal.js";
import type {FoundSample} from "../../pipelines/store/corrections/apply.node.js";

const text = "Tom has\n3 + 9 apples. The answer is 12.";
const found: FoundSample = {
  sample: {eval_id: "0123456789ab", model: "m", template: "plain", sampler: "greedy", item_id: "sums-1", trial: 0},
  status: 1,
  parsed: true,
  base_task: "sums",
  params: "{}",
  simulated: false,
  expected: "12",
  prompt: "How many?",
  answer: "12",
  answer_rule: "answer is",
  answer_start: 36,
  answer_end: 38,
  answer_reason: null,
  reasoning: null,
  text
};

test("the answer is between marks, or inverse on a terminal that shows it, and its rule is named", () => {
  const plain = sampleText(found, {inverse: false});
  expect(plain).toContain('[status]\ncorrect; expected "12", found "12", read by rule: answer is');
  expect(plain).toContain("[response]\nTom has\n3 + 9 apples. The answer is »12«.");
  expect(terminalText(sampleText(found, {inverse: true}))).toContain("The answer is \u001b[7m12\u001b[27m.");
});

test("where there is no answer the reason is named, and nothing is marked", () => {
  const {answer_rule: _, ...rest} = found;
  const unread = sampleText({...rest, status: 0, answer: null, answer_reason: "several"}, {inverse: false});
  expect(unread).toContain('[status]\nincorrect; expected "12", no answer: the text states several answers\n');
  expect(unread).toContain(`[response]\n${text}`);
});

test("a sample of an older version, or of a shorter text, is shown without marks", () => {
  const {answer_rule, answer_start, answer_end, answer_reason, ...older} = found;
  expect(sampleText(older, {inverse: false})).toContain(`found "12"\n`);
  expect(sampleText(older, {inverse: false})).toContain(`[response]\n${text}`);
  expect(sampleText({...found, text: "12"}, {inverse: false})).toMatch(/\[response\]\n12$/u);
  expect(sampleText({...found, text: null}, {inverse: true})).toMatch(/\[response\]\n$/u);
});

test("control and direction characters of a model are replaced, line breaks and tabs are kept", () => {
  const hostile = "\u001b[2J\u202e\r\tThe answer is 12\u0007.\n";
  const shown = terminalText(
    sampleText(
      {...found, text: hostile, prompt: "\u001b]0;x\u0007?", reasoning: "\u009b1m", answer_start: 21, answer_end: 24},
      {inverse: true}
    )
  );
  expect(shown).toContain("[question]\n·]0;x·?");
  expect(shown).toContain("[reasoning]\n·1m");
  expect(shown).toContain("·[2J··\tThe answer is \u001b[7m12·\u001b[27m.\n");
});
