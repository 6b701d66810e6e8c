/**
 * The name of a model's page below /models: lower-case letters, digits and hyphens, which any server and file system supports. To an id
 * that is not such a name itself, a hash of the whole id is appended: `Qwen/Qwen3-8B` → `qwen-qwen3-8b-0ace04fe`.
 */
export function modelPath(id: string): string {
  const name = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return name === id ? name : [name, fnv(id)].filter(Boolean).join("-");
}

/** FNV-1a over UTF-16 units, 32 bits (Fowler, Noll & Vo), eight hexadecimal digits. */
function fnv(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Paths of the pages of these models. Throws where two models would have the same path. */
export function modelPaths(ids: readonly string[]): string[] {
  const owners = new Map<string, string>();
  for (const id of ids) {
    const path = modelPath(id);
    const owner = owners.get(path);
    if (owner !== undefined) throw new Error(`models "${owner}" and "${id}" would share the page /models/${path}; rename one`);
    owners.set(path, id);
  }
  return [...owners.keys()].map(path => `/models/${path}`);
}
