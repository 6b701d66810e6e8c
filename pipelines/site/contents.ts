// Describes what a published site contains, for who decides to publish it.
import {plural} from "../book/plural.js";
import type {Manifest} from "../store/manifest.node.js";
import type {SiteSources} from "../store/source.js";

/** Most models that are named. */
const MAX_NAMED = 10;

/** Sentences on the contents of dist/: whose answers, which texts, and what else than the store's tables. */
export function contentsText(
  {folder, manifest}: {folder: string; manifest: Pick<Manifest, "models" | "samples">},
  {hasTexts, sources: {published}}: {hasTexts: boolean; sources: Pick<SiteSources, "published">}
): string[] {
  const {models, samples} = manifest;
  const others = models.length - MAX_NAMED;
  const names = `${models.slice(0, MAX_NAMED).join(", ")}${others > 0 ? ` and ${plural(others, "other")}` : ""}`;
  return [
    `the site contains the tables of ${folder}: ${plural(samples, "answer")} of ${plural(models.length, "model")} (${names}), their questions and right answers, ${hasTexts ? "and the texts of responses" : "without texts of responses"}; the history of these evaluations alone`,
    `it also contains data/claims, the votes of data/human${published ? ", and the published answers of other projects" : ""}; docs/publish.md lists everything`
  ];
}
