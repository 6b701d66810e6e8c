// Drawings of benchmarks in requests: small until they are sent, then PNG; in cache keys and plans without being drawn.
import {expect, test} from "vitest";
import {imageDigest, imageOf, svgOf} from "../../pipelines/book/image.node.js";
import {benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import type {ChatRequest} from "../../pipelines/infer/completion.js";
import {imageTokens, tokensOfSize} from "../../pipelines/infer/imageTokens.node.js";
import {rasterised, sentImage} from "../../pipelines/infer/raster.node.js";
import {requestKey} from "../../pipelines/infer/request.node.js";
import {decodePng} from "../analyze/png.js";
import {ask, chat, errorOf, json, quick, serve} from "./loopback.js";

const drawingAt = (place: number): string => benchmarkTasks.get("zen-charts")!.items.at(place).images![0]!;
const shown = (url: string): ChatRequest => ({...ask(), messages: [{role: "user", content: "Which?", images: [url]}]});
const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
const drawing = drawingAt(0);

test("a drawing is sent as PNG of its own size, the same bytes each time; another image as it is, and requests without drawings are not copied", () => {
  const sent = sentImage(drawing);
  expect(imageOf(sent).media).toBe("image/png");
  expect(decodePng(bytesOf(sent))).toMatchObject({width: 512, height: 384});
  for (let place = 1; place < 100; place++) sentImage(drawingAt(place)); // more than are kept
  expect(sentImage(drawing)).toBe(sent);
  expect(sentImage(sent)).toBe(sent);
  const plain = shown(sent);
  expect(rasterised(plain)).toBe(plain);
  expect(rasterised(ask()).messages).toEqual(ask().messages);
});

test.each([
  "openai",
  "anthropic",
  "responses"
] as const)("protocol %s sends the PNG, and the built-in server is sent the drawing", async protocol => {
  const {base, calls} = await serve(response => json(response, chat("Answer: (A)")));
  const client = quick({base, protocol, retries: 0});
  for (const of of ["http://test/v1", "reference:1"]) await client.ask({...shown(drawing), base: of}).catch(() => {});
  const [png, svg] = calls.map(({body}) => body);
  expect(calls.length).toBe(protocol === "anthropic" ? 1 : 2); // the built-in server speaks no other than OpenAI's
  expect(png).toContain(bytesOf(sentImage(drawing)).toString("base64"));
  expect(png).not.toContain("svg+xml");
  if (protocol !== "anthropic") expect(svg).toContain(drawing);
});

test("keys are those of the drawing: another one is another request, and what is sent is not needed to know it", () => {
  expect(imageDigest(drawing)).toMatch(/^[0-9a-f]{64}$/u);
  expect(imageDigest(drawing)).not.toBe(imageDigest(sentImage(drawing)));
  expect(requestKey(shown(drawing))).not.toBe(requestKey(shown(drawingAt(1))));
  expect(requestKey(shown(drawing))).toBe(requestKey(structuredClone(shown(drawing))));
});

test("plans count its tokens by the size that stands in the SVG", () => {
  for (const protocol of ["openai", "anthropic", "responses"] as const) {
    expect(imageTokens(drawing, protocol)).toBe(tokensOfSize({width: 512, height: 384}, protocol));
    expect(imageTokens(drawing, protocol)).toBe(imageTokens(sentImage(drawing), protocol));
  }
});

test("files of items hold no drawings: SVG of others is refused", () => {
  expect(() => imageOf(drawing, "own.jsonl:1")).toThrow("own.jsonl:1: images of type image/svg+xml are not taken");
  expect(svgOf(drawing)).toMatch(/^<svg /u);
});

test("an endpoint that does not take images is asked once, and says what follows", async () => {
  const {base, calls} = await serve((response, {body}) =>
    body.includes("image_url")
      ? json(response, JSON.stringify({error: {message: "this model does not support image input"}}), 400)
      : json(response, chat("42"))
  );
  const client = quick({base});
  expect((await errorOf(client.ask(shown(drawing)))).message).toContain(
    "it does not take images; tests that show one are not asked, and count as failed"
  );
  await errorOf(client.ask(shown(drawingAt(1))));
  expect(calls.length).toBe(1);
  expect(await client.ask(ask())).toMatchObject({text: "42"});
});
