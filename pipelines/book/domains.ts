// Reads suites that list domains of categories, and makes entries of the categories: a task each, or a bank where it is there.

import {UserError} from "../rows/error.js";
import type {BankFile, LayoutName} from "./bankSchemas.js";
import type {BankDefaults} from "./banks/bank.node.js";
import {canonicalJson} from "./canonical.js";
import {type Domain, type DomainSuite, domainSchema, type WrittenCategory} from "./domainSchemas.js";
import {editionOf} from "./editions.js";
import type {Grid} from "./schemas.js";
import type {Category, CategorySource, Locate, Path, PlacedSuite} from "./types.js";
import {parseYaml} from "./yaml.js";

interface PlacedDomain {
  value: Domain;
  locate: Locate;
}

/** Domains as they were read last, by their file: a command reads its book several times, and these are its longest files. */
const domains = new Map<string, {text: string; domain: PlacedDomain}>();

/** Reads the file of a domain, once while its text stays the same. Throws a UserError. */
export function domainIn(text: string, file: string): PlacedDomain {
  const known = domains.get(file);
  if (known?.text === text) return known.domain;
  const {value, locate} = parseYaml(text, file, domainSchema);
  checkSums(value.published, value.categories, locate(["published"]));
  const domain = {value, locate};
  domains.set(file, {text, domain});
  return domain;
}

/**
 * A suite of domains as a suite of tasks and banks. Throws a UserError.
 * @param open reads the file of a domain
 * @param bankNamed the file of a bank of data/banks; null where there is none
 */
export async function suiteOfDomains(
  {domains, published, edition, id, ...suite}: DomainSuite & {id: string},
  {
    locate,
    open,
    bankNamed
  }: {
    locate: Locate;
    open: (path: string, place: string) => Promise<PlacedDomain>;
    bankNamed: (name: string) => Promise<BankFile | null>;
  }
): Promise<PlacedSuite> {
  const categories: Category[] = [];
  const tasks: Grid[] = [];
  /** For each entry the file that it comes from, and its place there. */
  const origins: {locate: Locate; path: Path}[] = [];
  const made: Grid["params"] = edition === undefined ? {} : {edition: [editionOf(edition)!]};
  const known = new Map<string, string>();
  const once = (kind: string, name: string, place: string) => {
    const earlier = known.get(`${kind} ${name}`);
    if (earlier !== undefined) throw new UserError(`${place} ${kind} ${name} is already given at ${earlier}`);
    known.set(`${kind} ${name}`, place);
  };
  for (const [i, path] of domains.entries()) {
    const domain = await open(path, locate(["domains", i]));
    once("domain", JSON.stringify(domain.value.domain), domain.locate(["domain"]));
    for (const [k, category] of domain.value.categories.entries()) {
      const at = (...rest: Path): string => domain.locate(["categories", k, ...rest]);
      const {name, task, bank, params} = category;
      once("category", JSON.stringify(name), at("name"));
      if (bank !== undefined) once("bank", JSON.stringify(bank), at("bank"));
      else once("task", Object.keys(params).length > 0 ? `${task} ${canonicalJson(params)}` : task!, at("task"));
      const absent = bank === undefined ? undefined : absentOf(category, await bankNamed(bank));
      const add = (entry: Pick<Grid, "task" | "bank" | "params" | "optional">, ...rest: Path): void => {
        tasks.push({...entry, tiers: {}, surfaces: {}, projections: {}});
        origins.push({locate: domain.locate, path: ["categories", k, ...rest]});
      };
      if (absent === undefined)
        add(bank === undefined ? {task: task!, params: {...params, ...made}, optional: true as const} : {bank, params: {}});
      const sources: CategorySource[] = [];
      for (const [i, {download: _, ...source}] of (category.sources ?? []).entries()) {
        const {task, bank} = source;
        if (bank === undefined) once("task", task!, at("sources", i, "task"));
        else once("bank", JSON.stringify(bank), at("sources", i, "bank"));
        const reason = bank === undefined ? undefined : absentOf(source, await bankNamed(bank));
        sources.push({...source, place: at("sources", i), ...(reason !== undefined && {absent: reason})});
        if (reason === undefined)
          add(bank === undefined ? {task: task!, params: {}, optional: true} : {bank, params: {}}, "sources", i);
      }
      const {download: _, sources: _written, ...lasting} = category; // where items come from changes no result
      categories.push({
        ...lasting,
        domain: domain.value.domain,
        place: at(),
        ...(sources.length > 0 && {sources}),
        ...(absent !== undefined && {absent})
      });
    }
  }
  checkSums(published, categories, locate(["published"]));
  return {
    suite: {...suite, id, tasks},
    locate: (path, options) => {
      const [head, entry, ...rest] = path;
      const origin = head === "tasks" ? origins[Number(entry)] : undefined;
      return origin ? origin.locate([...origin.path, ...rest], options) : locate(path, options);
    },
    categories
  };
}

/** Throws a UserError where categories are not as many, or have not as many items, as is said. */
function checkSums(published: Domain["published"], categories: readonly Pick<WrittenCategory, "items">[], place: string): void {
  if (!published) return;
  const found = {categories: categories.length, items: categories.reduce((sum, {items}) => sum + items, 0)};
  for (const key of ["categories", "items"] as const)
    if (found[key] !== published[key])
      throw new UserError(
        `${place} ${published[key].toLocaleString("en")} ${key} are published, and ${found[key].toLocaleString("en")} are listed`
      );
}

/** The layouts that a category's bank may have; empty where its fields are named instead. */
const layoutsOf = ({layout}: Pick<WrittenCategory, "layout">): readonly LayoutName[] => (layout ? [layout].flat() : []);

/** Why a bank does not fill its category; undefined where it does. */
function absentOf(category: Pick<WrittenCategory, "bank" | "layout">, file: BankFile | null): string | undefined {
  if (!file) return `there is no bank ${category.bank} in data/banks`;
  const allowed = layoutsOf(category);
  // A bank of own fields, or imported before its layout was written down, is taken at its name.
  const own = file.imported_layout ?? (file.layout === "plain" ? undefined : file.layout);
  if (own === undefined || own === "plain" || allowed.length === 0 || allowed.includes(own)) return undefined;
  return `the bank ${category.bank} in data/banks is of layout ${own}, not of ${allowed.join(" or ")}`;
}

/** What categories say of their banks, where the banks' own files say nothing. Throws a UserError where two suites differ. */
export function bankDefaultsOf(suites: readonly PlacedSuite[]): ReadonlyMap<string, BankDefaults> {
  const found = new Map<string, BankDefaults>();
  for (const {categories = []} of suites)
    for (const {bank, prompt, metric, place} of categories.flatMap(category => [category, ...(category.sources ?? [])])) {
      if (bank === undefined) continue;
      const earlier = found.get(bank);
      const said = ({prompt, metric}: BankDefaults) => canonicalJson({prompt, metric});
      if (earlier && said(earlier) !== said({prompt, metric, place}))
        throw new UserError(`${place} the bank ${bank} has another prompt or metric here than at ${earlier.place}`);
      found.set(bank, {prompt, metric, place});
    }
  return found;
}
