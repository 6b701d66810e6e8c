// Formats measures of agreement: shares and coefficients.

import {formatCount, formatEstimate, formatRate} from "../../pipelines/charts/shared/interval.js";
import {type Agreed, OVER_NAMES} from "../../pipelines/studies/preferences/agreement/coefficient.js";

/** `65.6 % [64.6, 66.5]`, or the reason why there is none; for tables that show n in another column. */
export const shareText = ({value, lo, hi, n, why}: Agreed): string =>
  value === null
    ? `none: ${why}`
    : lo === null || hi === null
      ? `${(100 * value).toFixed(1)} % (no interval${why ? `: ${why}` : ""})`
      : formatRate({value, low: lo, high: hi, n});

/** `65.6 % [64.6, 66.5] n = 24,000`, or the reason why there is none. */
export const rateText = (share: Agreed): string =>
  share.value === null ? shareText(share) : `${shareText(share)} n = ${formatCount(share.n)}`;

/** `0.483 [0.440, 0.526] over prompts and judges, n = 961`, or the reason why there is none. */
export const coefficientText = ({value, lo, hi, n, over, why}: Agreed): string =>
  value === null
    ? `none: ${why}`
    : `${formatEstimate({value, low: lo, high: hi}, {digits: 3})} ${overText({lo, over})}n = ${formatCount(n)}`;

/** `over prompts, `: what an interval generalises to; empty where there is none. */
export const overText = ({lo, over}: Pick<Agreed, "lo" | "over">): string =>
  lo === null || !over ? "" : `over ${OVER_NAMES[over]}, `;
