// Measures of agreement as text: shares of one, and coefficients.
import type {Agreed} from "../../pipelines/study/human/agreement.js";
import {formatCount, formatEstimate, formatRate} from "../interval.js";

/** `65.6 % [64.6, 66.5]`, or why there is none; for tables that show n in a column beside it. */
export const shareText = ({value, lo, hi, n, why}: Agreed): string =>
  value === null
    ? `none: ${why}`
    : lo === null || hi === null
      ? `${(100 * value).toFixed(1)} % (no interval${why ? `: ${why}` : ""})`
      : formatRate({value, low: lo, high: hi, n});

/** `65.6 % [64.6, 66.5] n = 24,000`, or why there is none. */
export const rateText = (share: Agreed): string =>
  share.value === null ? shareText(share) : `${shareText(share)} n = ${formatCount(share.n)}`;

/** `0.483 [0.440, 0.526] n = 3,355`, or why there is none. */
export const coefficientText = ({value, lo, hi, n, why}: Agreed): string =>
  value === null ? `none: ${why}` : `${formatEstimate({value, low: lo, high: hi}, {digits: 3})} n = ${formatCount(n)}`;
