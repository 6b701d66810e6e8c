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
  [
    "A",
    true,
    "Ada Adler leads two items. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    true,
    "The school kitchen (4,200 euros, starting on 3 May) was approved; the castle clock (3,120 euros, starting on 12 July) was postponed."
  ],
  [
    "A",
    true,
    "The school kitchen was accepted at a cost of four thousand two hundred euros, with work beginning on the third of May. The castle clock was deferred; it costs three thousand one hundred and twenty euros and begins on July 12."
  ],
  ["A", true, "Approved: the school kitchen, €4,200, May 3. Postponed: the castle clock, €3,120, July 12."],
  ["A", true, "- **School kitchen**: approved, 4200 euros, 3 May\n- **Castle clock**: postponed, 3120 euros, 12 July"],
  [
    "A",
    true,
    "Ada Adler's kitchen was approved for 4,200 euros and starts on 3 May. Her clock, which costs 3,120 euros and starts on 12 July, was postponed."
  ],
  [
    "A",
    true,
    "The council approved the school kitchen and postponed the castle clock. They cost 4,200 and 3,120 euros and start on 3 May and 12 July respectively."
  ],
  [
    "A",
    true,
    "Ada Adler leads the school kitchen, which was approved and will start on 3 May at a cost of 4,200 euros, and the castle clock, which was put off and will start on 12 July at a cost of 3,120 euros."
  ],
  [
    "A",
    true,
    "The school kitchen was not rejected but approved; it costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    true,
    "Work on the school kitchen, approved with a budget of 4,200 euros, starts on 3rd May, while the castle clock was postponed, with a budget of 3,120 euros and a start on 12th July."
  ],
  // A wrong amount, date or decision; values of the other item.
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,300 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 4 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was postponed, costs 4,200 euros and starts on 3 May. The castle clock was approved, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 3,120 euros and starts on 3 May. The castle clock was postponed, costs 4,200 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The council approved the school kitchen and postponed the castle clock. They cost 3,120 and 4,200 euros and start on 3 May and 12 July respectively."
  ],
  [
    "A",
    false,
    "The school kitchen was not approved; it costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs about 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs more than 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 dollars and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen may be approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  // Something left out, too long, or invented.
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed and costs 3,120 euros."
  ],
  ["A", false, "The school kitchen was approved, costs 4,200 euros and starts on 3 May."],
  [
    "A",
    false,
    "The school kitchen was approved. It costs 4,200 euros and starts on 3 May. The castle clock was postponed. It costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved unanimously, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "Ada Adler leads three items. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "Ada Adler approved the school kitchen, which costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "Ada Adler, Bruno Castro's sister, leads both. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "Bruno Castro leads two items. The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    true,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May; the castle clock was postponed, costs 3,120 euros and starts on 12 July. Together they cost 7,320 euros."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May; the castle clock was postponed, costs 3,120 euros and starts on 12 July. Together they cost 7,420 euros."
  ],
  // Decisions.
  [
    "D",
    true,
    "The school kitchen and the market roof were approved, the harbour footbridge was rejected and the castle clock was postponed."
  ],
  ["D", true, "Approved: school kitchen, market roof. Rejected: harbour footbridge. Postponed: castle clock."],
  ["D", true, "Approved:\n- school kitchen\n- market roof\nRejected:\n- harbour footbridge\nPostponed:\n- castle clock"],
  ["D", true, "The council approved the kitchen and the roof, turned down the footbridge and deferred the clock."],
  [
    "D",
    true,
    "Two of the four items were approved: the market roof and the school kitchen. The castle clock was put off, and the harbour footbridge was refused."
  ],
  ["D", true, "The harbour footbridge was rejected, the castle clock was postponed. The others were approved."],
  [
    "D",
    true,
    "The school kitchen was approved, as was the market roof; the harbour footbridge was rejected, and the castle clock postponed."
  ],
  ["D", true, "School kitchen – approved; harbour footbridge – rejected; castle clock – postponed; market roof – approved."],
  [
    "D",
    true,
    "Neither the harbour footbridge nor the castle clock was approved: the former was rejected and the latter postponed. The school kitchen and the market roof were approved."
  ],
  ["D", false, "All four items were approved."],
  [
    "D",
    false,
    "The school kitchen and the market roof were approved, and the harbour footbridge and the castle clock were rejected."
  ],
  [
    "D",
    false,
    "Three items were approved: the market roof and the school kitchen. The castle clock was put off, and the harbour footbridge was refused."
  ],
  ["D", false, "The school kitchen, the market roof and the castle clock were approved; the harbour footbridge was rejected."],
  ["D", false, "Approved: school kitchen, market roof. Rejected: castle clock. Postponed: harbour footbridge."],
  ["D", false, "The harbour footbridge was rejected. The others were approved."],
  [
    "D",
    false,
    "The school kitchen and the market roof were approved, the harbour footbridge was rejected, and the castle clock and the town hall were postponed."
  ],
  [
    "D",
    false,
    "The school kitchen and the market roof were not approved, the harbour footbridge was rejected and the castle clock was postponed."
  ],
  [
    "D",
    false,
    "The school kitchen was approved. The market roof was approved too. The harbour footbridge was rejected by the council at this meeting. The castle clock was postponed by the council at this meeting."
  ],
  // Leaders and costs of what was approved.
  ["C", true, "Ada Adler leads the school kitchen for 4,200 euros, and Cleo Dahl leads the market roof for 5,000 euros."],
  ["C", true, "The school kitchen, led by Ada Adler, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."],
  ["C", true, "4,200 euros go to the school kitchen under Ada Adler and 5,000 euros to the market roof under Cleo Dahl."],
  [
    "C",
    true,
    "Ada Adler is in charge of the school kitchen, which costs 4,200 euros. Cleo Dahl is in charge of the market roof, which costs 5 thousand euros."
  ],
  ["C", true, "Approved were the school kitchen (Adler, €4,200) and the market roof (Dahl, €5,000)."],
  [
    "C",
    true,
    "Ms Dahl manages the market roof. It costs 5,000 euros. The school kitchen is run by Ms Adler with a budget of 4,200 euros."
  ],
  [
    "C",
    true,
    "Ada Adler and Cleo Dahl lead the school kitchen and the market roof respectively, which cost 4,200 and 5,000 euros."
  ],
  ["C", false, "Cleo Dahl leads the school kitchen for 4,200 euros, and Ada Adler leads the market roof for 5,000 euros."],
  ["C", false, "The school kitchen, led by Ada Adler, costs 5,000 euros; the market roof, led by Cleo Dahl, costs 4,200 euros."],
  [
    "C",
    false,
    "The school kitchen, led by Bruno Castro, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."
  ],
  [
    "C",
    false,
    "Cleo Dahl and Ada Adler lead the school kitchen and the market roof respectively, which cost 4,200 and 5,000 euros."
  ],
  ["C", false, "The school kitchen, led by Ada Meyer, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."],
  [
    "C",
    false,
    "The school kitchen, not led by Ada Adler, costs 4,200 euros; the market roof, led by Cleo Dahl, costs 5,000 euros."
  ],
  ["C", false, "The school kitchen costs 4,200 euros and the market roof costs 5,000 euros."],
  ["C", false, "The school kitchen and the market roof, led by Ada Adler, cost 4,200 and 5,000 euros."],
  [
    "C",
    false,
    "The school kitchen, led by Ada Adler, costs 4,200 euros. The market roof, led by Cleo Dahl, costs 800 euros more."
  ],
  [
    "C",
    false,
    "The school kitchen, led by Ada Adler, costs 4,200 euros. The market roof, led by Cleo Dahl, costs 900 euros more than the school kitchen, 5,000 euros."
  ],
  // The largest.
  [
    "L",
    true,
    "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 June. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 1 June."
  ],
  [
    "L",
    true,
    "Bruno Castro leads the most expensive item, the harbour footbridge: 6,540 euros, start on the twenty-first of June. Next comes Cleo Dahl's market roof: 5,000 euros, start on the first of June."
  ],
  [
    "L",
    true,
    "On 21 June work starts on the harbour footbridge (Bruno Castro, 6,540 euros) and on 1 June on the market roof (Cleo Dahl, 5,000 euros)."
  ],
  [
    "L",
    false,
    "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 1 June. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 21 June."
  ],
  [
    "L",
    false,
    "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 June. The school kitchen, led by Ada Adler, costs 4,200 euros and starts on 3 May."
  ],
  [
    "L",
    false,
    "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 July. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 1 June."
  ],
  [
    "L",
    false,
    "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 June. The market roof, led by Cleo Dahl, costs 5,000 euros and starts on 1 June, after a petition."
  ]
];

/** A second set, written after the scorer was made, on which nothing was tuned before its first measurement. */
const SECOND: readonly Labelled[] = [
  [
    "A",
    true,
    "Ada Adler leads the school kitchen and the castle clock. The kitchen was approved at 4,200 euros and begins on 3 May; the clock was postponed, at 3,120 euros, with a start on 12 July."
  ],
  [
    "A",
    true,
    "Here is the summary: the school kitchen is approved, costing 4,200 euros and starting on 3 May. The castle clock is postponed, costing 3,120 euros and starting on 12 July."
  ],
  [
    "A",
    true,
    "Ada Adler is responsible for two projects. The school kitchen received approval, has a budget of €4,200, and is due to start on May 3. The castle clock has been deferred, has a budget of €3,120, and is due to start on July 12."
  ],
  [
    "A",
    true,
    "Of the items that Ada Adler leads, the school kitchen (cost: 4,200 euros; start: 3 May) was approved, whereas the castle clock (cost: 3,120 euros; start: 12 July) was postponed."
  ],
  [
    "A",
    true,
    "School kitchen: approved, cost 4,200 euros, start 3 May. Castle clock: postponed, cost 3,120 euros, start 12 July."
  ],
  [
    "A",
    true,
    "| Item | Decision | Cost | Start |\n| School kitchen | approved | 4,200 euros | 3 May |\n| Castle clock | postponed | 3,120 euros | 12 July |"
  ],
  [
    "A",
    true,
    "Starting on 12 July, the castle clock was postponed and costs 3,120 euros. Starting on 3 May, the school kitchen was approved and costs 4,200 euros."
  ],
  [
    "A",
    true,
    "Both of Ada Adler's projects have a start date: 3 May for the school kitchen, approved at 4,200 euros, and 12 July for the castle clock, postponed at 3,120 euros."
  ],
  [
    "A",
    true,
    "The castle clock, postponed, will cost 3,120 euros from 12 July; the school kitchen, approved, will cost 4,200 euros from 3 May."
  ],
  [
    "A",
    true,
    "The school kitchen got the green light: it costs 4,200 euros and starts on the 3rd of May. The castle clock was put off: it costs 3,120 euros and starts on the 12th of July."
  ],
  [
    "A",
    false,
    "The school kitchen and the castle clock were approved, cost 4,200 and 3,120 euros and start on 3 May and 12 July respectively."
  ],
  [
    "A",
    false,
    "Ada Adler leads the school kitchen and the castle clock. The kitchen was approved at 3,120 euros and begins on 3 May; the clock was postponed, at 4,200 euros, with a start on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen is approved, costing 4,200 euros and starting on 12 July. The castle clock is postponed, costing 3,120 euros and starting on 3 May."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 42,000 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock, led by Cleo Dahl, was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was never postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs at least 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed because of its price, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The castle clock was approved, costs 4,200 euros and starts on 3 May. The school kitchen was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May. The castle clock starts on 12 July, costs 3,120 euros and was discussed."
  ],
  [
    "A",
    false,
    "It was approved, costs 4,200 euros and starts on 3 May. The other was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts between 3 May and 12 July. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was first rejected and then approved, costs 4,200 euros and starts on 3 May. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "A",
    false,
    "The school kitchen was approved, costs 4,200 euros and starts on 3 May 2024. The castle clock was postponed, costs 3,120 euros and starts on 12 July."
  ],
  [
    "D",
    true,
    "Decisions: the school kitchen was approved, the harbour footbridge rejected, the castle clock postponed and the market roof approved."
  ],
  [
    "D",
    true,
    "The council adopted the market roof and the school kitchen, refused the harbour footbridge and put off the castle clock."
  ],
  [
    "D",
    true,
    "Two items were approved (school kitchen and market roof), one was rejected (harbour footbridge), and one was postponed (castle clock)."
  ],
  [
    "D",
    true,
    "The school kitchen got approval, as did the market roof. The harbour footbridge was turned down. A decision on the castle clock was deferred."
  ],
  ["D", true, "Harbour footbridge: rejected\nMarket roof: approved\nCastle clock: postponed\nSchool kitchen: approved"],
  [
    "D",
    true,
    "1. School kitchen - approved\n2. Harbour footbridge - rejected\n3. Castle clock - postponed\n4. Market roof - approved"
  ],
  [
    "D",
    true,
    "Approval went to the school kitchen and the market roof, rejection to the harbour footbridge, and postponement to the castle clock."
  ],
  [
    "D",
    true,
    "Everything was approved except the harbour footbridge, which was rejected, and the castle clock, which was postponed: the school kitchen and the market roof passed."
  ],
  ["D", false, "The school kitchen, the harbour footbridge and the market roof were approved; the castle clock was postponed."],
  [
    "D",
    false,
    "The council adopted the market roof and the castle clock, refused the harbour footbridge and put off the school kitchen."
  ],
  ["D", false, "The school kitchen was approved, the harbour footbridge rejected and the market roof approved."],
  ["D", false, "Approved: school kitchen, market roof, harbour footbridge. Postponed: castle clock."],
  [
    "D",
    false,
    "One item was approved (school kitchen and market roof), one was rejected (harbour footbridge), and one was postponed (castle clock)."
  ],
  ["D", false, "No item was rejected: the school kitchen and the market roof were approved and the castle clock was postponed."],
  [
    "D",
    false,
    "The school kitchen was approved, unlike the market roof. The harbour footbridge was rejected and the castle clock postponed."
  ],
  [
    "D",
    false,
    "The school kitchen was approved, as was the harbour footbridge; the market roof was approved and the castle clock postponed."
  ],
  [
    "D",
    false,
    "The harbour footbridge was rejected in favour of the market roof, which was approved like the school kitchen; the castle clock was postponed."
  ],
  [
    "D",
    false,
    "The school kitchen and the market roof were approved, the harbour footbridge was rejected, and the castle tower was postponed."
  ],
  [
    "C",
    true,
    "Two items were approved: the school kitchen, led by Ada Adler, at 4,200 euros, and the market roof, led by Cleo Dahl, at 5,000 euros."
  ],
  [
    "C",
    true,
    "Ada Adler will lead the approved school kitchen, with a budget of 4,200 euros. Cleo Dahl will lead the approved market roof, with a budget of 5,000 euros."
  ],
  ["C", true, "Ada Adler's school kitchen (4,200 euros) and Cleo Dahl's market roof (5,000 euros) were approved."],
  [
    "C",
    true,
    "The council approved 4,200 euros for the school kitchen, which Ada Adler leads, and 5,000 euros for the market roof, which Cleo Dahl leads."
  ],
  [
    "C",
    true,
    "The school kitchen's leader is Ada Adler and its cost is 4,200 euros. The market roof's leader is Cleo Dahl and its cost is 5,000 euros."
  ],
  [
    "C",
    true,
    "The market roof is headed by Cleo Dahl and costs five thousand euros, and the school kitchen is headed by Ada Adler and costs four thousand, two hundred euros."
  ],
  [
    "C",
    false,
    "Two items were approved: the school kitchen, led by Cleo Dahl, at 4,200 euros, and the market roof, led by Ada Adler, at 5,000 euros."
  ],
  ["C", false, "Ada Adler's market roof (5,000 euros) and Cleo Dahl's school kitchen (4,200 euros) were approved."],
  [
    "C",
    false,
    "The council approved 5,000 euros for the school kitchen, which Ada Adler leads, and 4,200 euros for the market roof, which Cleo Dahl leads."
  ],
  [
    "C",
    false,
    "Ada Adler leads the school kitchen and the market roof, which cost 4,200 and 5,000 euros; Cleo Dahl leads nothing."
  ],
  ["C", false, "Ada Adler leads Cleo Dahl. The school kitchen costs 4,200 euros and the market roof 5,000 euros."],
  [
    "C",
    false,
    "The school kitchen costs 4,200 euros and is led by Ada Adler. She also leads the market roof at 5,000 euros with Cleo Dahl."
  ],
  [
    "C",
    false,
    "The school kitchen costs 4,200 euros and is led by Ada Adler. The market roof costs 5,000 euros and its leader is Cleo Castro."
  ],
  [
    "C",
    false,
    "The school kitchen costs 4,200 euros, led by Ada Adler. The market roof costs 5,000 euros, led by Cleo Dahl. The castle clock costs 3,000 euros."
  ],
  [
    "L",
    true,
    "The two most expensive items are Bruno Castro's harbour footbridge (6,540 euros, from 21 June) and Cleo Dahl's market roof (5,000 euros, from 1 June)."
  ],
  [
    "L",
    true,
    "The costliest item is the harbour footbridge at 6,540 euros, led by Bruno Castro and starting on 21 June. The second largest is the market roof at 5,000 euros, led by Cleo Dahl and starting on 1 June."
  ],
  [
    "L",
    true,
    "With 6,540 euros the harbour footbridge costs the most; Bruno Castro leads it from 21 June. With 5,000 euros the market roof is next; Cleo Dahl leads it from 1 June."
  ],
  [
    "L",
    false,
    "The two most expensive items are Cleo Dahl's harbour footbridge (6,540 euros, from 21 June) and Bruno Castro's market roof (5,000 euros, from 1 June)."
  ],
  [
    "L",
    false,
    "The costliest item is the market roof at 5,000 euros, led by Cleo Dahl and starting on 1 June. The harbour footbridge, at 6,540 euros, is led by Bruno Castro and starts on 21 June."
  ],
  [
    "L",
    false,
    "The harbour footbridge, led by Bruno Castro, costs 6,540 euros and starts on 21 June. The market roof, led by Cleo Dahl, costs 5,000 euros and starts 20 days earlier."
  ]
];

test(`of ${SECOND.length} more, as many`, () => {
  const other = SECOND.filter(([question, isRight, text]) => verdict(text, QUESTIONS[question]).right !== isRight);
  expect(other.filter(([, isRight]) => !isRight).map(([, , text]) => text)).toEqual([]);
  expect(other.length / SECOND.length, other.map(([, , text]) => text).join("\n")).toBeLessThanOrEqual(0.03);
});

test(`of ${LABELLED.length} summaries labelled by hand, at least 97 % are scored as labelled, and no wrong one as right`, () => {
  const other = LABELLED.filter(([question, isRight, text]) => verdict(text, QUESTIONS[question]).right !== isRight);
  expect(other.filter(([, isRight]) => !isRight).map(([, , text]) => text)).toEqual([]);
  expect(other.length / LABELLED.length, other.map(([, , text]) => text).join("\n")).toBeLessThanOrEqual(0.03);
});

test("recall of facts, inventions and length are measured, of a partly right summary and of the weakest ones", () => {
  const measures = (text: string, scorer: Settings = QUESTIONS.A) => verdict(text, scorer).measures;
  expect(measures("The school kitchen was approved and costs 4,200 euros. The castle clock starts on 13 July.")).toEqual({
    facts_kept: 2 / 6,
    facts_invented: 1,
    within_length: 1
  });
  expect(measures("")).toEqual({facts_kept: 0, facts_invented: 0, within_length: 1});
  expect(verdict("", QUESTIONS.A)).toMatchObject({right: false, parsed: false, answer: null});
  expect(measures("I cannot summarise this.").facts_kept).toBe(0);
  expect(measures("The harbour footbridge was rejected.", QUESTIONS.D)).toMatchObject({facts_kept: 1 / 4, facts_invented: 0});
  expect(measures("A kitchen. ".repeat(20), QUESTIONS.D).within_length).toBe(0);
});

test("facts of other worlds: one relation alone, nothing required, names of one word, an amount of millions, a negative one", () => {
  const of = (facts: object[]) => scorerSchema.parse({kind: "summary", facts}) as Settings;
  const one = of([{subject: "Orion", relation: "amount", value: "12500000", required: true}]);
  expect(verdict("Orion will cost 12,500,000 euros.", one).right).toBe(true);
  expect(verdict("Orion will cost 12,500 thousand euros.", one).right).toBe(true);
  expect(verdict("Orion will cost 1,250,000 euros.", one).right).toBe(false);
  expect(verdict("Orion starts on 3 May and costs 12,500,000 euros.", one).right).toBe(false);
  const none = of([{subject: "Orion", relation: "decision", value: "approved"}]);
  expect(verdict("Nothing.", none)).toMatchObject({right: false, measures: {facts_kept: 1, facts_invented: 1}});
  expect(verdict("The project was approved.", none).measures.facts_kept).toBe(1);
  const negative = of([{subject: "Orion", relation: "amount", value: "-300", required: true}]);
  expect(verdict("Orion costs 300 euros.", negative).right).toBe(false);
  expect(scorerSchema.safeParse({kind: "summary", facts: []}).success).toBe(false);
  expect(scorerSchema.safeParse({kind: "summary", facts: [{subject: "a", relation: "colour", value: "red"}]}).success).toBe(
    false
  );
});

test("a text of twenty thousand lines is read", () => {
  const line = "The school kitchen was approved, costs 4,200 euros and starts on 3 May.\n";
  expect(verdict(line.repeat(20_000), QUESTIONS.A)).toMatchObject({right: false, measures: {within_length: 0, facts_kept: 0.5}});
});
