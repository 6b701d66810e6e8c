// Answers whose server reports `stop` although they have as many tokens as their limit.
import {expect, test} from "vitest";
import {isAtLimit, SHORT_LIMIT, withLimitReached} from "../../pipelines/infer/tokenLimit.js";
import {ask, completion} from "./loopback.js";

const request = (sampling: Record<string, unknown>, rest = {}) => ask("?", {sampling, ...rest});
const reasonOf = (tokens: number, sampling: Record<string, unknown>, rest: Partial<ReturnType<typeof completion>> = {}) =>
  withLimitReached(completion({finish_reason: "stop", completion_tokens: tokens, ...rest}), request(sampling)).finish_reason;

test("as many tokens as the limit are a cut, one fewer is an end", () => {
  expect(reasonOf(4_096, {max_tokens: 4_096})).toBe("length");
  expect(reasonOf(4_095, {max_tokens: 4_096})).toBe("stop");
  expect(reasonOf(64, {max_completion_tokens: 64})).toBe("length");
});

test("the server's own reason is kept, and another reason stays", () => {
  const cut = withLimitReached(completion({finish_reason: "stop", completion_tokens: 64}), request({max_tokens: 64}));
  expect(cut).toMatchObject({finish_reason: "length", reported_finish: "stop"});
  for (const finish_reason of ["length", "tool_calls", "content_filter"])
    expect(reasonOf(64, {max_tokens: 64}, {finish_reason})).toBe(finish_reason);
});

test("more tokens than the limit show a server that does not apply it to all of them", () => {
  expect(reasonOf(65, {max_tokens: 64})).toBe("stop");
  expect(reasonOf(2 ** 31 - 1, {max_tokens: 64})).toBe("stop");
});

test("without a limit, or under a short one, an answer may end anywhere", () => {
  for (const sampling of [{}, {max_tokens: null}, {max_tokens: -1}, {max_tokens: 0}]) expect(reasonOf(64, sampling)).toBe("stop");
  expect(reasonOf(2, {max_tokens: 2})).toBe("stop");
  expect(isAtLimit(SHORT_LIMIT, SHORT_LIMIT)).toBe(false);
  expect(isAtLimit(SHORT_LIMIT + 1, SHORT_LIMIT + 1)).toBe(true);
  expect(isAtLimit(null, 64)).toBe(false);
  expect(isAtLimit(64, null)).toBe(false);
});

test("of two limits the larger one counts; several answers to one request have no limit each", () => {
  expect(reasonOf(64, {max_tokens: 64, max_completion_tokens: 128})).toBe("stop");
  expect(reasonOf(64, {max_tokens: 64, best_of: 4})).toBe("stop");
});

test("our own estimate of tokens proves nothing; a count that the server reported does", () => {
  expect(reasonOf(64, {max_tokens: 64}, {reported: {prompt_tokens: null, completion_tokens: null}})).toBe("stop");
  expect(reasonOf(64, {max_tokens: 64}, {reported: {prompt_tokens: null, completion_tokens: 64}})).toBe("length");
});

test("reasoning that is counted apart is cut where the limit holds for the answer, or for both", () => {
  expect(reasonOf(564, {max_tokens: 64}, {outside_tokens: 500})).toBe("length");
  expect(reasonOf(64, {max_tokens: 64}, {outside_tokens: 50})).toBe("length");
  expect(reasonOf(560, {max_tokens: 64}, {outside_tokens: 500})).toBe("stop");
});

test("built-in models, log-probabilities and embeddings end as they say", () => {
  const whole = completion({finish_reason: "stop", completion_tokens: 64});
  for (const rest of [{base: "reference:2"}, {echo: true as const}, {embed: true as const}])
    expect(withLimitReached(whole, request({max_tokens: 64}, rest))).toBe(whole);
});
