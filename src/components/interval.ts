// The one place that turns numbers into text, so that a rate never stands without its interval and n.

const decimal = (digits: number) =>
  new Intl.NumberFormat("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits});
const whole = decimal(0);
const tenth = decimal(1);
const cent = decimal(2);
const small = new Intl.NumberFormat("en-US", {maximumSignificantDigits: 2});

export interface Interval {
  /** estimate, low and high end: shares of one */
  value: number | null;
  low: number;
  high: number;
  /** trials */
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

/** `62.1 % [58.0, 66.2] n = 480` */
export function formatInterval(interval: Interval): string {
  const rate = formatRate(interval);
  return interval.n > 0 ? `${rate} n = ${formatCount(interval.n)}` : rate;
}

/** `12,345`; a dash for what is not known */
export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined || !Number.isFinite(count) ? "–" : whole.format(count);
}

/** `$12.30`, `$0.0021`, `free` */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "free";
  return dollars < 0.1 ? `$${small.format(dollars)}` : `$${cent.format(dollars)}`;
}

/** `340 kB`: decimal prefixes */
export function formatBytes(bytes: number): string {
  const unit = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${unit === 0 ? whole.format(bytes) : tenth.format(bytes / 1000 ** unit)} ${["B", "kB", "MB", "GB"][unit]}`;
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
