/** A count with its noun in singular or plural and grouped digits: "1 vote", "12,000 votes". */
export const plural = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${Number(count) === 1 ? one : many}`;
