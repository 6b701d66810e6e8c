// Summarises the items of a bank: how many, how long, and how evenly the right options are spread.
import type {BankItem} from "./item.node.js";
import type {RecordCounts} from "./types.js";

export interface Summary extends RecordCounts {
  items: number;
  /** Items with options. */
  choice: number;
  /** Characters of the longest question with its options, and its place among the items, from 1. */
  longest: {characters: number; item: number};
  /** Items of each right letter, or of each answer that occurs in at least a twentieth of the items. */
  labels: [label: string, items: number][];
  /** Items of each category, the largest first. */
  categories: [category: string, items: number][];
}

/** Most answers that are counted; a bank with more different ones has no balance of labels. */
const MAX_LABELS = 10_000;

/** Returns a counter of items. */
export function openSummary(counts: RecordCounts): {add(item: BankItem): void; close(): Summary} {
  let [items, choice] = [0, 0];
  const longest = {characters: 0, item: 0};
  const labels = new Map<string, number>();
  const categories = new Map<string, number>();
  return {
    add({question, choices, answer, category}) {
      items++;
      if (choices.length > 0) choice++;
      let characters = question.length;
      for (const each of choices) characters += each.length;
      if (characters > longest.characters) Object.assign(longest, {characters, item: items});
      const labelled = labels.get(answer);
      if (labelled !== undefined || labels.size < MAX_LABELS) labels.set(answer, (labelled ?? 0) + 1);
      categories.set(category, (categories.get(category) ?? 0) + 1);
    },
    close() {
      const byCount = (counts: Map<string, number>) => [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      const common = byCount(labels).filter(([, n]) => n >= items / 20);
      const shown = choice === items ? [...labels].sort(([a], [b]) => (a < b ? -1 : 1)) : common;
      return {...counts, items, choice, longest, labels: shown, categories: byCount(categories)};
    }
  };
}

/** In place of the right answer of items that a program or a judge checks. */
const NO_ANSWER = "(none, checked otherwise)";

const n = (value: number) => value.toLocaleString("en");
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

/** The summary as lines of text. */
export function summaryLines({
  items,
  records,
  duplicates,
  faulty,
  unanswered,
  longest,
  labels,
  categories,
  choice
}: Summary): string[] {
  const shown = categories.slice(0, 8).map(([name, count]) => `${name} ${n(count)}`);
  const rest = categories.length > shown.length ? ` and ${categories.length - shown.length} more` : "";
  const answers = labels
    .slice(0, 12)
    .map(
      ([label, count]) => `${label === "" ? NO_ANSWER : JSON.stringify(label.slice(0, 20)).slice(1, -1)} ${share(count, items)}`
    );
  return [
    `${n(items)} items of ${n(records)} records: ${n(choice)} with options, ${n(items - choice)} to be answered in words`,
    `${n(duplicates)} duplicates, asked once`,
    `${n(faulty)} left out, ${n(unanswered)} of them without an answer`,
    `longest question: ${n(longest.characters)} characters (item ${n(longest.item)})`,
    `right answers: ${answers.length > 0 ? `${answers.join(", ")} (n = ${n(items)})` : "all rare"}`,
    `${n(categories.length)} ${categories.length === 1 ? "category" : "categories"}: ${shown.join(", ")}${rest}`
  ];
}
