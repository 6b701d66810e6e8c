// Prints the notices of the published store: source, licence, address and state of each set.
import type {Manifest} from "../../store/manifest.node.js";

const number = (value: number): string => value.toLocaleString("en");

/** Notices of a store, from its manifest. */
export function notices({
  published = [],
  figures = [],
  evaluations
}: Pick<Manifest, "published" | "figures" | "evaluations">): string {
  const rows = published.map(
    ({suite, source, address, licence, state, models, answers}) =>
      `| \`${suite}\` | [${source}](${address}) | ${licence} | ${state} | ${number(models)} | ${number(answers)} |`
  );
  const notes = published.flatMap(({suite, source, notes: sentences}) =>
    sentences.map(note => `- \`${suite}\` (${source}): ${note}`)
  );
  const others = figures.map(
    ({set, source, address, licence, tables}) => `| \`${set}\` | [${source}](${address}) | ${licence} | ${tables.join(", ")} |`
  );
  const readers = [...new Set(evaluations.map(({reader}) => reader ?? 1))].sort((a, b) => a - b);
  return `# Notices for the published store

Facts derived from raw answers of language models to public benchmarks: which item, which model, the value read, whether it is right, and how long the answer
is. No question, option or answer text is here. \`npm run published -- make --from DIR\` makes the store again from the raw files, whose SHA-256 and
addresses \`manifest.json\` has; answers were scored by reader version ${readers.join(", ")}. Answers without counts of tokens are counted by o200k_base: our count, not the model's.

| suite | source | licence | state | models | answers |
| --- | --- | --- | --- | --: | --: |
${rows.join("\n")}

${notes.join("\n")}

Tables of others' figures and people's votes:

| set | source | licence | tables |
| --- | --- | --- | --- |
${others.join("\n")}
`;
}
