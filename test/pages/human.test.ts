import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {votesFrom} from "../../pipelines/studies/preferences/files.node.js";
import {humanStudy, type Study} from "../../pipelines/studies/preferences/study.js";
import {openSite, type Site} from "./browser.js";
import {ask, opened, text} from "./reading.js";

const REAL = join(import.meta.dirname, "../../../shared/data/human/mtbench_human.jsonl");

const GPT4 = join(import.meta.dirname, "../../../shared/data/human/mtbench_gpt4_pair.jsonl");

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());

const elo = (page: Page, model: string) =>
  page.locator("#strengths tbody tr").filter({hasText: model}).first().locator("td").nth(1).innerText();

test("simulated judgments are marked so, and counts, wins and agreement are those that SQL finds in the votes", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#effects li");
  expect(await text(page, "#notice")).toMatch(/simulated.*12,000 in number, are simulated, not human/s);
  const [votes, judges, models] = await ask(
    "select count(*), count(distinct judge), (select count(distinct m) from (select model_a as m from votes union select model_b from votes)) from votes"
  );
  expect(await text(page, "#reading")).toContain(
    `${votes!.toLocaleString("en-US")} votes of ${judges} judges on ${models} models`
  );
  expect(await page.locator("#strengths tbody tr").count()).toBe(models);
  // Krippendorff's nominal α from counts per unit, apart from the code of the page.
  const [alpha, units] = await ask(`with units as (
      select question_id, turn, least(model_a, model_b) as x, greatest(model_a, model_b) as y, count(*) as m,
        sum((winner = if(model_a < model_b, 'model_a', 'model_b'))::int) as f, sum((winner = 'tie')::int) as t
      from votes group by all having count(*) > 1),
    counted as (select *, m - f - t as s from units)
    select 1 - sum((m * m - f * f - t * t - s * s) / (m - 1)) / ((sum(m) ** 2 - sum(f) ** 2 - sum(t) ** 2 - sum(s) ** 2) / (sum(m) - 1)), count(*)
    from counted`);
  const row = page.locator("#agreement tbody tr").nth(1);
  expect(await row.locator("td").first().innerText()).toMatch(
    new RegExp(`^${alpha!.toFixed(3)} \\[.*\\] over prompts and judges, n = ${units!.toLocaleString("en-US")}$`)
  );
  const [share] =
    await ask(`with met as (select if(model_a = 'sim-tundra-08', winner = 'model_a', winner = 'model_b')::int + 0.5 * (winner = 'tie')::int as w
      from votes where 'sim-tundra-08' in (model_a, model_b) and 'sim-heron-01' in (model_a, model_b)) select (100 * avg(w))::double from met`);
  expect(await page.locator("#wins g[aria-label=text] text").allTextContents()).toContain(share!.toFixed(0));
  expect(await text(page, "#planted-reading")).toMatch(/1[2-5] of 15 intervals of strengths hold it/);
  expect(await text(page, "#correlation-reading")).toContain("The models are simulated: this shows that the study works");
  expect(await text(page, "#correlations")).toContain("only 15 models");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("a filter redraws the study and stays in the address", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  const before = await text(page, "#reading");
  await page.getByLabel("Turn", {exact: true}).selectOption({label: "1"});
  const [votes] = await ask("select count(*) from votes where turn = 1");
  await expect.poll(() => text(page, "#reading")).toContain(`${votes!.toLocaleString("en-US")} votes`);
  expect(await text(page, "#reading")).not.toBe(before);
  expect(page.url()).toContain("turn=1");
  await page.getByLabel("Intervals over", {exact: true}).selectOption({label: "votes (sandwich)"});
  await expect.poll(() => text(page, "#strengths-plot")).toContain("over votes (sandwich)");
  await expect.poll(() => text(page, "#agreement")).toContain("over units, n = ");
  await page.getByLabel("Intervals over", {exact: true}).selectOption({label: "prompts"});
  await expect.poll(() => text(page, "#agreement")).toContain("over prompts, n = ");
  await page.getByLabel("Criterion", {exact: true}).selectOption({label: "Arena Elo"});
  await expect
    .poll(() => text(page, "#correlation-reading"))
    .toContain("MT-Bench correlates most with Arena Elo: r = 0.96 [0.92, 0.98], n = 26 models");
  expect(await text(page, "#scatter")).toContain("Chatbot Arena");
  expect(await visit.errors()).toEqual([]);
});

test("a reader's own votes are studied in the tab, with R's strengths; a file that is none says why", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  await page.setInputFiles("#votes-file", "test/fixtures/votes.csv");
  await expect.poll(() => text(page, "#notice")).toBe("Shown: 240 votes of votes.csv.");
  // β by R's glm (test/studies/preferences/bradleyTerry/strengths.test.ts), as 1000 + 400/ln 10 · β.
  await expect.poll(() => elo(page, "ash")).toMatch(/^1,123 \[/);
  expect(await elo(page, "elm")).toMatch(/^873 \[/);
  expect(await text(page, "#notes")).toMatch(/4 records kept, duplicate/);
  await expect.poll(() => text(page, "#effects")).toMatch(/Being shown first adds 0\.39 \[/);
  expect(await page.locator("#planted-reading").count()).toBe(0);
  await page.setInputFiles("#votes-file", {
    name: "bad.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("model_a,model_b,winner\nx,y,z\n")
  });
  await page.getByText('bad.csv holds no vote: 1 record left out, unknown winner: winner "z"').waitFor();
  expect(await page.locator(".rb-field .rb-error").innerText()).toMatch(/votes\.csv is still shown\.$/);
  expect(await text(page, "#notice")).toBe("Shown: 240 votes of votes.csv.");
  await page.getByRole("button", {name: "Show the example data"}).click();
  await expect.poll(() => text(page, "#notice")).toContain("simulated");
  await page.setInputFiles("#votes-file", {
    name: "mark.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "model_a,model_b,winner\n<img src=x onerror=alert(1)>,y,model_a\ny,<img src=x onerror=alert(1)>,model_a\n"
    )
  });
  await expect.poll(() => text(page, "#strengths")).toContain("<img src=x onerror=alert(1)>");
  expect(await page.locator("#observablehq-main img").count()).toBe(0);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("a reader's own votes as Parquet: the study of the same votes as CSV, ids beyond 2⁵³ apart; a damaged file is told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-parquet-"));
  try {
    const file = join(folder, "it's votes.parquet");
    // From 2⁵³ + 1: as doubles, every second id would be the next one's.
    const big = "9007199254740993 + (substr(question_id, 2)::bigint) as question_id";
    const options = {folder: "data/store", write: true};
    const path = file.replaceAll("'", "''");
    await query(
      `copy (select * replace (${big}), null::varchar as empty, timestamp '2024-01-02' as tstamp from read_csv('${OWN}')) to '${path}' (format parquet)`,
      options
    );
    const ids = await query(`select distinct question_id::varchar from read_parquet('${path}')`, options);
    expect(ids.rows).toHaveLength(12);
    await using visit = await site.visit(opened("/human"));
    const {page} = visit;
    await page.waitForSelector("#strengths tbody tr");
    await page.setInputFiles("#votes-file", file);
    await expect.poll(() => text(page, "#notice")).toBe("Shown: 240 votes of it's votes.parquet.");
    await expect.poll(() => elo(page, "ash")).toMatch(/^1,123 \[/);
    expect(await elo(page, "elm")).toMatch(/^873 \[/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-study")]);
    const study = JSON.parse(readFileSync(await download.path(), "utf8")) as Study;
    // Errors over prompts are those of the command, which has every id exactly.
    const {study: own} = humanStudy((await votesFrom(file)).votes);
    expect(study.strengths).toHaveLength(own.strengths.length);
    for (const [i, {se_by_prompt}] of study.strengths.entries())
      expect(se_by_prompt).toBeCloseTo(own.strengths[i]!.se_by_prompt!, 10);
    await page.setInputFiles("#votes-file", {
      name: "cut.parquet",
      mimeType: "application/octet-stream",
      buffer: readFileSync(file).subarray(0, 700)
    });
    await page.getByText(/^cut\.parquet is not a readable Parquet file: .*it's votes\.parquet is still shown\.$/).waitFor();
    expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
  } finally {
    rmSync(folder, {recursive: true});
  }
});

test("a judge held against people: pairs of votes counted by SQL, and a reader's own file instead", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#win-rates tbody tr");
  // Pairs of one vote of each on the same question, turn and pair of models, whatever the order, apart from the code of the page.
  const sided = (table: string) => `select question_id, turn, least(model_a, model_b) as x, greatest(model_a, model_b) as y,
    case when winner = 'tie' then 1 when (winner = 'model_a') = (model_a < model_b) then 0 else 2 end as said from ${table}`;
  const joined = `with p as (${sided("votes")}), j as (${sided("judge_votes")})`;
  const [pairs, agreed, first] = await ask(
    `${joined} select count(*), sum((p.said = j.said)::int), sum((p.said = 0 and j.said = 0)::int) from p join j using (question_id, turn, x, y)`
  );
  const share = ((100 * agreed!) / pairs!).toFixed(1);
  expect(await text(page, "#against-reading")).toContain(`${share} % [`);
  expect(await text(page, "#against-table")).toMatch(
    new RegExp(`Same verdict, ties included\\s+${share} % \\[.*\\] n = ${pairs!.toLocaleString("en-US")}`)
  );
  expect(await text(page, "#confusion")).toContain(`${first!.toLocaleString("en-US")} (`);
  expect(await text(page, "#against-bias")).toMatch(/its own answers \(sim-tundra-07\) \+\d+\.\d \[.*Planted: 0\.8 log-odds/);
  expect(await text(page, "#orders-reading")).toContain("only 15 models");
  expect(await page.locator("#favours svg [aria-label=dot] path").count()).toBe(15);
  const [judged] = await ask(
    `${joined} select count(*) from (select distinct question_id, turn, x, y from j where 'sim-tundra-07' in (x, y)
       except select distinct question_id, turn, x, y from p)`
  );
  const row = page.locator("#win-rates tbody tr").filter({hasText: "sim-tundra-07"});
  expect(await row.locator("td").nth(3).innerText()).toBe(judged!.toLocaleString("en-US"));
  await page.setInputFiles("#against-file", {
    name: "judge.jsonl",
    mimeType: "application/json",
    buffer: Buffer.from('{"judge": "<b>j</b>", "model_a": "x", "model_b": "y", "question_id": 1, "winner": "model_a"}\n')
  });
  await expect.poll(() => text(page, "#against-reading")).toContain("judge.jsonl share no question");
  expect(await page.locator("#against-table").count()).toBe(0);
  // Votes of a reader's own are held against nothing of ours.
  await page.locator("#against-file ~ button").click();
  await page.setInputFiles("#votes-file", "test/fixtures/votes.csv");
  await expect.poll(() => text(page, "#against-reading")).toContain("Choose a file of other votes");
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

test("MT-Bench's human votes: α = 0.485, gpt-4 leads (skips where ../shared is absent)", async context => {
  if (!existsSync(REAL)) context.skip(`${REAL} is not there`);
  await using visit = await site.visit(opened("/human"), {width: 400, height: 800});
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  await page.setInputFiles("#votes-file", REAL);
  await expect.poll(() => text(page, "#reading")).toContain("3,355 votes of 65 judges on 6 models: gpt-4 leads");
  await expect
    .poll(() => text(page, "#agreement"))
    .toMatch(/Krippendorff's α, nominal\s+0\.485 \[0\.4\d\d, 0\.5\d\d\] over prompts and judges, n = 960/);
  // gpt-4, gpt-3.5-turbo, claude-v1 (Claude-1 of the table), llama-13b and alpaca-13b; Elo of June 2023 orders them as the votes do.
  await expect
    .poll(() => text(page, "#correlation-reading"))
    .toMatch(/MT-Bench \(June 2023\) correlates most with .*: r = 0\.9995 .* n = 5 models.*Fewer than 20 models/s);
  const june = page.locator("#correlations tbody tr").filter({hasText: "Arena Elo (June 2023)"});
  expect(await june.innerText()).toMatch(/2023-06-22\s+only 5 models.*\s+5\s+0\.9962 \[/s);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});

const OWN = "test/fixtures/votes.csv";
const TABLE =
  "model,mmlu,elo,licence\nash,70,1100,MIT\nbirch,60,1000,MIT\ncedar,55,990,\nelm,50,900,MIT\noak,45,850,\npine,40,-,\n";
const csv = (name: string, body: string | Buffer) => ({name, mimeType: "text/csv", buffer: Buffer.from(body)});

test("a file in the wrong input is sent to the other; an empty one and an image are named for what they are", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  const said = () => page.locator(".rb-field .rb-error").allInnerTexts();
  await page.setInputFiles("#votes-file", csv("scores.csv", TABLE));
  await expect
    .poll(said)
    .toEqual([
      'scores.csv is a table of scores (6 models): load it under "Scores of your own"; votes have model_a, model_b and winner'
    ]);
  await page.setInputFiles("#scores-file", OWN);
  await expect
    .poll(said)
    .toContain(
      'votes.csv holds votes: load it under "Votes of your own"; a table has a column "model" and one for each benchmark'
    );
  await page.setInputFiles("#votes-file", csv("empty.csv", "\n"));
  await page.setInputFiles(
    "#scores-file",
    csv("image.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))
  );
  await expect
    .poll(said)
    .toEqual(["empty.csv is empty", "image.png is neither text nor Parquet: choose a file of JSON lines, JSON, CSV or Parquet"]);
  await page.setInputFiles("#scores-file", csv("bad.csv", "model,mmlu\nx,70\ny,good\n"));
  await expect.poll(said).toContain('bad.csv:3:3 score "good" is not a number');
  await page.setInputFiles("#votes-file", {
    name: "bad.json",
    mimeType: "application/json",
    buffer: Buffer.from('[{"model_a": "x", ')
  });
  await expect.poll(said).toContainEqual(expect.stringMatching(/^bad\.json:1 not JSON: /));
  expect(await visit.errors()).toEqual([]);
});

test("a table of models that nobody voted on is correlated with itself, and charts of the one before leave the page", async () => {
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#power svg");
  await page.setInputFiles("#scores-file", csv("scores.csv", TABLE));
  // numpy.corrcoef([70, 60, 55, 50, 45], [1100, 1000, 990, 900, 850]) = 0.9828
  await expect
    .poll(() => text(page, "#correlation-reading"))
    .toMatch(
      /^Hardly any model of the votes \(sim-.* and 12 more\) is in scores\.csv .*mmlu of the table is used instead\. elo correlates most with mmlu: r = 0\.98 \[.*n = 5 models/
    );
  expect(await text(page, "#scores-notes")).toContain("no scores: licence");
  expect(await text(page, "#scatter h3")).toBe("elo against mmlu");
  expect(await page.locator("#power").count()).toBe(0);
  await page.setInputFiles("#scores-file", csv("few.csv", "model,mmlu\nash,70\nelm,60\n"));
  await expect.poll(() => text(page, "#correlation-reading")).toContain("there is nothing to correlate");
  await expect.poll(() => page.locator("#scatter, #power").count()).toBe(0);
  await page.getByRole("button", {name: "Show the example data"}).last().click();
  await expect.poll(() => text(page, "#correlation-reading")).toContain("correlates most with strengths of the votes");
  await page.waitForSelector("#power svg");
  expect(await visit.errors()).toEqual([]);
});

test("the study of what is shown is saved in the command's form", async () => {
  await using visit = await site.visit(opened("/human#turn=1"));
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  await page.setInputFiles("#votes-file", OWN);
  await expect.poll(() => text(page, "#notice")).toBe("Shown: 240 votes of votes.csv.");
  const saved = page.waitForEvent("download");
  await page.click("#save-study");
  const file = await saved;
  expect(file.suggestedFilename()).toBe("study.json");
  const study = JSON.parse(readFileSync(await file.path(), "utf8")) as Study;
  const shown = await text(page, "#reading");
  expect(
    shown.startsWith(
      `${study.votes} votes of ${study.judges} judges on ${study.strengths.length} models: ${study.strengths[0]!.model}`
    )
  ).toBe(true);
  expect(study.notes[0]).toContain("votes of votes.csv, turn 1 alone");
  expect(study.notes.join()).not.toContain("simulated");
  expect(await elo(page, study.strengths[0]!.model)).toMatch(
    new RegExp(`^${Math.round(study.strengths[0]!.elo).toLocaleString("en-US")} \\[`)
  );
  expect(study.agreement.krippendorff.n).toBeGreaterThan(0);
  expect(await visit.errors()).toEqual([]);
});

test("PandaLM's list of labels is read; votes on simulated answers are not said to be a program's (skips where ../shared is absent)", async context => {
  const file = join(import.meta.dirname, "../../../shared/data/human/pandalm_labels.json");
  if (!existsSync(file)) context.skip(`${file} is not there`);
  await using visit = await site.visit(opened("/human"));
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  await page.setInputFiles("#votes-file", file);
  await expect.poll(() => text(page, "#reading")).toContain("2,997 votes of 3 judges on 5 models: llama-7b leads");
  expect(await page.locator("#strengths-plot .rb-simulated").count()).toBe(0);
  const vote = (i: number) =>
    JSON.stringify({
      judge: `p${i % 2}`,
      model_a: "sim-x",
      model_b: "sim-y",
      question_id: i >> 1,
      winner: i % 3 ? "model_a" : "model_b",
      simulated: true
    });
  await page.setInputFiles("#votes-file", {
    name: "mine.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(Array.from({length: 40}, (_, i) => vote(i)).join("\n"))
  });
  await expect
    .poll(() => text(page, "#notice"))
    .toMatch(/simulated Shown: 40 votes of mine\.jsonl\..*whoever judged their answers/s);
  expect(await text(page, "#notice")).not.toContain("not human");
  expect(await visit.errors()).toEqual([]);
});

test("MT-Bench: GPT-4's verdicts beside people's (skips where ../shared is absent)", async context => {
  if (!existsSync(REAL) || !existsSync(GPT4)) context.skip(`${GPT4} is not there`);
  await using visit = await site.visit(opened("/human"), {width: 400, height: 800});
  const {page} = visit;
  await page.waitForSelector("#strengths tbody tr");
  await page.setInputFiles("#votes-file", REAL);
  await page.setInputFiles("#against-file", GPT4);
  // Counted in Python (test/studies/preferences/judging/judgeStudy.simulation.test.ts): 2,220 of 3,355 pairs of votes, 1,552 of 2,368 among people.
  await expect
    .poll(() => text(page, "#against-table"))
    .toMatch(/ties included\s+66\.2 % \[.*\] n = 3,355\s+65\.5 % \[.*\] n = 2,368/);
  expect(await text(page, "#against-bias")).toContain("the judge kept to its verdict in 84.2 % [");
  expect(await text(page, "#against-bias")).toContain("(gpt-4) +11.9 [");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide).toBe(false);
  expect({outside: visit.outside, errors: await visit.errors()}).toEqual({outside: [], errors: []});
});
