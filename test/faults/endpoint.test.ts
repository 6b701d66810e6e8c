// A run at an endpoint that is down, goes down, or cannot be reached in the first place: few requests, few lines, and an exit code.
import {expect, test} from "vitest";
import {stubServer, workbook} from "../workbook.js";

const lines = (text: string) => text.trim().split("\n");

test("an endpoint that is down: one line, exit code 1, and no attempt of each test's own", async () => {
  await using stub = await stubServer((_, __, response) => {
    response.statusCode = 503;
    response.end("{}");
    return undefined;
  });
  await using book = await workbook();
  const ended = await book.command("run", "--base-url", stub.url, "--model", "m", "--out", "out", "--retries", "2");
  expect(ended.code, ended.stderr).toBe(1);
  expect(stub.requests.length).toBeLessThanOrEqual(64 + 3);
  expect(lines(ended.stderr)).toEqual([expect.stringMatching(/it has answered nothing since, and is asked no more/)]);
});

test("an endpoint that goes down in the middle: what it answered is kept, and a rerun asks only the rest", async () => {
  let up = true;
  let answered = 0;
  await using stub = await stubServer((_, __, response) => {
    if (up && answered++ < 60) return "Answer: 4";
    response.statusCode = 500;
    response.end("{}");
    return undefined;
  });
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "m", "--out", "out", "--retries", "1"];
  const first = await book.command(...words);
  expect(first.code, first.stderr).toBe(1);
  expect(stub.requests.length).toBeLessThanOrEqual(60 + 64 + 6);
  [up, answered] = [true, Number.NEGATIVE_INFINITY];
  const second = await book.command(...words);
  expect(second.code, second.stderr).toBe(0);
  const cached = Number(/(\d+) from the cache/.exec(second.stderr)![1]);
  expect(cached).toBeGreaterThanOrEqual(60); // two tests that read alike are one question
});
