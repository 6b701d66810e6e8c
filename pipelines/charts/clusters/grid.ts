// The cells of a matrix of pairs as one grid for the keyboard and for screen readers.

/** Where a cell stands. */
export interface PairCell {
  row: number;
  column: number;
}

interface GridOptions<Cell> {
  /** what the grid holds */
  title: string;
  /** a cell in words */
  name(cell: Cell): string;
  /** Opens what a cell stands for, `apart` in a tab of its own. */
  open(cell: Cell, apart: boolean): void;
  /** The focus is on this cell. */
  focus(cell: Cell): void;
}

/** Steps of the arrow keys. */
const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1]
};

/**
 * Makes a grid of drawn cells. One of them is in the order of the tab key, and the arrow keys, Home, End, and these with Ctrl move from
 * there (WAI-ARIA Authoring Practices, pattern Grid). Enter, Space or a click opens a cell.
 * @param drawn the element that holds the shapes of the cells, in the order of `cells`
 * @param cells row after row, each from left to right; the diagonal may be missing
 */
export function pairGrid<Cell extends PairCell>(
  drawn: Element,
  cells: readonly Cell[],
  {title, name, open, focus}: GridOptions<Cell>
): void {
  const shapes = [...drawn.children] as SVGElement[];
  const indexes = new Map(cells.map(({row, column}, i) => [`${row} ${column}`, i]));
  const rows = new Map<number, number[]>();
  for (const [i, {row}] of cells.entries()) rows.set(row, [...(rows.get(row) ?? []), i]);
  const lines = [...rows.values()].map(indexesOfRow => {
    const line = drawn.ownerDocument.createElementNS(drawn.namespaceURI, "g");
    line.setAttribute("role", "row");
    line.append(...indexesOfRow.map(i => shapes[i]!));
    return line;
  });
  drawn.append(...lines);
  drawn.setAttribute("role", "grid");
  drawn.setAttribute("aria-label", title);
  shapes.forEach((shape, i) => {
    shape.setAttribute("role", "gridcell");
    shape.setAttribute("aria-label", name(cells[i]!));
    shape.setAttribute("tabindex", i === 0 ? "0" : "-1");
  });

  let current = 0;
  const move = (next: number | undefined): void => {
    if (next === undefined) return;
    shapes[current]!.setAttribute("tabindex", "-1");
    shapes[next]!.setAttribute("tabindex", "0");
    current = next;
    shapes[next]!.focus();
  };
  /** The next cell in a direction, which may lie beyond a missing one. */
  const beside = ([down, right]: readonly [number, number]): number | undefined => {
    const {row, column} = cells[current]!;
    return indexes.get(`${row + down} ${column + right}`) ?? indexes.get(`${row + 2 * down} ${column + 2 * right}`);
  };
  const indexOf = (event: Event): number => shapes.indexOf(event.target as SVGElement);

  drawn.addEventListener("focusin", event => {
    const i = indexOf(event);
    if (i < 0) return;
    if (i !== current) move(i);
    focus(cells[i]!);
  });
  drawn.addEventListener("click", event => {
    const i = indexOf(event);
    const {ctrlKey, metaKey} = event as MouseEvent;
    if (i >= 0) open(cells[i]!, ctrlKey || metaKey);
  });
  drawn.addEventListener("keydown", event => {
    const {key, ctrlKey, metaKey} = event as KeyboardEvent;
    const ofRow = rows.get(cells[current]!.row)!;
    if (key in STEPS) move(beside(STEPS[key]!));
    else if (key === "Home") move(ctrlKey ? 0 : ofRow[0]);
    else if (key === "End") move(ctrlKey ? cells.length - 1 : ofRow.at(-1));
    else if (key === "Enter" || key === " ") open(cells[current]!, ctrlKey || metaKey);
    else return;
    event.preventDefault();
  });
}
