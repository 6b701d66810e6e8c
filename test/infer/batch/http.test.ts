import {once} from "node:events";
import {createServer, type RequestListener} from "node:http";
import type {AddressInfo} from "node:net";
import {brotliCompressSync, gzipSync} from "node:zlib";
import {expect, onTestFinished, test} from "vitest";
import {anthropicBatches} from "../../../pipelines/infer/batch/anthropic.node.js";
import {batchHttp} from "../../../pipelines/infer/batch/http.node.js";
import {openaiBatches} from "../../../pipelines/infer/batch/openai.node.js";

async function client(reply: RequestListener) {
  const server = createServer(reply);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const http = batchHttp({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    root: "/v1",
    secret: "sk-secret-1234",
    headers: {authorization: "Bearer sk-secret-1234"}
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await http.close();
    server.close();
  });
  return http;
}

test("lines come one by one, whatever their length; one of 17 MB is passed over", async () => {
  const long = Buffer.alloc(17 * 2 ** 20, 0x61);
  const http = await client((_, response) => {
    response.write('{"a":1}\n\n{"b":"\u2028"}\n');
    response.write(long);
    response.end('\n{"c":3}');
  });
  const lines = [];
  for await (const line of http.lines("/files/x/content")) lines.push(line);
  expect(lines).toEqual(['{"a":1}', '{"b":"\u2028"}', undefined, '{"c":3}']);
});

test("compressed lines, answers and refusals are unpacked; damaged lines are an error that may pass", async () => {
  const http = await client(({url, headers}, response) => {
    const path = url!.split("/").at(-1)!;
    expect(headers["accept-encoding"]).toBe("gzip, deflate, br, zstd");
    if (path === "damaged") response.writeHead(200, {"content-encoding": "gzip"}).end(gzipSync("{}\n{}\n").fill(0xff, 10));
    else if (path === "lines") response.writeHead(200, {"content-encoding": "br"}).end(brotliCompressSync('{"a":1}\n{"b":2}'));
    else
      response
        .writeHead(path === "refused" ? 400 : 200, {"content-encoding": "gzip"})
        .end(gzipSync(path === "refused" ? '{"error":{"message":"no such file"}}' : '{"id":"x"}'));
  });
  const lines = [];
  for await (const line of http.lines("/lines")) lines.push(line);
  expect(lines).toEqual(['{"a":1}', '{"b":2}']);
  expect(await http.get("/answer")).toEqual({id: "x"});
  await expect(http.get("/refused")).rejects.toThrow(/400 no such file/u);
  const damaged = http.lines("/damaged").next();
  await expect(damaged).rejects.toMatchObject({
    details: {retryable: true},
    message: expect.stringContaining("compressed body is damaged")
  });
});

test("results that break off are an error that may pass, after what had come", async () => {
  const http = await client((_, response) => {
    response.writeHead(200, {"content-length": 1_000});
    response.write('{"a":1}\n{"b"');
    setTimeout(() => response.destroy(), 50);
  });
  const lines: unknown[] = [];
  const read = (async () => {
    for await (const line of http.lines("/files/x/content")) lines.push(line);
  })();
  await expect(read).rejects.toMatchObject({details: {status: 0, retryable: true}});
  expect(lines).toEqual(['{"a":1}']);
});

test("errors name the place and the reason, without the key; redirects are not followed", async () => {
  let asked = 0;
  const http = await client((request, response) => {
    asked++;
    if (request.url!.includes("moved")) response.writeHead(307, {location: "http://127.0.0.1:1/elsewhere"}).end();
    else
      response
        .writeHead(401, {"content-type": "application/json"})
        .end(JSON.stringify({error: {message: "bad key sk-secret-1234", type: "authentication_error"}}));
  });
  await expect(http.get("/batches/x")).rejects.toThrow(/\/v1\/batches\/x: 401 .*bad key \[key\]/);
  await expect(http.get("/batches/moved")).rejects.toThrow(/redirects are not followed/);
  expect(asked).toBe(2);
});

test("ids that would lead elsewhere are refused", async () => {
  const http = await client((_, response) =>
    response.end(JSON.stringify({id: "../../secrets", status: "completed", processing_status: "ended"}))
  );
  const upload = {file: "/dev/null", requests: 1, url: "/v1/chat/completions", uploaded: "file-1"};
  await expect(openaiBatches.submit(http, upload)).rejects.toThrow(/not in the batch interface's form: id/);
  await expect(anthropicBatches.submit(http, upload)).rejects.toThrow(/not in the batch interface's form: id/);
});

// the examples of the interfaces' documents
test("lines of results as the interfaces' documents show them", () => {
  const {read} = openaiBatches;
  expect(read({id: "b", custom_id: "k", response: {status_code: 200, request_id: "r", body: {x: 1}}, error: null})).toEqual({
    key: "k",
    status: 200,
    body: {x: 1}
  });
  expect(read({id: "b", custom_id: "k", response: null, error: {code: "batch_expired", message: "m"}})).toEqual({
    key: "k",
    undone: "expired"
  });
  expect(read({custom_id: "k"})).toBeNull();
  expect(read([])).toBeNull();
  const {read: message} = anthropicBatches;
  expect(message({custom_id: "k", result: {type: "succeeded", message: {x: 1}}})).toEqual({key: "k", status: 200, body: {x: 1}});
  expect(message({custom_id: "k", result: {type: "canceled"}})).toEqual({key: "k", undone: "cancelled"});
  expect(
    message({
      custom_id: "k",
      result: {type: "errored", error: {type: "error", error: {type: "invalid_request_error", message: "m"}}}
    })
  ).toMatchObject({key: "k", status: 400});
  expect(message({custom_id: "k", result: {type: "errored", error: {type: "overloaded_error"}}})).toMatchObject({status: 529});
});
