// A run of simulated models together with one of a server: its sentences name which are simulated.
import {expect, test} from "vitest";
import {stubServer, workbook} from "../workbook.js";

test("only some of the models are simulated, and warnings name a model by its id where it is served under another name", async () => {
  await using server = await stubServer((body, _, response) => {
    if (!("max_tokens" in body)) return "Answer: 4";
    response.statusCode = 400;
    const message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    response.end(
      JSON.stringify({error: {message, type: "invalid_request_error", param: "max_tokens", code: "unsupported_parameter"}})
    );
    return undefined;
  });
  await using book = await workbook({
    "models/mine.yaml": `endpoint: ${server.url}\nmodels: [{id: mine-tight, model: served-large}]\n`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml, models/mine.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, step: 4, max: 4}\nseed: 7\n"
  });
  const {code, stderr} = await book.command("run", "--limit", "4", "--no-history");
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("warning: mine-tight: served-large takes max_completion_tokens instead of max_tokens");
  expect(stderr).toMatch(/ of 4 models \(3 of them simulated\), /u);
  expect((await book.command("run", "--limit", "4", "--model", "sim-cedar-01", "--out", "s")).stderr).toMatch(
    / of 1 model \(simulated\), /u
  );
});
