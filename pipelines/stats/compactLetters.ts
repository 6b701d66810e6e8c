// Compact letter display of pairwise comparisons: evaluations that share a letter do not differ significantly, those that share none do.

/** A set of integers below a fixed size as a bit set, 32 to an element. */
type Bits = Uint32Array;
const has = (set: Bits, i: number): boolean => ((set[i >> 5]! >>> (i & 31)) & 1) === 1;
const without = (set: Bits, i: number): Bits => {
  const rest = set.slice();
  rest[i >> 5]! &= ~(1 << (i & 31));
  return rest;
};
const isSubset = (inner: Bits, outer: Bits): boolean => inner.every((word, k) => (word & ~outer[k]!) === 0);

/**
 * Groups of 0…size−1 such that two members share a group if and only if they do not differ: insert and absorb (Piepho 2004,
 * doi:10.1198/1061860043515). Each group is as large as possible, and redundant groups are left out. They are ordered by their first
 * members, so that with members in order of rank the letters run down the table.
 */
export function compactLetterGroups(size: number, differ: (i: number, j: number) => boolean): number[][] {
  if (size === 0) return [];
  const all = new Uint32Array((size + 31) >> 5);
  for (let i = 0; i < size; i++) all[i >> 5]! |= 1 << (i & 31);
  let columns: Bits[] = [all];
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) if (differ(i, j)) columns = insert(columns, i, j);
  const groups = columns.map(column => Array.from({length: size}, (_, i) => i).filter(i => has(column, i)));
  return needed(groups, size).sort(byMembers);
}

/** Splits every column that holds both i and j, then removes columns that are contained in another (absorption). */
function insert(columns: readonly Bits[], i: number, j: number): Bits[] {
  const kept = columns.filter(column => !(has(column, i) && has(column, j)));
  const split = columns.filter(column => has(column, i) && has(column, j));
  // A half lacks i, or lacks j: only a column that lacks the same one can have contained it before the split.
  for (const removed of [i, j]) {
    const halves = split.map(column => without(column, removed));
    for (const [k, half] of halves.entries()) {
      const absorbed =
        kept.some(column => isSubset(half, column)) ||
        halves.some((other, l) => l !== k && isSubset(half, other) && (l < k || !isSubset(other, half)));
      if (!absorbed) kept.push(half);
    }
  }
  return kept;
}

/** Removes redundant groups, smallest first: those of which every pair also shares another group. */
function needed(groups: readonly number[][], size: number): number[][] {
  const shared = new Uint16Array(size * size);
  const count = (group: readonly number[], by: number) => {
    for (const i of group) for (const j of group) shared[i * size + j]! += by;
  };
  for (const group of groups) count(group, 1);
  return [...groups]
    .sort((a, b) => a.length - b.length)
    .filter(group => {
      const redundant = group.every(i => group.every(j => shared[i * size + j]! > 1));
      if (redundant) count(group, -1);
      return !redundant;
    });
}

function byMembers(a: readonly number[], b: readonly number[]): number {
  const k = a.findIndex((member, i) => member !== b[i]);
  return k < 0 ? a.length - b.length : a[k]! - (b[k] ?? -1);
}

/** The name of a group by its 0-based number: `a` … `z`, `aa`, `ab` … */
export function letter(group: number): string {
  const last = String.fromCharCode(97 + (group % 26));
  return group < 26 ? last : letter(Math.floor(group / 26) - 1) + last;
}

/** The letters of each member in order, separated by spaces, since names beyond the 26th have two characters. */
export function compactLetterDisplay(size: number, groups: readonly (readonly number[])[]): string[] {
  const own: string[][] = Array.from({length: size}, () => []);
  groups.forEach((group, g) => {
    for (const i of group) own[i]!.push(letter(g));
  });
  return own.map(letters => letters.join(" "));
}
