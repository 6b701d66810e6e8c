// Formats the numbers of the page.

/** `−0.83` */
export const number = (value: number, digits = 2): string =>
  Number.isFinite(value)
    ? value
        .toFixed(digits)
        .replace(/^-(?=0\.?0*$)/, "")
        .replace("-", "−")
    : "–";

/** `0.42 [0.40, 0.44]` */
export const spanText = ({value, low, high}: {value: number; low: number; high: number}, digits = 2): string =>
  `${number(value, digits)} [${number(low, digits)}, ${number(high, digits)}]`;

/** `12.3 % [10.1, 14.0]` */
export const shareSpan = ({value, low, high}: {value: number; low: number; high: number}, digits = 1): string =>
  `${number(100 * value, digits)} % [${number(100 * low, digits)}, ${number(100 * high, digits)}]`;
