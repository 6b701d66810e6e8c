// Groups of items that share a key.

/** @returns the items of each key in their order, keys in the order of their first items */
export function groupBy<T, Key extends string | number>(items: readonly T[], key: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}
