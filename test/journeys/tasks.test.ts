// What a reader comes for: a query, a comparison, a file of their own, and one sample from the list to its score.
import {expect} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {FIXTURE_STORE} from "../fixtureStore.js";
import {opened, text} from "../pages/reading.js";
import {journey, journeys} from "./journey.js";

const ask = async (sql: string): Promise<unknown[][]> => (await query(sql, {folder: FIXTURE_STORE})).rows;

journeys("what readers come for", () => {
  journey("a query on page SQL has the rows of the store", async reader => {
    const sql = "select model, count(*)::int as n from samples group by model order by model";
    const {page, errors} = await reader.visit(`/sql.html#${new URLSearchParams({sql})}`);
    await expect.poll(() => page.locator("#sql-result tbody tr").count()).toBe(3);
    const cells = await page.locator("#sql-result tbody td").allTextContents();
    expect(cells).toEqual((await ask(sql)).flat().map(String));
    expect(await errors()).toEqual([]);
  });

  journey("page Extraction counts evaluations, not their rules, as simulated", async reader => {
    const {page, errors} = await reader.visit("/extraction.html");
    await page.waitForSelector("#notice p");
    expect(await text(page, "#notice")).toContain("All 3 evaluations here are of reasonbook's built-in reference models");
    expect(await errors()).toEqual([]);
  });

  journey("two models compared: as many common tests, wins and losses as in the store", async reader => {
    const [a, b] = ["sim-cedar-01", "sim-heron-08"];
    const {page, errors} = await reader.visit(`/compare.html#a=${a}&b=${b}&error=points`);
    await page.waitForSelector("#difference svg");
    const [[n, wins, losses]] =
      (await ask(`select count(*)::int, count(*) filter (a.status > b.status)::int, count(*) filter (a.status < b.status)::int
      from samples a join samples b using (item_id, trial)
      where a.model = '${a}' and b.model = '${b}' and trial = 0 and a.status < 2 and b.status < 2
        and item_id not in (select item_id from contamination_items where verdict = 'exact')`)) as [number[]];
    const reading = await text(page, "#reading");
    for (const name of [a, b]) expect(reading.split(":")[0]).toContain(name);
    expect(reading).toContain(`n = ${n!.toLocaleString("en-US")} tests`);
    expect(reading).toContain(
      `${wins!.toLocaleString("en-US")} of these were right for A only and ${losses!.toLocaleString("en-US")} for B only`
    );
    expect(await errors()).toEqual([]);
  });

  journey("a file of votes brought to page Human is read, and its models are ranked", async reader => {
    const {page, errors} = await reader.visit(opened("/human.html"));
    await page.waitForSelector("#strengths tbody tr, #strengths svg");
    const votes = Array.from({length: 60}, (_, i) => ({
      judge: `judge ${i % 5}`,
      model_a: ["north", "south", "west"][i % 3],
      model_b: ["south", "west", "north"][i % 3],
      question_id: `question ${i}`,
      winner: i % 4 === 0 ? "model_b" : "model_a"
    }));
    await page.setInputFiles("#votes-file", {
      name: "votes.jsonl",
      mimeType: "application/x-ndjson",
      buffer: Buffer.from(votes.map(vote => JSON.stringify(vote)).join("\n"))
    });
    await expect.poll(() => text(page, "#strengths")).toContain("north");
    expect(await text(page, "#strengths")).toContain("west");
    expect(await errors()).toEqual([]);
  });
});
