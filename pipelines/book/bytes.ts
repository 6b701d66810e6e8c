// Sizes of files as text.

const whole = new Intl.NumberFormat("en-US", {maximumFractionDigits: 0});
const tenth = new Intl.NumberFormat("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1});

/** `340.0 kB`: decimal prefixes */
export function formatBytes(bytes: number): string {
  const unit = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${unit === 0 ? whole.format(bytes) : tenth.format(bytes / 1000 ** unit)} ${["B", "kB", "MB", "GB"][unit]}`;
}
