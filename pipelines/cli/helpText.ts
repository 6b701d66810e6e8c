// The help of the command line as a whole.
import {type CatalogEntry, SECTIONS} from "./catalog.js";

/** Returns the commands by section, each with its summary; only the most used ones unless `all`. */
export function helpText(catalog: readonly CatalogEntry[], {all = false} = {}): string {
  const entries = catalog.filter(({isListed}) => all || isListed);
  const width = Math.max(...entries.map(({name}) => name.length));
  const sections = SECTIONS.flatMap(section => {
    const lines = entries
      .filter(entry => entry.section === section)
      .map(({name, summary}) => `  ${name.padEnd(width)}  ${summary}`);
    return lines.length === 0 ? [] : ["", section, ...lines];
  });
  return [
    "reasonbook measures how well language models reason: tests in YAML, results in Parquet, reports in markdown.",
    "",
    "Usage: reasonbook <command> [options]",
    ...sections,
    "",
    "reasonbook <command> --help  lists the options of a command",
    ...(all ? [] : [`reasonbook --help --all      lists all ${catalog.length} commands`]),
    ""
  ].join("\n");
}
