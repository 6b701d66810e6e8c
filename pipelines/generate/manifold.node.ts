import {z} from "zod";
import type {AnswerFormat} from "../book/answerFormat.js";
import {explain, keysAt, schemasAt, shown} from "../book/issue.js";
import type {Density, Filter, Grid, Locate, Path, PlacedSuite, Suite} from "../book/types.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {fillOf} from "./categories.js";
import {kept} from "./density.js";
import {pointKeys} from "./question.js";
import {tasks as registry} from "./registry.node.js";
import {canonicalJson, randomAt} from "./seed.js";
import type {AnyTask, Task, Test} from "./task.js";

/** Most points of one grid; a grid with more is refused. */
const MOST_POINTS = 100_000;

type Params = Record<string, unknown>;

/** A point of the manifold: one task at one set of parameters. It is the same under every model, template and sampler. */
export interface ManifoldPoint {
  base_task: string;
  /** Every parameter, defaults filled in. */
  params: Params;
  /** Canonical JSON of `params`; together with `base_task` it identifies the point. */
  params_json: string;
  generator_version: number;
  seed: number;
  /** 64 hexadecimal digits, see `pointKey`. */
  key: string;
  /** The key of the stream of its questions, where it is not `key` (see `streamKey`). */
  stream?: string;
  /** Facets (tiers, surfaces and projections), sorted. */
  tiers: string[];
  surfaces: string[];
  projections: string[];
  /** Ids of the suites that have the point, in the order of the book. */
  suites: string[];
  /** Its tiers within each of them, as `suite tier`: two suites may call one point easy and hard. */
  suite_tiers: string[];
  /** Set where its tests are items of a bank. */
  bank?: true;
  /** Set where no question may occur twice. */
  distinct?: true;
  /** Set where questions without options count as not to be guessed. */
  guess?: "published";
  /** Format of answers that its suite declares. */
  answer_format?: AnswerFormat;
}

/** What is needed to read one grid of a suite. */
interface GridContext {
  grid: Grid;
  task: AnyTask;
  /** Path of the grid in the suite's file. */
  base: Path;
  locate: Locate;
}

/**
 * All points of a suite in written order, the last axis of a grid varying fastest. Points that several grids name are merged and keep all
 * their facets.
 * Throws a UserError on unknown tasks and parameters, on parameters for which no question exists, and on tiers, surfaces and projections
 * without a point.
 * @param density the share of each grid that is kept (see `kept`), applied to each tier separately and to the points of a grid that have no
 * tier. A point keeps all its facets, so the points of a coarser density are a subset of those of a finer one.
 * @param locate returns the place of a value in the suite's file (Book.locateInSuite)
 */
export function manifold(
  suite: Suite,
  {
    seed,
    tasks = registry,
    density = "normal",
    locate = path => [suite.id, ...path].join(".")
  }: {seed: number; tasks?: ReadonlyMap<string, AnyTask>; density?: Density | undefined; locate?: Locate}
): ManifoldPoint[] {
  const points = new Map<string, ManifoldPoint>();
  const asked = new Set<string>();
  for (const [i, grid] of suite.tasks.entries()) {
    const base = ["tasks", i];
    const kind = grid.bank === undefined ? "task" : "bank";
    const name = nameOf(grid);
    const task = tasks.get(name);
    if (!task && grid.optional) continue;
    if (!task || kindOf(task) !== kind) {
      const known = [...tasks.values()].filter(each => kindOf(each) === kind).map(({name}) => name);
      const other = task ? `; it is a ${kind === "bank" ? "task" : "bank"}` : didYouMean(name, known);
      throw new UserError(`${locate([...base, kind])} unknown ${kind} ${shown(name)}${other}`);
    }
    if (task.items?.generated)
      for (const facet of ["tiers", "surfaces", "projections"] as const)
        if (Object.keys(grid[facet]).length > 0)
          throw new UserError(
            `${locate([...base, facet])} ${facet}: a benchmark has none: benchmarks stand beside ReasonScore, not in it`
          );
    const found = pointsOf({grid: expandBankAxes(grid, task), task, base, locate}, seed).map(point => ({
      ...point,
      ...(task.items && {bank: true as const}),
      ...(grid.distinct && {distinct: true as const}),
      ...(suite.guess === "published" && {guess: suite.guess}),
      ...(suite.answer_format && {answer_format: suite.answer_format})
    }));
    for (const point of found) {
      const twin = points.get(identityOf(point));
      points.set(identityOf(point), twin ? united(twin, point) : point);
    }
    for (const point of thinned(found, grid, density)) asked.add(identityOf(point));
  }
  return [...points.values()]
    .filter(point => asked.has(identityOf(point)))
    .map(point => ({...point, suites: [suite.id], suite_tiers: point.tiers.map(tier => inSuite(suite.id, tier))}));
}

/** The key by which a suite's entry names a task: items that are made are a task's, items that are read a bank's. */
const kindOf = ({items}: AnyTask): "task" | "bank" => (items && !items.generated ? "bank" : "task");

/** A tier within a suite. Names have no blanks. */
const inSuite = (suite: string, tier: string): string => `${suite} ${tier}`;

/**
 * The points of several suites. One that two of them have is one point, asked once, with the facets of both. Throws a UserError as `manifold`
 * does, and where two suites disagree on the guess chance of a point that they share.
 */
export function manifoldOf(
  suites: readonly PlacedSuite[],
  options: {seed: number; tasks?: ReadonlyMap<string, AnyTask>; density?: Density | undefined}
): ManifoldPoint[] {
  const [first, ...others] = suites.map(({suite, locate, categories}) => {
    const points = manifold(suite, {...options, locate});
    if (categories && points.length === 0)
      throw new UserError(
        `${locate([])} all ${categories.length} categories of the suite ${suite.id} are empty; ${fillOf(categories.find(({bank}) => bank !== undefined) ?? categories[0]!)}`
      );
    return {suite, points};
  });
  if (others.length === 0) return first!.points;
  const points = new Map<string, ManifoldPoint>();
  for (const {suite, points: own} of [first!, ...others]) {
    for (const point of own) {
      const twin = points.get(identityOf(point));
      if (twin && twin.guess !== point.guess)
        throw new UserError(
          `suites ${twin.suites.join(", ")} and ${suite.id} share ${point.base_task} ${point.params_json}, but not what guess chance its questions have; give them the same \`guess\``
        );
      if (twin && twin.answer_format !== point.answer_format)
        throw new UserError(
          `suites ${twin.suites.join(", ")} and ${suite.id} share ${point.base_task} ${point.params_json}, but not the format of its answers; give them the same \`answer_format\``
        );
      points.set(identityOf(point), twin ? united(twin, point) : point);
    }
  }
  return [...points.values()];
}

/** The task or bank of a grid. */
export const nameOf = ({task, bank}: Pick<Grid, "task" | "bank">): string => task ?? bank ?? "";

/** Orders of options that a grid asks for by `options: rotate`. */
const ROTATIONS = [0, 1, 2, 3];

/** A grid whose parameters are every category of its bank, and the orders of its options, where it asks for them. */
function expandBankAxes(asked: Grid, {params}: AnyTask): Grid {
  const grid = asked.options === undefined ? asked : {...asked, params: {...asked.params, rotation: ROTATIONS}};
  if (grid.by === undefined) return grid;
  const {category} = (params as z.ZodObject<{category: z.ZodOptional<z.ZodEnum<Record<string, string>>>}>).shape;
  return {...grid, params: {...grid.params, category: category.unwrap().options}};
}

const identityOf = ({base_task, params_json}: ManifoldPoint) => `${base_task} ${params_json}`;

/** The points of a grid that a density keeps. Each tier is thinned separately, so that none becomes empty. */
function thinned(points: ManifoldPoint[], grid: Grid, density: Density): ManifoldPoint[] {
  if (density === "normal" || grid.bank !== undefined) return points; // categories are no axis that could be thinned
  const axes = Object.keys(grid.params).filter(name => Array.isArray(grid.params[name]));
  const keeps = (region: ManifoldPoint[]) => {
    const keep = kept(
      region.map(({params}) => params),
      axes,
      density
    );
    return (point: ManifoldPoint) => keep(point.params);
  };
  const tiers = Object.keys(grid.tiers).map(tier => [tier, keeps(points.filter(({tiers}) => tiers.includes(tier)))] as const);
  const whole = keeps(points);
  return points.filter(point =>
    point.tiers.length === 0 ? whole(point) : tiers.some(([tier, keep]) => point.tiers.includes(tier) && keep(point))
  );
}

/** One test of a point. It depends on no other test. */
export function testAt(point: ManifoldPoint, task: Task, index: number): Test {
  const {base_task, params, generator_version, seed, key, stream} = point;
  const {prompt, expected, guessChance, choices, expression, steps} = task.generate(params, randomAt(stream ?? key, index));
  const format = task.answer_format ?? point.answer_format;
  return {
    item_id: `${key.slice(0, 16)}-${index}`,
    base_task,
    params,
    generator_version,
    seed,
    index,
    prompt,
    expected,
    guess_chance: point.guess === "published" && !choices ? 0 : guessChance,
    ...(choices && {choices}),
    ...(expression !== undefined && {expression}),
    ...(steps && {steps}),
    ...(format && {reading: {format}}),
    ...(stream !== undefined && {pair_id: `${stream.slice(0, 16)}-${index}`})
  };
}

/** A named slice of a task's manifold: a surface has two axes, a projection has one. */
export interface NamedSlice {
  task: string;
  kind: "surface" | "projection";
  name: string;
  x: string;
  y?: string | undefined;
}

/** Surfaces and projections of suites with their axes; where several have one name in one task, the first. */
export function slicesOf(suites: readonly Pick<PlacedSuite, "suite">[]): NamedSlice[] {
  const slices = suites
    .flatMap(({suite}) => suite.tasks)
    .flatMap(({surfaces, projections, ...grid}) => {
      const task = nameOf(grid);
      return [
        ...Object.entries(surfaces).map(([name, {x, y}]) => ({task, kind: "surface" as const, name, x, y})),
        ...Object.entries(projections).map(([name, {x}]) => ({task, kind: "projection" as const, name, x}))
      ];
    });
  return [...new Map(slices.reverse().map(slice => [`${slice.task} ${slice.kind} ${slice.name}`, slice])).values()].reverse();
}

function pointsOf(reading: GridContext, seed: number): ManifoldPoint[] {
  const {grid, task} = reading;
  for (const name of Object.keys(grid.params)) known(name, ["params", name], reading, {key: true});
  const all = product(reading).map(combination => {
    const params = parsed(combination, reading);
    return {params, params_json: canonicalJson(params), ...pointKeys(task, {params, seed})};
  });

  const facets = (kind: "tiers" | "surfaces" | "projections") => {
    const passes = Object.entries(grid[kind]).map(([name, facet]) => {
      const path = [kind, name];
      const where = kind === "tiers" ? (facet as Filter) : sliced(facet as Slice, path, reading);
      const pass = filter(where, kind === "tiers" ? path : [...path, "where"], reading);
      if (!all.some(({params}) => pass(params))) {
        fail(path, `${kind.slice(0, -1)} "${name}" matches no point of the grid`, reading, {key: true});
      }
      return {name, pass};
    });
    return (params: Params) => passes.filter(({pass}) => pass(params)).map(({name}) => name);
  };
  const [tiers, surfaces, projections] = [facets("tiers"), facets("surfaces"), facets("projections")];
  return all.map(({params, ...identity}) => ({
    base_task: task.name,
    params,
    ...identity,
    generator_version: task.version,
    seed,
    tiers: tiers(params).sort(),
    surfaces: surfaces(params).sort(),
    projections: projections(params).sort(),
    suites: [],
    suite_tiers: []
  }));
}

/** One value for each axis. `choice[name]` is the value's position in its list, so that an error can point at it. */
interface Combination {
  params: Params;
  choice: Record<string, number>;
}

function product(reading: GridContext): Combination[] {
  const axes = Object.entries(reading.grid.params);
  const size = axes.reduce((cells, [, axis]) => cells * (Array.isArray(axis) ? axis.length : 1), 1);
  if (size > MOST_POINTS) fail(["params"], `grid of ${size} points; at most ${MOST_POINTS}`, reading);
  return axes.reduce<Combination[]>(
    (cells, [name, axis]) =>
      cells.flatMap(({params, choice}) =>
        Array.isArray(axis)
          ? axis.map((value, i) => ({params: {...params, [name]: value}, choice: {...choice, [name]: i}}))
          : [{params: {...params, [name]: axis}, choice}]
      ),
    [{params: {}, choice: {}}]
  );
}

/**
 * The task's own parse of a combination. A value that is invalid by itself is reported at the value; values that only conflict are reported
 * at the grid.
 */
function parsed({params, choice}: Combination, reading: GridContext): Params {
  const {task} = reading;
  const result = task.params.safeParse(params);
  if (result.success) return result.data as Params;
  const {path, text} = explain(result.error, {value: params, schema: task.params});
  const [name] = path;
  const lone = typeof name === "string" && Object.hasOwn(params, name) && !accepts(reading.task, name, params[name]);
  if (lone) return fail(["params", name, ...(name in choice ? [choice[name]!] : [])], `${name}: ${text}`, reading);
  const written = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  return fail([], `${text} (${written.join(", ")})`, reading);
}

interface Slice {
  x: string;
  y?: string;
  where: Filter;
}

/** The filter of a surface or projection, after a check that its axes exist and differ. */
function sliced({x, y, where}: Slice, path: Path, reading: GridContext): Filter {
  known(x, [...path, "x"], reading);
  if (y !== undefined) known(y, [...path, "y"], reading);
  if (x === y) fail([...path, "y"], `x and y are both "${x}"; a surface needs two parameters`, reading);
  return where;
}

function filter(where: Filter, path: Path, reading: GridContext): (params: Params) => boolean {
  const conditions = Object.entries(where).map(([name, condition]) => {
    known(name, [...path, name], reading, {key: true});
    if (typeof condition === "object" && !Array.isArray(condition)) {
      const {min = -Infinity, max = Infinity} = condition;
      return (params: Params) => {
        const value = params[name];
        return typeof value === "number" && min <= value && value <= max;
      };
    }
    const allowed = new Set([condition].flat().flatMap(value => [value, normal(reading.task, name, value)]));
    return (params: Params) => allowed.has(params[name]);
  });
  return params => conditions.every(holds => holds(params));
}

/** A value in the task's canonical spelling: `"SM, MAX"` finds the points of `"MAX SM"`. */
function normal(task: AnyTask, name: string, value: unknown): unknown {
  for (const schema of fields(task, name)) {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
  }
  return value;
}

const accepts = (task: AnyTask, name: string, value: unknown) =>
  fields(task, name).some(schema => schema.safeParse(value).success);

/** The schemas of one parameter: several for tasks whose parameters are a union, otherwise one. */
const fields = (task: AnyTask, name: string): z.ZodType[] =>
  schemasAt(task.params, []).flatMap(schema =>
    schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name) ? [schema.shape[name] as z.ZodType] : []
  );

function known(name: string, path: Path, reading: GridContext, {key = false} = {}): void {
  const names = keysAt(reading.task.params, []);
  if (names.includes(name)) return;
  fail(path, `unknown parameter ${shown(name)} of task "${reading.task.name}"${didYouMean(name, names)}`, reading, {key});
}

function fail(path: Path, message: string, {base, locate}: GridContext, {key = false} = {}): never {
  throw new UserError(`${locate([...base, ...path], {key})} ${message}`);
}

function united(a: ManifoldPoint, b: ManifoldPoint): ManifoldPoint {
  const union = (one: string[], other: string[]) => [...new Set([...one, ...other])].sort();
  return {
    ...a,
    tiers: union(a.tiers, b.tiers),
    surfaces: union(a.surfaces, b.surfaces),
    projections: union(a.projections, b.projections),
    suites: [...new Set([...a.suites, ...b.suites])],
    suite_tiers: union(a.suite_tiers, b.suite_tiers),
    ...(b.distinct && {distinct: true as const})
  };
}
