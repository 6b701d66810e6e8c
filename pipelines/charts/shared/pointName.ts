// Short names of points for charts.
interface Point {
  base_task: string;
  params: string;
}

/** Names of points: the task with the parameters in which its points differ, for example `arithmetic: length 24, max_depth 2`. */
export function pointNames(points: readonly Point[]): (point: Point) => string {
  const varying = varyingOf(points);
  return point => {
    const shown = values(point, varying).map(({name, text}) => `${name} ${text}`);
    return shown.length > 0 ? `${point.base_task}: ${shown.join(", ")}` : point.base_task;
  };
}

/** The same with values only, for narrow charts: `arithmetic 24 · 2`; `legend` explains them. */
export function shortPointNames(points: readonly Point[]): {name: (point: Point) => string; legend: string} {
  const varying = varyingOf(points);
  const tasks = [...new Set(points.map(({base_task}) => base_task))].sort();
  return {
    name: point =>
      [
        point.base_task,
        values(point, varying)
          .map(({text}) => text)
          .join(" · ")
      ]
        .filter(Boolean)
        .join(" "),
    legend: tasks
      .filter(task => varying.get(task)!.size > 0)
      .map(task => `${task} (${[...varying.get(task)!].sort().join(" · ")})`)
      .join(", ")
  };
}

/** Parameters of each task that have more than one value. */
function varyingOf(points: readonly Point[]): Map<string, Set<string>> {
  const first = new Map<string, Record<string, unknown>>();
  const varying = new Map<string, Set<string>>();
  for (const {base_task, params} of points) {
    const own = read(params);
    const others = first.get(base_task);
    if (!others) {
      first.set(base_task, own);
      varying.set(base_task, new Set());
      continue;
    }
    for (const name of new Set([...Object.keys(own), ...Object.keys(others)]))
      if (JSON.stringify(own[name]) !== JSON.stringify(others[name])) varying.get(base_task)!.add(name);
  }
  return varying;
}

function values({base_task, params}: Point, varying: ReadonlyMap<string, ReadonlySet<string>>): {name: string; text: string}[] {
  return Object.entries(read(params))
    .filter(([name]) => varying.get(base_task)?.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({name, text: typeof value === "string" ? value : JSON.stringify(value)}));
}

const read = (params: string): Record<string, unknown> => JSON.parse(params) as Record<string, unknown>;
