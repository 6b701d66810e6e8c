// Where the texts of responses lie that a site leaves out: what the build writes about them, and what pages read.

/** Id of the element that tells a page where the texts lie. */
export const TEXTS_PLACE = "rb-texts";

export interface TextsPlace {
  /** Address of the folder of the parts, which ends in a slash: absolute, or relative to the page where they lie on the site's own server. */
  folder: string;
  /** Address of the list of the parts, relative to the page. */
  list: string;
}

/** A Parquet file with the responses of one model to the tests of one task. */
export interface TextPart {
  /** "" for none */
  model: string;
  base_task: string;
  /** relative to the folder of the parts */
  address: string;
  rows: number;
  bytes: number;
  sha256: string;
}

/** The element as it stands in a page. */
export const placeElement = (place: TextsPlace): string =>
  `<script type="application/json" id="${TEXTS_PLACE}">${JSON.stringify(place).replaceAll("<", "\\u003c")}</script>`;

/** The origin beyond the site's own from which a built page reads texts; null where it reads none from there. */
export function textsOrigin(html: string): string | null {
  const [, text] = new RegExp(`<script type="application/json" id="${TEXTS_PLACE}">([^<]*)</script>`).exec(html) ?? [];
  if (text === undefined) return null;
  const {folder} = JSON.parse(text) as TextsPlace;
  return URL.canParse(folder) ? new URL(folder).origin : null;
}

/** The files with the responses of a model to tests of a task, and those to tests of no known task where it has none of its own. */
export function partsOf(parts: readonly TextPart[], {model, base_task}: {model: string; base_task: string}): TextPart[] {
  const ofModel = parts.filter(part => part.model === model);
  const own = ofModel.filter(part => part.base_task === base_task);
  return own.length > 0 ? own : ofModel.filter(part => part.base_task === "");
}
