// One question of a user's own, from a file to its score.
import {expect, test} from "vitest";
import {importQuestions, suiteOf} from "../ownBank.js";
import {stubServer, workbook} from "../workbook.js";

const QUESTION = {
  question: "Which river flows through Vienna?",
  subject: "geography",
  choices: ["Danube", "Rhine", "Elbe", "Oder"],
  answer: 0
};

test("a question is imported, asked of an endpoint, and has its score", async () => {
  await using stub = await stubServer(body =>
    JSON.stringify(body).includes("Vienna") ? "The answer is (A)." : "The answer is True."
  );
  await using book = await workbook({
    "suites/small.yaml": suiteOf("rivers"),
    "models/reference.yaml": `endpoint: "${stub.url}"\nmodels: [{id: stub}]\n`
  });
  await importQuestions(book, {name: "rivers", questions: [QUESTION]});
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(stub.requests.filter(body => JSON.stringify(body).includes("Vienna"))).toHaveLength(1);
  const sql = "select answer, expected, status from samples where base_task like '%rivers%'";
  const {stdout, stderr} = await book.command("sql", sql, "--json");
  expect(JSON.parse(stdout), stderr).toEqual([{answer: "A", expected: "A", status: 1}]);
});
