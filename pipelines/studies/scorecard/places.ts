// Which points of a store belong to which categories.

/** A point of a store: its task or bank, and its parameters as canonical JSON. */
export interface StoredPoint {
  base_task: string;
  params: string;
}

/** What a category is of: a benchmark with the facets that belong to it, or a bank. */
export interface CategorySource {
  base_task: string;
  params: Readonly<Record<string, unknown>>;
}

/**
 * The points of each category, by its place in the list. A bank's items within a longer text are no part of a category, which is of the items
 * as they are.
 */
export function placesOf<Point extends StoredPoint>(
  points: readonly Point[],
  categories: readonly CategorySource[]
): (Point & {place: number})[] {
  const own = new Map<string, number[]>();
  for (const [place, {base_task}] of categories.entries()) own.set(base_task, [...(own.get(base_task) ?? []), place]);
  return points.flatMap(point => {
    const candidates = own.get(point.base_task);
    if (!candidates) return [];
    const params = JSON.parse(point.params) as Record<string, unknown>;
    if (params.context_tokens !== undefined) return [];
    return candidates.filter(place => isWithin(params, categories[place]!.params)).map(place => ({...point, place}));
  });
}

/** Whether a point's parameters are among those of a category. */
const isWithin = (params: Readonly<Record<string, unknown>>, wanted: CategorySource["params"]): boolean =>
  Object.entries(wanted).every(([name, values]) => [values].flat().includes(params[name]));
