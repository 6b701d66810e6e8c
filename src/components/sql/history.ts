// Queries that were asked on this computer before, kept by the browser.

const STORED = "reasonbook queries";
/** Most queries that are kept. */
const MOST = 50;

/** The queries, the latest first; none where the browser refuses storage. */
export function recalled(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps a query as the latest. */
export function remember(query: string): void {
  const text = query.trim();
  try {
    localStorage.setItem(STORED, JSON.stringify([text, ...recalled().filter(each => each !== text)].slice(0, MOST)));
  } catch {
    // the page works without
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(STORED);
  } catch {
    // nothing was kept
  }
}
