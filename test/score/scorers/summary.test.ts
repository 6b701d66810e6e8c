// Summaries labelled by hand: right or wrong for a small document whose facts are known.
import {expect, test} from "vitest";
import {type ScorerOf, scorerSchema} from "../../../pipelines/book/scorers.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";

type Settings = ScorerOf<"summary">;
type Relation = Settings["facts"][number]["relation"];

const RELATIONS = ["person", "decision", "amount", "date"] as const;
const ITEMS = [
  ["school kitchen", "Ada Adler", "approved", "4200", "3 May"],
  ["harbour footbridge", "Bruno Castro", "rejected", "6540", "21 June"],
  ["castle clock", "Ada Adler", "postponed", "3120", "12 July"],
  ["market roof", "Cleo Dahl", "approved", "5000", "1 June"]
] as const;

/** Settings that require some relations of some items. */
const settings = (subjects: readonly string[], relations: readonly Relation[], more: object = {}): Settings =>
  scorerSchema.parse({
    kind: "summary",
    facts: ITEMS.flatMap(([subject, ...values]) =>
      RELATIONS.map((relation, i) => ({
        ...{subject, relation, value: values[i]!},
        required: subjects.includes(subject) && relations.includes(relation)
      }))
    ),
    ...more
  }) as Settings;

const verdict = (text: string, scorer: Settings) =>
  verdictOf(text, {prompt: "", expected: ""}, scorer, {search: () => null, equal: () => null});

const all = ITEMS.map(([subject]) => subject);
/** Questions, by a letter: items of Ada Adler, all decisions, leaders and costs of what was approved, and the two largest with their starts. */
const QUESTIONS = {
  A: settings(["school kitchen", "castle clock"], ["decision", "amount", "date"], {max_sentences: 3}),
  D: settings(all, ["decision"], {max_words: 30}),
  C: settings(["school kitchen", "market roof"], ["person", "amount"], {max_sentences: 3}),
  L: settings(["harbour footbridge", "market roof"], ["person", "amount", "date"], {max_sentences: 3})
} as const;

type Labelled = readonly [question: keyof typeof QUESTIONS, isRight: boolean, text: string];

const LABELLED: readonly Labelled[] = [
  // As the document says it, and in other words and orders.
  ["A", true, "Ada Adler leads two items. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", true, "The school kitchen (4,200 euros, starting on 3 May) was approved; the castle clock (3,120 euros, starting on 12 July) was postponed."],
  ["A", true, "The school kitchen was accepted at a cost of four thousand two hundred euros, with work beginning on the third of May. The castle clock was deferred; it costs three thousand one hundred and twenty euros and begins on July 12."],
  ["A", true, "Approved: the school kitchen, €4,200, May 3. Postponed: the castle clock, €3,120, July 12."],
  ["A", true, "- **School kitchen**: approved, 4200 euros, 3 May\n- **Castle clock**: postponed, 3120 euros, 12 July"],
  ["A", true, "Ada Adler's kitchen was approved for 4,200 euros and starts on 3 May. Her clock, which costs 3,120 euros and starts on 12 July, was postponed."],
  ["A", true, "The council approved the school kitchen and postponed the castle clock. They cost 4,200 and 3,120 euros and start on 3 May and 12 July respectively."],
  ["A", true, "Ada Adler leads the school kitchen, which was approved and will start on 3 May at a cost of 4,200 euros, and the castle clock, which was put off and will start on 12 July at a cost of 3,120 euros."],
  ["A", true, "The school kitchen was not rejected but approved; it costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", true, "Work on the school kitchen, approved with a budget of 4,200 euros, starts on 3rd May, while the castle clock was postponed, with a budget of 3,120 euros and a start on 12th July."],
  // A wrong amount, date or decision; values of the other item.
  ["A", false, "The school kitchen was approved, costs 4,300 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen was approved, costs 4,200 euros and starts on 4 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen was postponed, costs 4,200 euros and starts on 3 May. The castle clock was approved, costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen was approved, costs 3,120 euros and starts on 3 May. The castle clock was postponed, costs 4,200 euros and starts on 12 July."],
  ["A", false, "The council approved the school kitchen and postponed the castle clock. They cost 3,120 and 4,200 euros and start on 3 May and 12 July respectively."],
  ["A", false, "The school kitchen was not approved; it costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen was approved, costs about 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen was approved, costs more than 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen was approved, costs 4,200 dollars and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen may be approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  // Something left out, too long, or invented.
  ["A", false, "The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed and costs 3,120 euros."],
  ["A", false, "The school kitchen was approved, costs 4,200 euros and starts on 3 May."],
  ["A", false, "The school kitchen was approved. It costs 4,200 euros and starts on 3 May. The castle clock was postponed. It costs 3,120 euros and starts on 12 July."],
  ["A", false, "The school kitchen was approved unanimously, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "Ada Adler leads three items. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "Ada Adler approved the school kitchen, which costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "Ada Adler, Bruno Castro's sister, leads both. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", false, "Bruno Castro leads two items. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."],
  ["A", true, "The school kitchen was approved, costs 4,200 euros and starts on 3 May; the castle clock was postponed, costs 3,120 euros and starts on 12 July. Together they cost 7,320 euros."],
  ["A", false, "The school kitchen was approved, costs 4,200 euros and starts on 3 May; the castle clock was postponed, costs 3,120 euros and starts on 12 July. Together they cost 7,420 euros."],
  // Decisions.
  ["D", true, "The school kitchen and the market roof were approved, the harbour footbridge was rejected and the castle clock was postponed."],
  ["D", true, "Approved: school kitchen, market roof. Rejected: harbour footbridge. Postponed: castle clock."],
  ["D", true, "Approved:\n- school kitchen\n- market roof\nRejected:\n- harbour footbridge\nPostponed:\n- castle clock"],
  ["D", true, "The council approved the kitchen and the roof, turned down the footbridge and deferred the clock."],
  ["D", true, "Two of the four items were approved: the market roof and the school kitchen. The castle clock was put off, and the harbour footbridge was refused."],
  ["D", true, "The harbour footbridge was rejected, the castle clock was postponed. The others were approved."],
  ["D", true, "The school kitchen was approved, as was the market roof; the harbour footbridge was rejected, and the castle clock postponed."],
  ["D", true, "School kitchen – approved; harbour footbridge – rejected; castle clock – postponed; market roof – approved."],
  ["D", true, "Neither the harbour footbridge nor the castle clock was approved: the former was rejected and the latter postponed. The school kitchen and the market roof were approved."],
  ["D", false, "All four items were approved."],
  ["D", false, "The school kitchen and the market roof were approved, and the harbour footbridge and the castle clock were rejected."],
  ["D", false, "Three items were approved: the market roof and the school kitchen. The castle clock was put off, and the harbour footbridge was refused."],
  ["D", false, "The school kitchen, the market roof and the castle clock were approved; the harbour footbridge was rejected."],
  ["D", false, "Approved: school kitchen, market roof. Rejected: castle clock. Postponed: harbour footbridge."],
  ["D", false, "The harbour footbridge was rejected. The others were approved."],
  ["D", false, "The school kitchen and the market roof were approved, the harbour footbridge was rejected, and the castle clock and the town hall were postponed."],
  ["D", false, "The school kitchen and the market roof were not approved, the harbour footbridge was rejected and the castle clock was postponed."],
  ["D", false, "The school kitchen was approved. The market roof was approved too. The harbour footbridge was rejected by the council at this meeting. The castle clock was postponed by the council at this meeting."],
  // Leaders and costs of what was approved.
  ["C", true, "Ada Adler leads the school kitchen for 4,200 euros, and Cleo Dahl leads the market roof for 5,000 euros."],
  ["C", true, "The school kitchen, led by Ada Adler, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."],
  ["C", true, "4,200 euros go to the school kitchen under Ada Adler and 5,000 euros to the market roof under Cleo Dahl."],
  ["C", true, "Ada Adler is in charge of the school kitchen, which costs 4,200 euros. Cleo Dahl is in charge of the market roof, which costs 5 thousand euros."],
  ["C", true, "Approved were the school kitchen (Adler, €4,200) and the market roof (Dahl, €5,000)."],
  ["C", true, "Ms Dahl manages the market roof. It costs 5,000 euros. The school kitchen is run by Ms Adler with a budget of 4,200 euros."],
  ["C", true, "Ada Adler and Cleo Dahl lead the school kitchen and the market roof respectively, which cost 4,200 and 5,000 euros."],
  ["C", false, "Cleo Dahl leads the school kitchen for 4,200 euros, and Ada Adler leads the market roof for 5,000 euros."],
  ["C", false, "The school kitchen, led by Ada Adler, costs 5,000 euros; the market roof, led by Cleo Dahl, costs 4,200 euros."],
  ["C", false, "The school kitchen, led by Bruno Castro, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."],
  ["C", false, "Cleo Dahl and Ada Adler lead the school kitchen and the market roof respectively, which cost 4,200 and 5,000 euros."],
  ["C", false, "The school kitchen, led by Ada Meyer, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."],
  ["C", false, "The school kitchen, not led by Ada Adler, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."],
  ["C", false, "The school kitchen costs 4,200 euros and the market roof costs 5,000 euros."],
  ["C", false, "The school kitchen and the market roof, led by Ada Adler, cost 4,200 and 5,000 euros."],
  ["C", false, "The school kitchen, led by Ada Adler, costs 4,200 euros. The market roof, led by Cleo Dahl, costs 800 euros more."],
  ["C", false, "The school kitchen, led by Ada Adler, costs 4,200 euros. The market roof, led by Cleo Dahl, costs 900 euros more than the school kitchen, 5,000 euros."],
  // The largest.
  ["L", true, "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 June. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 1 June."],
  ["L", true, "Bruno Castro leads the most expensive item, the harbour footbridge: 6,540 euros, start on the twenty-first of June. Next comes Cleo Dahl's market roof: 5,000 euros, start on the first of June."],
  ["L", true, "On 21 June work starts on the harbour footbridge (Bruno Castro, 6,540 euros) and on 1 June on the market roof (Cleo Dahl, 5,000 euros)."],
  ["L", false, "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 1 June. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 21 June."],
  ["L", false, "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 June. The school kitchen, led by Ada Adler, costs 4,200 euros and starts on 3 May."],
  ["L", false, "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 July. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 1 June."],
  ["L", false, "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 June. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 1 June, after a petition."]
];

test(`of ${LABELLED.length} summaries labelled by hand, at least 97 % are scored as labelled, and no wrong one as right`, () => {
  const other = LABELLED.filter(([question, isRight, text]) => verdict(text, QUESTIONS[question]).right !== isRight);
  expect(other.filter(([, isRight]) => !isRight).map(([, , text]) => text)).toEqual([]);
  expect(other.length / LABELLED.length, other.map(([, , text]) => text).join("\n")).toBeLessThanOrEqual(0.03);
});
