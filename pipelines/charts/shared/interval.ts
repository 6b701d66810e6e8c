// Formats numbers as text in one place, so that a rate is never shown without its interval and n.
import {Z975} from "../../stats/distributions.js";

export {formatBytes} from "../../book/bytes.js";

const FORMATS: Intl.NumberFormat[] = []; // cached, since creating one takes longer than a hundred uses
const decimal = (digits: number) =>
  (FORMATS[digits] ??= new Intl.NumberFormat("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits}));
const whole = decimal(0);
const tenth = decimal(1);
const cent = decimal(2);
const small = new Intl.NumberFormat("en-US", {maximumSignificantDigits: 2});

export interface Interval {
  /** estimate and ends of its interval, as shares from 0 to 1 */
  value: number | null;
  low: number;
  high: number;
  /** number of trials */
  n: number;
}

const points = (share: number): string =>
  tenth
    .format(100 * share)
    .replace("-0.0", "0.0")
    .replace("-", "−");

/** `62.1 % [58.0, 66.2]`; for tables that show n in a column beside it. */
export function formatRate({value, low, high, n}: Interval): string {
  if (n <= 0 || value === null || !Number.isFinite(value)) return "no answers";
  return `${points(value)} % [${points(low)}, ${points(high)}]`;
}

/** `+3.2 [1.1, 5.3]`: a difference of shares in percentage points; a dash for an end that cannot be estimated. */
export function formatDifference({value, low, high}: {value: number | null; low: number | null; high: number | null}): string {
  if (value === null) return "no common tests";
  const signed = `${points(value).startsWith("−") ? "" : "+"}${points(value)}`;
  return low === null || high === null ? `${signed} [–]` : `${signed} [${points(low)}, ${points(high)}]`;
}

/** `0.032`, `3.1e−7`, `< 1e−300`; a dash where no test could be made */
export function formatP(p: number | null): string {
  if (p === null || Number.isNaN(p)) return "–";
  if (p < 1e-300) return "< 1e−300";
  return p < 0.0005 ? p.toExponential(1).replace("-", "−") : p.toFixed(p < 0.0995 ? 3 : 2);
}

/** `62.1 % [58.0, 66.2] n = 480` */
export function formatInterval(interval: Interval): string {
  const rate = formatRate(interval);
  return interval.n > 0 ? `${rate} n = ${formatCount(interval.n)}` : rate;
}

/** `947.3 [938.1, 951.4]`: an estimate in its own unit, with its interval where there is one */
export function formatEstimate(
  {value, low, high}: {value: number | null; low: number | null; high: number | null},
  {digits = 1} = {}
): string {
  if (value === null || !Number.isFinite(value)) return "–";
  const text = (x: number) => decimal(digits).format(x).replace("-", "−");
  return low === null || high === null ? text(value) : `${text(value)} [${text(low)}, ${text(high)}]`;
}

/** Width above which an interval of ReasonScore, 0 to 1,000, says more than the score: half of the scale. */
const WIDEST_SCORE = 500;

/** Whether a ReasonScore may be shown as a number: not of a model that may be guessing, whose score falls without end, nor with an interval that is too wide. */
export const isScoreShown = ({
  low,
  high,
  formula_low
}: {
  low: number | null;
  high: number | null;
  formula_low: number | null;
}): boolean => (formula_low === null || formula_low > 0) && (low === null || high === null || high - low <= WIDEST_SCORE);

/** `812.4 [745.0, 830.2]`; `[10.0, 630.7], not above guessing` or `[120.0, 730.0], wide` without the score where it would mislead */
export function formatReasonScore(
  row: {score: number | null; low: number | null; high: number | null; formula_low: number | null},
  options: {digits?: number} = {}
): string {
  const {score, low, high, formula_low} = row;
  const text = formatEstimate({value: score, low, high}, options);
  if (score === null || isScoreShown(row)) return text;
  return `${text.slice(text.indexOf("["))}, ${formula_low !== null && formula_low <= 0 ? "not above guessing" : "wide"}`;
}

/** `12,345`; a dash for what is not known */
export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined || !Number.isFinite(count) ? "–" : whole.format(count);
}

/** The 95 % interval of mean tokens by their standard error, cut at 0; null where either is not known. */
export function tokensInterval({tokens, tokens_se}: {tokens: number | null; tokens_se: number | null}): {
  low: number | null;
  high: number | null;
} {
  if (tokens === null || tokens_se === null) return {low: null, high: null};
  return {low: Math.max(0, tokens - Z975 * tokens_se), high: tokens + Z975 * tokens_se};
}

/** Mean tokens with their interval, `175 [170, 181]`; without it where it is not known, a dash where nobody counted them */
export function formatTokens({
  tokens,
  tokens_low,
  tokens_high
}: {
  tokens: number | null;
  tokens_low: number | null;
  tokens_high: number | null;
}): string {
  const mean = formatCount(tokens);
  return tokens_low === null || tokens_high === null ? mean : `${mean} [${formatCount(tokens_low)}, ${formatCount(tokens_high)}]`;
}

/** `$12.30`, `$0.0021`, `$0`: free, or without a price */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "$0";
  return dollars < 0.1 ? `$${small.format(dollars)}` : `$${cent.format(dollars)}`;
}

/** `4 min 7 s` */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? tenth.format(seconds) : whole.format(seconds)} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${Math.floor(seconds % 60)} s`;
}

/** `2025-01-02 03:04:05 UTC` from ISO 8601; a dash for what is not known */
export function formatInstant(iso: string | null | undefined): string {
  const time = iso ? new Date(iso) : undefined;
  return time && Number.isFinite(+time) ? `${time.toISOString().slice(0, 19).replace("T", " ")} UTC` : "–";
}
