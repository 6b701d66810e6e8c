import {mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, relative} from "node:path";
import fc from "fast-check";
import {lastValueFrom, of, take, takeUntil, toArray} from "rxjs";
import {TestScheduler} from "rxjs/testing";
import {expect, test} from "vitest";
import {changesOf, type FileStates, fileStates} from "../../pipelines/site/changes.js";

/** The emissions of looks that find these states one after the other, and the last one again and again. */
function emissions(looks: readonly Record<string, number>[]): string[][] {
  const emitted: string[][] = [];
  new TestScheduler(() => {}).run(({flush, cold}) => {
    let index = 0;
    const look = () => {
      const states = Object.entries(looks[Math.min(index++, looks.length - 1)]!);
      return of<FileStates>(new Map(states.map(([path, state]) => [path, String(state)])));
    };
    const end = cold(`${100 * (looks.length + 6)}ms a`);
    changesOf(look, {everyMs: 100})
      .pipe(takeUntil(end))
      .subscribe(paths => emitted.push(paths));
    flush();
  });
  return emitted;
}

test("nothing is emitted where nothing changes", () => {
  expect(emissions([{a: 1}, {a: 1}, {a: 1}])).toEqual([]);
});

test("a change is emitted after one quiet look, with files that appear and vanish", () => {
  expect(
    emissions([
      {a: 1, b: 1},
      {a: 2, c: 1},
      {a: 2, c: 1}
    ])
  ).toEqual([["a", "b", "c"]]);
});

test("a burst is one emission, and a burst that does not end is emitted too", () => {
  expect(emissions([{a: 1}, {a: 2}, {a: 3}, {a: 3}])).toEqual([["a"]]);
  const endless = Array.from({length: 12}, (_, i) => ({a: i}));
  expect(emissions(endless).length).toBeGreaterThanOrEqual(2);
});

test("every file that differs between the first and the last look is emitted at least once, and no other is", () => {
  const states = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.integer({min: 0, max: 2}));
  fc.assert(
    fc.property(fc.array(states, {minLength: 1, maxLength: 8}), looks => {
      const emitted = new Set(emissions(looks).flat());
      const [first, last] = [looks[0]!, looks.at(-1)!];
      const names = new Set(looks.flatMap(each => Object.keys(each)));
      for (const name of names) {
        if (first[name] !== last[name]) expect(emitted).toContain(name);
        if (looks.every(each => each[name] === first[name])) expect(emitted).not.toContain(name);
      }
    }),
    {numRuns: 60}
  );
});

test("edits of all kinds are seen: in place, by rename, new folders, links, deletion; results and editors' files are not", async () => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-changes-"));
  const outside = await mkdtemp(join(tmpdir(), "reasonbook-linked-"));
  try {
    const inRoot = (...parts: string[]) => join(root, ...parts);
    await mkdir(inRoot("suites"));
    await mkdir(inRoot("store"));
    await mkdir(inRoot("imported"));
    await writeFile(inRoot("imported", "manifest.json"), "{}");
    for (const name of ["book.yaml", "suites/a.yaml", "suites/b.yaml"]) await writeFile(inRoot(name), "1");
    await writeFile(join(outside, "linked.yaml"), "1");
    await symlink(join(outside, "linked.yaml"), inRoot("suites", "link.yaml"));
    await symlink(outside, inRoot("models"));
    await symlink(root, inRoot("suites", "back"));
    const changed = async (edit: () => Promise<unknown>) => {
      const states = [await fileStates(root)];
      await edit();
      states.push(await fileStates(root), await fileStates(root));
      let index = 0;
      const emitted = await lastValueFrom(
        changesOf(() => of(states[Math.min(index++, 2)]!), {everyMs: 1}).pipe(take(1), toArray())
      );
      return emitted.flat().map(path => relative(root, path));
    };
    expect(await changed(() => writeFile(inRoot("book.yaml"), "22"))).toEqual(["book.yaml"]);
    expect(
      await changed(async () => {
        await writeFile(inRoot(".a.yaml.swp"), "x");
        await writeFile(inRoot("suites", "a.yaml~"), "x");
        await writeFile(inRoot("store", "points.parquet"), "x");
        await writeFile(inRoot("imported", "points.parquet"), "x");
        await writeFile(inRoot("suites", "new.tmp"), "1");
        await utimes(inRoot("suites", "new.tmp"), 1, 1);
        await rename(inRoot("suites", "new.tmp"), inRoot("suites", "a.yaml"));
      })
    ).toEqual(["suites/a.yaml"]);
    expect(await changed(() => rm(inRoot("suites", "b.yaml")))).toEqual(["suites/b.yaml"]);
    expect(
      await changed(async () => {
        await mkdir(inRoot("banks"));
        await writeFile(inRoot("banks", "mine.jsonl"), "{}");
      })
    ).toEqual(["banks/mine.jsonl"]);
    const linked = await changed(() => writeFile(join(outside, "linked.yaml"), "333"));
    expect(linked).toEqual(["models/linked.yaml", "suites/link.yaml"]);
  } finally {
    await rm(root, {recursive: true, force: true});
    await rm(outside, {recursive: true, force: true});
  }
});
