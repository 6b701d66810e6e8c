// Serves pages of a built site with other tables than it was built with.
import {copyFileSync, existsSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {withPolicy} from "../../pipelines/site/policy.js";
import {openSite, type Site} from "../pages/browser.js";
import {withoutFirstView} from "../pages/withoutFirstView.js";

const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
const SIZED = /"name":"[^"]*?(\w+\.(?:parquet|json))"([^}]*?)"size":\d+/g;
const DATA = /_file\/data\/(\w+)\.[0-9a-f]+\.(parquet|json)$/;

/** Headline figures of a folder's tables where no audit leaves an item out: copies of points, counts and scores. */
export function copyHeadlines(folder: string): void {
  for (const table of ["points", "task_counts", "scores"])
    copyFileSync(join(folder, `${table}.parquet`), join(folder, `adjusted_${table}.parquet`));
}

/**
 * Opens a built site whose pages find the files of a folder in the place of the site's own of the same name. Pages know from the build how
 * large their tables are, and fetch small ones whole, so that they are written anew into `folder`: with the sizes of the tables there, without
 * a first view, which is of other tables, and with the policy that lists their scripts by hash.
 * @param pages names of the pages, e.g. samples.html
 */
export async function openWithTables(
  dist: string,
  {pages, tables, folder}: {pages: readonly string[]; tables: string; folder: string}
): Promise<Site> {
  for (const name of pages) {
    const html = withoutFirstView(readFileSync(join(dist, name), "utf8"))
      .replace(POLICY, "")
      .replace(SIZED, (all, table: string) => {
        const own = join(tables, table);
        return existsSync(own) ? all.replace(/"size":\d+/, `"size":${statSync(own).size}`) : all;
      });
    writeFileSync(join(folder, name), withPolicy(html));
  }
  return openSite(dist, {
    instead(file) {
      const page = pages.find(name => file === join(dist, name) || file.endsWith(`/${name}`));
      if (page) return join(folder, page);
      const [, table, format] = DATA.exec(file) ?? [];
      const own = table ? join(tables, `${table}.${format}`) : "";
      return table && existsSync(own) ? own : file;
    }
  });
}
