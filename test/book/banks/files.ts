// Small files in the layouts of published benchmarks. The questions are ours; the fields are those of the public descriptions.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import type {LayoutName} from "../../../pipelines/book/bankSchemas.js";
import {itemsOf} from "../../../pipelines/book/banks/reader.node.js";
import {noRecords} from "../../../pipelines/book/banks/recordCounts.js";
import type {Source} from "../../../pipelines/book/banks/recordReader.node.js";
import {storedItem} from "../../../pipelines/book/banks/records.node.js";
import type {ReadItem, RecordCounts} from "../../../pipelines/book/banks/types.js";
import {openRows} from "../../../pipelines/rows/openRows.node.js";

const lines = (...records: object[]) => records.map(record => `${JSON.stringify(record)}\n`).join("");

export interface Sample {
  layout: LayoutName;
  file: string;
  text: string;
  /** Question (or a part of it), options and right answer of the first item. */
  first: {question: string; choices?: string[]; answer: string; category?: string};
  items: number;
}

export const SAMPLES: Sample[] = [
  {
    layout: "mmlu",
    file: "test.jsonl",
    text: lines(
      {
        question: "Which planet is nearest to the sun?",
        subject: "astronomy",
        choices: ["Venus", "Mercury", "Mars", "Earth"],
        answer: 1
      },
      {question: "How many sides has a hexagon?", subject: "geometry", choices: ["5", "6", "7", "8"], answer: 1}
    ),
    first: {
      question: "Which planet is nearest to the sun?",
      choices: ["Venus", "Mercury", "Mars", "Earth"],
      answer: "B",
      category: "astronomy"
    },
    items: 2
  },
  {
    layout: "mmlu",
    file: "world_capitals_test.csv",
    text: '"What is the capital\nof France?",Rome,Paris,Oslo,Bern,B\nOf Norway?,Rome,Paris,Oslo,Bern,C\n',
    first: {
      question: "What is the capital\nof France?",
      choices: ["Rome", "Paris", "Oslo", "Bern"],
      answer: "B",
      category: "world_capitals"
    },
    items: 2
  },
  {
    layout: "mmlu-pro",
    file: "test.json",
    text: JSON.stringify([
      {
        question_id: 7,
        question: "Pick ten.",
        options: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
        answer: "J",
        answer_index: 9,
        category: "math",
        cot_content: ""
      }
    ]),
    first: {question: "Pick ten.", choices: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], answer: "J", category: "math"},
    items: 1
  },
  {
    layout: "gsm8k",
    file: "test.jsonl",
    text: lines({question: "Two bags hold 600 nuts each. How many nuts?", answer: "2 * 600 = <<2*600=1200>>1200\n#### 1,200"}),
    first: {question: "Two bags", answer: "1200"},
    items: 1
  },
  {
    layout: "math",
    file: "algebra.jsonl",
    text: lines({problem: "Solve $2x = 1$.", level: "Level 1", type: "Algebra", solution: "So $x = \\boxed{\\frac{1}{2}}$."}),
    first: {question: "Solve", answer: "\\frac{1}{2}", category: "Algebra"},
    items: 1
  },
  {
    layout: "arc",
    file: "ARC.jsonl",
    text: lines(
      {
        id: "a1",
        question: {
          stem: "What is ice?",
          choices: [
            {text: "Water", label: "1"},
            {text: "Sand", label: "2"}
          ]
        },
        answerKey: "1"
      },
      {id: "a2", question: "What is fog?", choices: {text: ["Smoke", "Droplets"], label: ["A", "B"]}, answerKey: "B"}
    ),
    first: {question: "What is ice?", choices: ["Water", "Sand"], answer: "A"},
    items: 2
  },
  {
    layout: "hellaswag",
    file: "val.jsonl",
    text: lines({
      ind: 4,
      activity_label: "Cooking",
      ctx: "She cracks an egg. Then she",
      endings: ["whisks it.", "eats the shell.", "sleeps.", "sings."],
      label: "0"
    }),
    first: {
      question: "She cracks",
      choices: ["whisks it.", "eats the shell.", "sleeps.", "sings."],
      answer: "A",
      category: "Cooking"
    },
    items: 1
  },
  {
    layout: "winogrande",
    file: "dev.jsonl",
    text: lines({
      qID: "w-1",
      sentence: "The cup fell off the shelf because the _ was narrow.",
      option1: "cup",
      option2: "shelf",
      answer: "2"
    }),
    first: {question: "The cup fell", choices: ["cup", "shelf"], answer: "B"},
    items: 1
  },
  {
    layout: "truthfulqa-mc1",
    file: "mc_task.json",
    text: JSON.stringify([{question: "Do fish sleep?", mc1_targets: {"They rest": 1, Never: 0, "Only on Sundays": 0}}]),
    first: {question: "Do fish sleep?", answer: ""},
    items: 1
  },
  {
    layout: "truthfulqa-mc2",
    file: "mc.jsonl",
    text: lines({question: "Do fish sleep?", mc2_targets: {choices: ["They rest", "In their way", "Never"], labels: [1, 1, 0]}}),
    first: {question: "Do fish sleep?", answer: ""},
    items: 1
  },
  {
    layout: "humaneval",
    file: "HumanEval.jsonl",
    text: lines({
      task_id: "H/0",
      prompt: "def two():\n",
      entry_point: "two",
      canonical_solution: "    return 2\n",
      test: "def check(candidate):\n    assert candidate() == 2\n"
    }),
    first: {question: "def two():", answer: "return 2"},
    items: 1
  },
  {
    layout: "mbpp",
    file: "mbpp.jsonl",
    text: lines({
      task_id: 2,
      text: "Write a function that doubles.",
      code: "def d(x): return 2 * x",
      test_list: ["assert d(2) == 4"],
      test_setup_code: ""
    }),
    first: {question: "Write a function", answer: "def d(x): return 2 * x"},
    items: 1
  },
  {
    layout: "ifeval",
    file: "input_data.jsonl",
    text: lines({
      key: 1,
      prompt: "Write a line without commas.",
      instruction_id_list: ["punctuation:no_comma"],
      kwargs: [{num_words: null}]
    }),
    first: {question: "Write a line without commas.", answer: "", category: "punctuation"},
    items: 1
  },
  {
    layout: "bbh",
    file: "tall_things.json",
    text: JSON.stringify({
      canary: "ours",
      examples: [
        {input: "Which is tall?\nOptions:\n(A) ant\n(B) tower", target: "(B)"},
        {input: "not False is", target: "True"}
      ]
    }),
    first: {question: "Which is tall?\nOptions:", choices: ["ant", "tower"], answer: "B", category: "tall_things"},
    items: 2
  },
  {
    layout: "gpqa",
    file: "gpqa.csv",
    text: "Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2,Incorrect Answer 3,High-level domain,Subdomain\nWhat is 2 + 2?,4,3,5,22,Mathematics,Arithmetic\n",
    first: {question: "What is 2 + 2?", answer: "", category: "Arithmetic"},
    items: 1
  },
  {
    layout: "drop",
    file: "drop.json",
    text: JSON.stringify({
      p1: {
        passage: "Ann scored 3 goals, Ben 4.",
        qa_pairs: [
          {
            question: "Who scored more?",
            query_id: "q1",
            answer: {number: "", spans: ["Ben"]},
            validated_answers: [{number: "", spans: ["Ben Smith"]}]
          }
        ]
      }
    }),
    first: {question: "Ann scored 3 goals, Ben 4.\n\nWho scored more?", answer: "Ben"},
    items: 1
  },
  {
    layout: "pairs",
    file: "pairs.jsonl",
    text: lines({document: "A long text.", summary: "Short."}),
    first: {question: "A long text.", answer: "Short."},
    items: 1
  },
  {
    layout: "listops-tsv",
    file: "basic.tsv",
    text: "4\t( ( ( [MAX 2 ) 4 ) ] )\n2\t[MIN 2 9 ]\n",
    first: {question: "( ( ( [MAX 2 ) 4 ) ] )", answer: "4"},
    items: 2
  },
  {
    layout: "lra-listops",
    file: "basic_test.tsv",
    text: "Source\tTarget\n( ( ( [MAX 2 ) 4 ) ] )\t4\n",
    first: {question: "[MAX 2 )", answer: "4"},
    items: 1
  },
  {
    layout: "verbose-listops",
    file: "eval.jsonl",
    text: lines({
      id: "v1",
      full_text_for_eval: "Once there were 3 coins … How many?",
      ground_truth_value: 3,
      ast_str: "(MAX 3 1)"
    }),
    first: {question: "Once there were", answer: "3"},
    items: 1
  },
  {
    layout: "babilong",
    file: "qa1_4k.json",
    text: JSON.stringify([
      {input: "John went to the office. The sea was calm.", question: "Where is John? ", target: "office"},
      {input: "The sea was calm. Mary went to the garden.", question: "Where is Mary? ", target: "garden"}
    ]),
    first: {question: "The sea was calm.\n\nWhere is John?", answer: "office", category: "qa1 4k"},
    items: 2
  },
  {
    layout: "longreason",
    file: "8k-00000-of-00001.jsonl",
    text: lines({
      example_idx: "7",
      question: "Ann is 3, Ben is twice as old. How old is Ben?",
      background: "Ann is 3, Ben is twice as old.",
      final_inquiry: "How old is Ben?\n(A) 3\n(B) 6\n(C) 9",
      prompt: "A long text. Ann is 3. More of it. Ben is twice as old.\n\nHow old is Ben?\n(A) 3\n(B) 6\n(C) 9",
      answer: "B",
      analysis: "2 times 3."
    }),
    first: {question: "More of it. Ben is twice", choices: ["3", "6", "9"], answer: "B", category: "8k"},
    items: 1
  },
  {
    layout: "squad",
    file: "validation.jsonl",
    text: lines(
      {
        id: "s1",
        title: "Harbours",
        context: "The harbour was built in 1871 by the town.",
        question: "When was it built?",
        answers: {text: ["1871", "in 1871", "1871"], answer_start: [25, 22, 25]}
      },
      {
        id: "s2",
        title: "Harbours",
        context: "The harbour was built in 1871 by the town.",
        question: "Who built it?",
        answers: {text: ["the town"], answer_start: [33]}
      }
    ),
    first: {question: "The harbour was built in 1871 by the town.\n\nWhen was it built?", answer: "1871"},
    items: 2
  },
  {
    layout: "squad",
    file: "dev-v1.1.json",
    text: JSON.stringify({
      version: "1.1",
      data: [
        {
          title: "Harbours",
          paragraphs: [
            {
              context: "The harbour was built in 1871.",
              qas: [
                {
                  id: "d1",
                  question: "When was it built?",
                  answers: [
                    {text: "1871", answer_start: 25},
                    {text: "in 1871", answer_start: 22}
                  ]
                }
              ]
            }
          ]
        }
      ]
    }),
    first: {question: "The harbour was built in 1871.\n\nWhen was it built?", answer: "1871"},
    items: 1
  },
  {
    layout: "longbench",
    file: "qasper.jsonl",
    text: lines({
      _id: "l1",
      input: "Which set was used?",
      context: "We use the set Alpha.",
      dataset: "qasper",
      language: "en",
      answers: ["Alpha", "the set Alpha"],
      all_classes: null,
      length: 5
    }),
    first: {question: "We use the set Alpha.\n\nWhich set was used?", answer: "Alpha", category: "qasper"},
    items: 1
  },
  {
    layout: "ruler",
    file: "qa_1_4096.jsonl",
    text: lines({index: 0, input: "A text. Who was it? Answer:", outputs: ["Ann Lee", "Ann"], length: 3_900}),
    first: {question: "A text. Who was it? Answer:", answer: "Ann Lee", category: "qa_1 4096"},
    items: 1
  },
  {
    layout: "plain",
    file: "own.jsonl",
    text: lines({question: "2, 3 or 10?", choices: ["2", "3", "10"], answer: "10"}, {question: "Say yes.", answer: "yes"}),
    first: {question: "2, 3 or 10?", choices: ["2", "3", "10"], answer: "C"},
    items: 2
  }
];

/** A folder that is removed with its contents. */
export async function folder(): Promise<
  AsyncDisposable & {path: string; write(name: string, text: string | Buffer): Promise<string>}
> {
  const path = await mkdtemp(join(tmpdir(), "reasonbook-bank-test-"));
  return {
    path,
    async write(name, text) {
      await writeFile(join(path, name), name.endsWith(".gz") ? gzipSync(text) : text);
      return join(path, name);
    },
    [Symbol.asyncDispose]: () => rm(path, {recursive: true, force: true})
  };
}

/** Everything that a bank's files hold. */
export async function readAll(
  source: Omit<Source, "name"> & {name?: string}
): Promise<{items: ReadItem[]; counts: RecordCounts}> {
  const counts = noRecords();
  const items: ReadItem[] = [];
  for await (const batch of itemsOf({name: "bank", ...source}, counts)) for (const {item, id} of batch) items.push({item, id});
  return {items, counts};
}

/** Items, as JSON, of the Parquet file that an import wrote. */
export async function storedItems(file: string): Promise<string[]> {
  const items: string[] = [];
  for await (const {value} of openRows(file)) items.push(storedItem(value)!);
  return items;
}
