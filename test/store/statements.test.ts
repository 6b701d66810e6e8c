import fc from "fast-check";
import {expect, test} from "vitest";
import {statementsIn} from "../../pipelines/store/statements.js";

test.each([
  ["", [], ""],
  ["select 1", [], "select 1"],
  ["select 1; select 2;", ["select 1", "select 2"], ""],
  ["select 1;\nselect", ["select 1"], "\nselect"],
  [";;  ;", [], ""],
  ["select ';' as a;", ["select ';' as a"], ""],
  ["select 'it''s; fine';", ["select 'it''s; fine'"], ""],
  ['select 1 as "a;b";', ['select 1 as "a;b"'], ""],
  ["select 1 -- not; here\n;", ["select 1 -- not; here"], ""],
  ["select 1 -- not here;", [], "select 1 -- not here;"],
  ["/* a; */ select 1;", ["/* a; */ select 1"], ""],
  ["select $$a;b$$;", ["select $$a;b$$"], ""],
  ["select $x$a;$$;b$x$; select 2", ["select $x$a;$$;b$x$"], " select 2"],
  ["select 'open; still", [], "select 'open; still"],
  ["select /* open; still", [], "select /* open; still"]
])("%j", (text, statements, rest) => expect(statementsIn(text)).toEqual({statements, rest}));

test("line by line gives what the whole text gives", () => {
  const part = fc.constantFrom("select", " ", "\n", ";", "'a;'", '"b;"', "-- c;\n", "/* d; */", "$$e;$$", "''");
  fc.assert(
    fc.property(fc.array(part, {maxLength: 30}), parts => {
      const text = parts.join("");
      let pending = "";
      const found: string[] = [];
      for (const line of text.split("\n")) {
        const {statements, rest} = statementsIn(`${pending}${line}\n`);
        found.push(...statements);
        pending = rest;
      }
      expect(found).toEqual(statementsIn(`${text}\n`).statements);
    })
  );
});
