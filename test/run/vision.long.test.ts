// Generated questions about images: whole runs against servers of other hands, which look at the PNG that arrives, and what becomes of a refusal.
import {LLMock} from "@copilotkit/aimock";
import {imageSize} from "image-size";
import {Stubby} from "stubby";
import {expect, onTestFinished, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {sentImage} from "../../pipelines/infer/raster.node.js";
import {predict} from "../../pipelines/run/forecast/plan.js";
import {run} from "../../pipelines/run/run.js";
import {query} from "../../pipelines/store/sql.node.js";
import {study} from "../../pipelines/studies/make.node.js";
import {countedShapes} from "../generate/benchmarks/vision/pixels.js";
import {ask, quick} from "../infer/loopback.js";
import {silent} from "../silent.js";
import {workbook} from "../workbook.js";

const SUITE = "tasks:\n  - {task: zen-counting, params: {asked: [all, colour], objects: few, image: [shown, withheld]}}\n";

async function bookOf(model: string, suite = SUITE) {
  const place = await workbook({
    "book.yaml":
      "suite: suites/own.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 16}\n",
    "suites/own.yaml": suite,
    "models/own.yaml": model
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const folder = `${place.root}/data/store`;
  const book = await readBook(undefined, {root: place.root});
  return {
    book,
    folder,
    command: place.command,
    ran: async (report = silent) => (await run(book, {folder, report}))!,
    rows: async (text: string) => {
      const {columns, rows} = await query(text, {folder});
      return rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])) as Record<string, number>);
    }
  };
}

test("a server of other hands sees each picture once and counts right; without pictures it cannot, and the study says by how much", async () => {
  const mock = new LLMock({port: 0});
  const seen = new Set<string>();
  mock.onMessage(/How many/u, ({messages}) => {
    const content = messages.at(-1)!.content as string | {type: string; text?: string; image_url?: {url: string}}[];
    if (typeof content === "string") return {content: "I would guess.\n\nAnswer: 4"};
    const [image, text] = content;
    seen.add(image!.image_url!.url);
    return {content: `I count them.\n\nAnswer: ${countedShapes(image!.image_url!.url, text!.text!)}`};
  });
  await mock.start();
  onTestFinished(async () => {
    await mock.stop();
  });
  const {book, folder, command, ran, rows} = await bookOf(
    `{id: own, model: gpt-4o, endpoint: ${mock.url}/v1, retries: 0, price: {input: 1, output: 1}}\n`
  );
  const planned = await predict(book, {folder});
  expect(planned.images).toMatchObject([{model: "own", formula: "tiles", tokens: 255}]);
  expect(await ran()).toMatchObject({samples: 64, requests: 64, failed: 0});
  expect(seen.size).toBe(32);

  for (const table of ["estimates", "multimodal_examples"] as const) await study(table, folder, {report: silent});
  const [row] = await rows("from multimodal");
  const right = `status = 1`;
  const [truth] = await rows(`select count(*) filter (${right} and category = 'Counting')::int as shown,
    count(*) filter (${right} and category <> 'Counting')::int as blind from samples join items using (item_id)`);
  expect(truth!.shown).toBe(32);
  expect(truth!.blind).toBeLessThan(16);
  expect(row).toMatchObject({n: 32, correct: 32, accuracy: 1, blind_n: 32, blind_correct: truth!.blind, pairs: 32});
  expect(row).toMatchObject({only_shown: 32 - truth!.blind!, only_blind: 0, unparsed: 0, unscored: 0});
  // 32 right of 32 minus the blind ones, over the room of 1 − 1/8 for each pair.
  expect(row!.value).toBeCloseTo((32 - truth!.blind!) / (32 * (1 - 1 / 8)), 12);
  expect(row!.value_low).toBeGreaterThan(0);
  expect(row!.missing).toBe(0);
  const examples = await rows("from multimodal_examples");
  expect(examples.map(({category, outcome}) => `${category}: ${outcome}`)).toEqual(Array(6).fill("Counting: right"));
  for (const {item_id, place, edition, expected, answer, text, blind} of examples) {
    const {content, images} = benchmarkTasks.get("zen-counting")!.items.at(place!, {edition});
    expect(String(item_id).split("-")[1]).toBe(content);
    expect(seen.has(sentImage(images![0]!))).toBe(true);
    expect([answer, text]).toEqual([expected, `I count them.\n\nAnswer: ${expected}`]);
    const [[own]] = (
      await query(
        `select status from samples join items using (item_id) where category <> 'Counting' and pair_id = (select pair_id from items where item_id = '${item_id}')`,
        {folder}
      )
    ).rows as [number[]];
    expect(blind).toBe(own === 1 ? "right" : "wrong");
  }
  const {stdout, stderr} = await command("analyze", "multimodal", "--format", "json");
  expect(JSON.parse(stdout), stderr).toMatchObject([{category: "Counting", n: 32, accuracy: 1, pairs: 32, value: row!.value}]);
  await study("categories", folder, {report: silent});
  expect(await rows("select category, correct from categories order by 1")).toEqual([
    {category: "Counting", correct: 32},
    {category: "Counting, image withheld", correct: truth!.blind}
  ]);

  expect(await ran()).toMatchObject({requests: 0, cached: 64});
  expect(mock.getRequests()).toHaveLength(64);
});

test("Anthropic's format: a server of other hands that answers for exactly this PNG answers, and for no other", async () => {
  const drawing = benchmarkTasks.get("zen-geometry")!.items.at(0).images![0]!;
  const data = sentImage(drawing).split(",")[1]!;
  expect(imageSize(Buffer.from(data, "base64"))).toMatchObject({width: 512, height: 384, type: "png"});
  const quoted = data.replace(/[+/]/gu, sign => `\\${sign}`);
  const stub = new Stubby();
  await stub.start({
    stubs: 0,
    tls: 0,
    admin: 0,
    location: "127.0.0.1",
    data: [
      {
        request: {
          url: "^/v1/messages$",
          method: "POST",
          post: `"type":"image","source":\\{"type":"base64","media_type":"image/png","data":"${quoted}"\\}`
        },
        response: {
          headers: {"content-type": "application/json"},
          body: JSON.stringify({
            type: "message",
            content: [{type: "text", text: "Answer: 7"}],
            stop_reason: "end_turn",
            usage: {input_tokens: 1, output_tokens: 1}
          })
        }
      }
    ]
  });
  onTestFinished(() => stub.stop());
  const {port} = stub.stubsPortal.address() as {port: number};
  const client = quick({base: `http://127.0.0.1:${port}/v1`, protocol: "anthropic", retries: 0});
  const shown = (image: string) =>
    client.ask({...ask(), protocol: "anthropic", messages: [{role: "user", content: "How many sides?", images: [image]}]});
  expect((await shown(drawing)).text).toBe("Answer: 7");
  await expect(shown(benchmarkTasks.get("zen-geometry")!.items.at(1).images![0]!)).rejects.toThrow("404");
  expect(stub.get()[0]!.hits).toBe(1);
});

test("a model that takes no images is told so once; questions without pictures go on, and the study says why the others have no answer", async () => {
  const mock = new LLMock({port: 0});
  mock.onMessage(/.*/u, ({messages}) =>
    typeof messages.at(-1)!.content === "string"
      ? {content: "Answer: 3"}
      : {error: {message: "this model does not support image input", type: "invalid_request_error"}, status: 400}
  );
  await mock.start();
  onTestFinished(async () => {
    await mock.stop();
  });
  const {folder, ran, rows} = await bookOf(`{id: own, model: gpt-4o, endpoint: ${mock.url}/v1, retries: 0}\n`);
  const told: string[] = [];
  await ran({...silent, warn: text => told.push(text), info: text => told.push(text)});
  expect(told.filter(text => text.includes("it does not take images")).length).toBe(1);
  for (const table of ["estimates", "multimodal_examples"] as const) await study(table, folder, {report: silent});
  expect(await rows("from multimodal")).toMatchObject([{n: 0, accuracy: null, blind_n: 32, missing: 32, pairs: 0, value: null}]);
  expect(await rows("from multimodal_examples")).toEqual([]);
});

test("simulated models answer questions about images with and without them", async () => {
  const {folder, ran, rows} = await bookOf('{id: sim-cedar-01, endpoint: "reference:"}\n', `${SUITE}  - {task: boolean}\n`);
  expect(await ran()).toMatchObject({samples: 80, requests: 80, failed: 0, status: "complete"});
  for (const table of ["estimates", "multimodal_examples"] as const) await study(table, folder, {report: silent});
  expect(await rows("from multimodal")).toMatchObject([{n: 32, blind_n: 32, pairs: 32, missing: 0}]);
});

test("a store without questions about images has an empty table", async () => {
  const {folder, ran, rows} = await bookOf('{id: sim-cedar-01, endpoint: "reference:"}\n', "tasks: [{task: boolean}]\n");
  await ran();
  for (const table of ["estimates", "multimodal_examples"] as const) await study(table, folder, {report: silent});
  expect(await rows("from multimodal")).toEqual([]);
});
