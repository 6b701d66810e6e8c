// Small results of our own in the layouts of other programs, with what each of them says of its samples.
import {mkdir, writeFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {crc32, deflateRawSync} from "node:zlib";
import {openTables} from "../../../pipelines/store/sql.node.js";

export async function write(root: string, name: string, content: string | Uint8Array | object): Promise<string> {
  const file = join(root, name);
  await mkdir(dirname(file), {recursive: true});
  await writeFile(
    file,
    typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content, null, 1)
  );
  return file;
}

export const jsonLines = (rows: readonly object[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join("");

/** Rows of a query over a store. */
export async function rowsOf<Row = Record<string, unknown>>(store: string, sql: string): Promise<Row[]> {
  const {connection, close} = await openTables(store);
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson() as unknown as Row[];
  } finally {
    close();
  }
}

/** A zip archive (APPNOTE.TXT 4.3). @param pack how an entry is compressed, with the number of the method */
export function zip(
  entries: Record<string, string | Uint8Array>,
  pack: (bytes: Buffer, name: string) => {method: number; packed: Buffer} = bytes => ({method: 8, packed: deflateRawSync(bytes)})
): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content as string);
    const {method, packed} = pack(bytes, name);
    const own = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(own.length, 26);
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    head.copy(listed, 6, 4, 30);
    listed.writeUInt32LE(at, 42);
    parts.push(head, own, packed);
    central.push(listed, own);
    at += 30 + own.length + packed.length;
  }
  const size = central.reduce((sum, each) => sum + each.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...central, end]);
}

/** A sample of a log of Inspect. */
export const inspectSample = (id: number | string, fields: object = {}) => ({
  id,
  epoch: 1,
  input: `Question ${id}?`,
  choices: ["red", "green", "blue", "grey"],
  target: "B",
  messages: [
    {role: "system", content: "Answer with a letter."},
    {role: "user", content: `Question ${id}?\n\nA) red\nB) green\nC) blue\nD) grey`, source: "input"},
    {role: "assistant", content: "ANSWER: B", source: "generate"}
  ],
  output: {
    model: "acme/oak-1",
    choices: [{message: {role: "assistant", content: "ANSWER: B"}, stop_reason: "stop"}],
    usage: {input_tokens: 50, output_tokens: 4, total_tokens: 54},
    time: 0.5
  },
  scores: {choice: {value: "C", answer: "B"}},
  metadata: {},
  model_usage: {"acme/oak-1": {input_tokens: 90, output_tokens: 9, total_tokens: 99}},
  ...fields
});

export const inspectLog = (
  samples: readonly object[] | undefined,
  {model = "acme/oak-1", ...more}: Record<string, unknown> = {}
) => ({
  version: 2,
  status: "success",
  eval: {
    run_id: "r1",
    task_id: "t1",
    created: "2026-01-02T03:04:05+00:00",
    task: "colours",
    task_args: {},
    model,
    dataset: {name: "colours"},
    config: {epochs: 1},
    scorers: [{name: "choice"}],
    ...(more.eval as object)
  },
  plan: {name: "plan", steps: [{solver: "multiple_choice"}], config: {temperature: 0, ...(more.config as object)}},
  results: {scores: [{name: "choice", metrics: {accuracy: {value: 0}}}]},
  stats: {},
  ...(samples && {samples}),
  ...(more.log as object)
});

/** The same log as an archive. */
export function inspectArchive(
  samples: readonly {id: number | string; epoch: number}[],
  log: object,
  pack?: Parameters<typeof zip>[1]
): Buffer {
  const entries = Object.fromEntries(samples.map(each => [`samples/${each.id}_epoch_${each.epoch}.json`, JSON.stringify(each)]));
  const head = JSON.stringify(log);
  return zip({"_journal/start.json": head, ...entries, "summaries.json": "[]", "header.json": head}, pack);
}

/** Two tasks of the Language Model Evaluation Harness: one with texts and two filters, one with log-probabilities. */
export const LM_EVAL = {
  "acme__oak-1/results_2026-01-02T03-04-05.000001.json": {
    results: {sums: {"exact_match,strict": 0.5, "exact_match,loose": 1}, pick: {"acc,none": 0.5, "acc_norm,none": 0.5}},
    configs: {
      sums: {metric_list: [{metric: "exact_match"}], num_fewshot: 2, generation_kwargs: {max_gen_toks: 256, temperature: 0}},
      pick: {metric_list: [{metric: "acc"}, {metric: "acc_norm"}], num_fewshot: 0}
    },
    "n-shot": {sums: 2, pick: 0},
    config: {model: "hf", model_args: "pretrained=acme/oak-1,dtype=float16"},
    model_name: "acme/oak-1"
  },
  "acme__oak-1/samples_sums_2026-01-02T03-04-05.000001.jsonl": [
    ...["strict", "loose"].flatMap(filter =>
      [0, 1].map(doc_id => ({
        doc_id,
        doc: {question: `What is ${doc_id} + 1?`, answer: `#### ${doc_id + 1}`},
        target: String(doc_id + 1),
        arguments: {
          gen_args_0: {arg_0: `Question: 2 + 2?\nAnswer: 4\n\nQuestion: What is ${doc_id} + 1?\nAnswer:`, arg_1: {until: ["\n"]}}
        },
        resps: [[doc_id === 0 ? "The answer is 1." : "It is two, I think: 2"]],
        filtered_resps: [doc_id === 0 ? "1" : filter === "loose" ? "2" : "[invalid]"],
        filter,
        metrics: ["exact_match"],
        doc_hash: "d",
        prompt_hash: "p",
        target_hash: "t",
        exact_match: doc_id === 0 || filter === "loose" ? 1 : 0
      }))
    )
  ],
  "acme__oak-1/samples_pick_2026-01-02T03-04-05.000001.jsonl": [
    [-1, -2, -3],
    [-4, -2, -0.5]
  ].map((logprobs, doc_id) => ({
    doc_id,
    doc: {query: `Pick ${doc_id}`, choices: ["cat", "dog", "owl"], gold: 0},
    target: "0",
    arguments: Object.fromEntries(
      ["cat", "dog", "owl"].map((choice, i) => [`gen_args_${i}`, {arg_0: `Pick ${doc_id}`, arg_1: ` ${choice}`}])
    ),
    resps: logprobs.map(each => [[String(each), "False"]]),
    filtered_resps: logprobs.map(each => [String(each), "False"]),
    filter: "none",
    metrics: ["acc", "acc_norm"],
    acc: doc_id === 0 ? 1 : 0,
    acc_norm: doc_id === 0 ? 1 : 0
  }))
};

/** Results of promptfoo: two providers, two prompts, two tests; one request failed, one response was cut. */
export const PROMPTFOO = {
  evalId: "eval-abc",
  results: {
    version: 3,
    timestamp: "2026-01-02T03:04:05.000Z",
    prompts: [],
    results: ["openai:chat:oak-1", "openai:chat:elm-2"].flatMap((id, p) =>
      ["plain", "careful"].flatMap((label, q) =>
        ["3 + 4", "5 + 6"].map((sum, t) => {
          const failed = p === 1 && q === 1 && t === 1;
          const cut = p === 1 && q === 0 && t === 1;
          const success = !failed && !cut && t === 0;
          return {
            id: `${p}${q}${t}`,
            promptIdx: p * 2 + q,
            testIdx: t,
            promptId: label,
            provider: {id, label: p === 1 ? "Elm" : ""},
            prompt: {raw: `${label === "careful" ? "Think. " : ""}What is ${sum}?`, label},
            vars: {sum},
            testCase: {vars: {sum}, assert: [{type: "icontains", value: t === 0 ? "7" : "11"}]},
            response: failed
              ? {error: "API error: 500"}
              : {
                  output: cut ? "Let me see" : success ? "It is 7." : "It is 12.",
                  tokenUsage: {total: 30, prompt: 20, completion: 10},
                  finishReason: cut ? "length" : "stop",
                  latencyMs: 120
                },
            success,
            score: success ? 1 : failed ? 0 : 0.5,
            namedScores: failed ? {} : {short: 1},
            cost: failed ? 0 : 0.002,
            latencyMs: 120,
            failureReason: failed ? 2 : success ? 0 : 1
          };
        })
      )
    ),
    stats: {}
  },
  config: {description: "sums"}
};

/** A run of HELM: three choices asked together, one answer right, one wrong, one that the limit of one token ended. */
const HELM_STAT = (name: string, mean: number) => ({name: {name, split: "test"}, count: 1, sum: mean, mean});
export const HELM = {
  "run/run_spec.json": {
    name: "trivia:subject=all,method=multiple_choice_joint,model=acme_oak-1",
    adapter_spec: {method: "multiple_choice_joint", model: "acme/oak-1", temperature: 0, max_tokens: 1, max_train_instances: 0},
    groups: ["trivia"]
  },
  "run/scenario_state.json": {
    adapter_spec: {},
    request_states: [0, 1, 2].map(i => ({
      instance: {
        id: `id${10 + i}`,
        input: {text: `Which ${i}?`},
        references: ["ash", "birch", "yew"].map((text, k) => ({output: {text}, tags: k === 1 ? ["correct"] : []})),
        split: "test"
      },
      train_trial_index: 0,
      output_mapping: {A: "ash", B: "birch", C: "yew"},
      request: {model: "acme/oak-1", prompt: `Which ${i}?\nA. ash\nB. birch\nC. yew\nAnswer:`, max_tokens: 1},
      result: {
        success: true,
        completions: [
          {
            text: i === 1 ? " C" : " B",
            logprob: -0.1,
            tokens: [{text: "B", logprob: -0.1}],
            finish_reason: {reason: i === 2 ? "length" : ""}
          }
        ],
        cached: false,
        request_time: 0.25
      },
      num_train_instances: 0,
      prompt_truncated: false
    }))
  },
  "run/per_instance_stats.json": [0, 1, 2].map(i => ({
    instance_id: `id${10 + i}`,
    train_trial_index: 0,
    stats: [
      HELM_STAT("num_prompt_tokens", 40),
      HELM_STAT("num_output_tokens", 0),
      HELM_STAT("exact_match", i === 1 ? 0 : 1),
      HELM_STAT("exact_match@5", 1)
    ]
  }))
};

/** A log of OpenAI's evals. */
export const EVALS = [
  {
    spec: {
      completion_fns: ["oak-1"],
      eval_name: "coins.dev.v0",
      base_eval: "coins",
      split: "dev",
      run_id: "240101",
      created_at: "2026-01-02",
      run_config: {completion_fns: ["oak-1"], seed: 1}
    }
  },
  ...[0, 1, 2].flatMap(i => [
    {
      run_id: "240101",
      event_id: 2 * i,
      sample_id: `coins.dev.${i}`,
      type: "sampling",
      created_by: "",
      created_at: "",
      data: {
        prompt: [
          {role: "system", content: "Yes or no."},
          {role: "user", content: `Coin ${i}?`}
        ],
        sampled: [i === 1 ? "No" : "Yes"]
      }
    },
    {
      run_id: "240101",
      event_id: 2 * i + 1,
      sample_id: `coins.dev.${i}`,
      type: "match",
      created_by: "",
      created_at: "",
      data: {correct: i !== 1, expected: "Yes", picked: i === 1 ? null : "Yes", sampled: i === 1 ? "No" : "Yes"}
    }
  ]),
  {final_report: {accuracy: 2 / 3}}
];

/** MT-Bench's folder: two models' answers with two turns, the questions, and a judge's points. */
export const MT_BENCH = {
  "mt_bench/question.jsonl": [81, 82].map(question_id => ({
    question_id,
    category: question_id === 81 ? "writing" : "math",
    turns: [`First of ${question_id}?`, `Second of ${question_id}?`],
    ...(question_id === 82 && {reference: ["4", "5"]})
  })),
  ...Object.fromEntries(
    ["oak-1", "elm-2"].map(model => [
      `mt_bench/model_answer/${model}.jsonl`,
      [81, 82].map(question_id => ({
        question_id,
        answer_id: `${model}${question_id}`,
        model_id: model,
        choices: [{index: 0, turns: [`${model} says ${question_id}`, `${model} adds ${question_id}`]}],
        tstamp: 1.5
      }))
    ])
  ),
  "mt_bench/model_judgment/gpt-4_single.jsonl": ["oak-1", "elm-2"].flatMap(model =>
    [81, 82].flatMap(question_id =>
      [1, 2].map(turn => ({
        question_id,
        model,
        judge: ["gpt-4", "single-v1"],
        judgment: "…",
        score: model === "oak-1" ? 9 : 4 + turn,
        turn
      }))
    )
  )
};

/** Writes the files of a layout; lists become JSON lines. */
export async function layout(root: string, files: Record<string, object>): Promise<string> {
  for (const [name, content] of Object.entries(files))
    await write(root, name, name.endsWith(".jsonl") ? jsonLines(content as object[]) : content);
  return root;
}
