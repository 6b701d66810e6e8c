import {expect, test} from "vitest";
import {z} from "zod";
import {kindTables, schemaReference} from "../../pipelines/book/reference.js";
import * as schemas from "../../pipelines/book/schemas.js";
import {claimSchema} from "../../pipelines/studies/claims/schema.js";

test("every exported schema has a section, every field of it a row with its default", () => {
  const text = schemaReference();
  const sections = new Map(
    text
      .split(/^## /mu)
      .slice(1)
      .map(part => [part.slice(0, part.indexOf("\n")), part])
  );
  for (const [key, schema] of Object.entries(schemas) as [string, unknown][]) {
    if (!(schema instanceof z.ZodType)) continue;
    const name = key.replace(/Schema$/u, "");
    expect([...sections.keys()]).toContain(name);
    if (!(schema instanceof z.ZodObject) || name === "modelList") continue; // a list's fields are told in the section of a model
    for (const field of Object.keys(schema.shape)) expect(sections.get(name)).toMatch(new RegExp(`^\\| \`${field}\` \\|`, "mu"));
  }
  expect(sections.get("sampler")).toContain("| `max_tokens` | integer ≥ 1 or null | `4096` |");
  expect(sections.get("book")).toContain("| `precision` | [precision](#precision) | `{}` |");
  expect(sections.get("modelList")).toContain("| `models` | list of map | required |");
});

test("links lead to sections, tables have four cells a row", () => {
  const text = schemaReference();
  for (const [, target] of text.matchAll(/\]\(#([^)]*)\)/gu)) expect(text.toLowerCase()).toContain(`## ${target}\n`);
  for (const line of text.split("\n").filter(line => line.startsWith("|"))) expect(line.match(/(?<!\\)\|/gu)).toHaveLength(5);
});

test("a union of kinds: what all share once, each kind with the rest of its fields", () => {
  const text = kindTables(claimSchema, "kind");
  expect(text.match(/^\| `id` \|/gmu)).toHaveLength(1);
  const parts = text.split("\n`kind` ").slice(1);
  expect(parts).toHaveLength(claimSchema.options.length);
  claimSchema.options.forEach(({shape}, i) => {
    for (const kind of shape.kind._zod.values) expect(parts[i]!.split("\n")[0]).toContain(`"${String(kind)}"`);
    const named = [...parts[i]!.matchAll(/^\| `(\w+)` \|/gmu)].map(([, field]) => field);
    expect(named).toEqual(Object.keys(shape).filter(field => !["id", "says", "asks", "kind"].includes(field)));
  });
});
