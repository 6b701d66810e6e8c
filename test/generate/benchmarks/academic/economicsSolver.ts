// Second solver of ZenEconomics: accounts year by year, unit by unit, and searches over prices and quantities instead of formulas.
import {ECONOMICS_OPENING} from "../../../../pipelines/generate/benchmarks/academic/economics.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const whole = (value: number): number => Math.round(value) + 0;
/** A value after some years, each of which changes it. */
const yearly = (value: number, years: number, change: (value: number) => number): number => {
  for (let year = 0; year < years; year++) value = change(value);
  return value;
};
/** The argument at which a falling function is zero. */
const zero = (f: (x: number) => number, low: number, high: number): number => bisect(x => -f(x), low, high);
const END = ", rounded to the nearest whole number";
const YEARS: Readonly<Record<string, number>> = {"one year": 1, "two years": 2, "three years": 3};

const METHODS: readonly Method[] = [
  [
    `the balance in euros after # years of # euros at # percent compound interest a year${END}`,
    ([years, amount, rate]) => whole(yearly(amount!, years!, value => value + (value * rate!) / 100)),
    4
  ],
  [
    `the present value in euros of # euros that are due in # years, at a discount rate of # percent a year${END}`,
    ([amount, years, rate]) => whole(yearly(amount!, years!, value => value / (1 + rate! / 100))),
    4
  ],
  [
    `the payment in euros at the end of each year that pays off a loan of # euros in # equal payments at # percent a year${END}`,
    ([loan, years, rate]) =>
      whole(zero(payment => yearly(loan!, years!, debt => debt + (debt * rate!) / 100 - payment), 0, 2 * loan!)),
    4
  ],
  [
    `the net present value in euros of a project that costs # euros now and brings #, # and # euros after one, two and three years, at # percent a year${END}`,
    // Discounted from the last year back.
    ([cost, ...rest]) => {
      const rate = rest.at(-1)!;
      return whole(rest.slice(0, 3).reduceRight((value, flow) => (value + flow) / (1 + rate / 100), 0) - cost!);
    },
    4
  ],
  [
    "the smallest number of units whose sale covers fixed costs of # euros, at a price of # euros and variable costs of # euros a unit",
    ([fixed, price, variable]) => {
      let [units, earned] = [0, 0];
      for (; earned < fixed!; units++) earned += price! - variable!;
      return units;
    },
    4
  ],
  [
    `the book value in euros after @ of a machine bought for # euros, written off in equal parts over # years down to # euros${END}`,
    ([cost, years, rest], [after]) => whole(yearly(cost!, YEARS[after!]!, value => value - (cost! - rest!) / years!)),
    4
  ],
  [
    `the book value in euros after # years of a machine bought for # euros that is written off by # percent of its book value each year${END}`,
    ([years, cost, rate]) => whole(yearly(cost!, years!, value => value - (value * rate!) / 100)),
    4
  ],
  [
    "the cost in euros of # units sold, first in first out, from purchases of # units at # euros, # units at # euros, # units at # euros in this order",
    ([sold, ...lots]) => {
      const shelf = [0, 2, 4].flatMap(i => Array<number>(lots[i]!).fill(lots[i + 1]!));
      return shelf.slice(0, sold).reduce((a, b) => a + b, 0);
    },
    4
  ],
  [
    "the quantity sold in a market in which # - #p units are demanded and # + #p units supplied at the price p",
    ([most, fall, base, rise]) => quantity(most!, fall!, base!, rise!, 0),
    4
  ],
  [
    "the greatest profit in euros, without fixed costs, of a monopolist who sells q units at the price # - #q euros and makes each for # euros",
    ([most, slope, cost]) => {
      let best = 0;
      for (let q = 0; slope! * q < most!; q++) best = Math.max(best, q * (most! - slope! * q - cost!));
      return best;
    },
    4
  ],
  [
    `1000 times the midpoint (arc) elasticity of demand, with its sign, if the price goes from # to # euros and the quantity from # to #${END}`,
    ([old, now, low, high]) => whole((1_000 * ((high! - low!) / ((low! + high!) / 2))) / ((now! - old!) / ((old! + now!) / 2))),
    4
  ],
  [
    "the revenue in euros of a tax of # euros a unit, paid by the sellers, in a market in which # - #p units are demanded and # + #r units supplied, where p is the price that buyers pay and r the price that sellers keep after the tax",
    ([tax, most, fall, base, rise]) => tax! * quantity(most!, fall!, base!, rise!, tax!),
    4
  ],
  [
    "the equity in euros of a firm with a plant of #, a stock of #, cash of #, a bank loan of # and accounts payable of # euros, and nothing else",
    ([plant, stock, cash, loan, payables]) =>
      zero(equity => plant! + stock! + cash! - (equity + loan! + payables!), -1e6, 1e6) + 0,
    4
  ],
  [
    `the real value in euros, at prices of the base year (index 100), of # units that cost # euros each in a year with the price index #, if the index of the year before was #${END}`,
    ([units, now, index]) => whole(units! * (now! / (index! / 100))),
    4
  ],
  [
    `the profit in euros after a tax of # percent on the profit, with sales of #, goods used of #, wages of # and rent of # euros${END}`,
    ([tax, sales, ...used]) => {
      const profit = used.reduce((left, each) => left - each, sales!);
      return whole(profit - (profit * tax!) / 100);
    },
    4
  ],
  [
    "the gross domestic product of an economy with consumption of #, investment of #, government purchases of #, exports of # and imports of #",
    parts => parts.reduce((sum, each, i) => sum + (i === 4 ? -each : each), 0),
    4
  ],
  [
    `the income tax in euros on # euros, at # percent on the first # euros and # percent on the rest${END}`,
    // The higher rate on all, without what the first part saves.
    ([income, low, first, high]) => whole((income! * high! - first! * (high! - low!)) / 100),
    4
  ]
];

/** The quantity at which the price that buyers pay is a tax above that of sellers. */
function quantity(most: number, fall: number, base: number, rise: number, tax: number): number {
  const price = zero(p => most - fall * p - (base + rise * (p - tax)), 0, most);
  return Math.round((most - fall * price) * 1e6) / 1e6;
}

/** Rounds what bisection leaves below a millionth. */
const settled = (value: number): number => Math.round(value * 1e6) / 1e6;

export const solveEconomics = chainedSolver(
  ECONOMICS_OPENING,
  METHODS.map(([phrase, work, steps]): Method => [phrase, (...parts) => settled(work(...parts)), steps])
);
