// The benchmark ZenEconomics: interest, costs, markets and accounts by calculation, linked into chains of up to nine quantities.
import {chained, type Quantity, ROUNDED, rounded} from "../chained.js";

const interest: readonly Quantity[] = [
  (random, write) => {
    const [amount, rate, years] = [random.integer(200, 9_000), random.integer(2, 12), random.integer(2, 15)];
    return [
      rounded(amount * (1 + rate / 100) ** years),
      `the balance in euros after ${years} years of ${write(amount)} euros at ${rate} percent compound interest a year, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [amount, rate, years] = [random.integer(2_000, 90_000), random.integer(2, 12), random.integer(2, 15)];
    return [
      rounded(amount / (1 + rate / 100) ** years),
      `the present value in euros of ${write(amount)} euros that are due in ${years} years, at a discount rate of ${rate} percent a year, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [loan, rate, years] = [random.integer(2_000, 90_000), random.integer(2, 12), random.integer(3, 15)];
    return [
      rounded((loan * rate) / 100 / (1 - (1 + rate / 100) ** -years)),
      `the payment in euros at the end of each year that pays off a loan of ${write(loan)} euros in ${years} equal payments at ${rate} percent a year, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [cost, rate, flows] = [
      random.integer(500, 3_000),
      random.integer(3, 15),
      [1, 2, 3].map(() => random.integer(200, 2_500))
    ];
    const value = flows.reduce((sum, flow, i) => sum + flow / (1 + rate / 100) ** (i + 1), -cost);
    return [
      rounded(value),
      `the net present value in euros of a project that costs ${write(cost)} euros now and brings ${flows[0]}, ${flows[1]} and ${flows[2]} euros after one, two and three years, at ${rate} percent a year, ${ROUNDED}`
    ];
  }
];

const costs: readonly Quantity[] = [
  (random, write) => {
    const [fixed, price, variable] = [random.integer(900, 90_000), random.integer(21, 150), random.integer(3, 20)];
    return [
      Math.ceil(fixed / (price - variable)),
      `the smallest number of units whose sale covers fixed costs of ${write(fixed)} euros, at a price of ${price} euros and variable costs of ${variable} euros a unit`
    ];
  },
  (random, write) => {
    const [cost, rest, years, passed] = [
      random.integer(2_000, 90_000),
      random.integer(100, 1_500),
      random.integer(4, 12),
      random.integer(1, 3)
    ];
    return [
      rounded(cost - (passed * (cost - rest)) / years),
      `the book value in euros after ${passed === 1 ? "one year" : passed === 2 ? "two years" : "three years"} of a machine bought for ${write(cost)} euros, written off in equal parts over ${years} years down to ${rest} euros, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [cost, rate, years] = [random.integer(2_000, 90_000), random.integer(10, 40), random.integer(2, 7)];
    return [
      rounded(cost * (1 - rate / 100) ** years),
      `the book value in euros after ${years} years of a machine bought for ${write(cost)} euros that is written off by ${rate} percent of its book value each year, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const lots = [1, 2, 3].map(() => [random.integer(20, 200), random.integer(3, 40)] as const);
    const all = lots.reduce((sum, [count]) => sum + count, 0);
    const sold = random.integer(lots[0]![0] + 1, all - 1);
    let [left, cost] = [sold, 0];
    for (const [count, price] of lots) {
      const used = Math.min(left, count);
      cost += used * price;
      left -= used;
    }
    return [
      cost,
      `the cost in euros of ${write(sold)} units sold, first in first out, from purchases of ${lots.map(([count, price]) => `${count} units at ${price} euros`).join(", ")} in this order`
    ];
  }
];

/** Quantity, price and slopes of a market: demand falls by `fall`, supply rises by `slope` for each euro. */
const markets: readonly Quantity[] = [
  (random, write) => {
    const [price, fall, slope, base] = [
      random.integer(20, 900),
      random.integer(2, 20),
      random.integer(2, 20),
      random.integer(5, 400)
    ];
    return [
      base + slope * price,
      `the quantity sold in a market in which ${write(base + (slope + fall) * price)} - ${fall}p units are demanded and ${base} + ${slope}p units supplied at the price p`
    ];
  },
  (random, write) => {
    const [quantity, slope, cost] = [random.integer(20, 400), random.integer(2, 12), random.integer(5, 200)];
    return [
      slope * quantity ** 2,
      `the greatest profit in euros, without fixed costs, of a monopolist who sells q units at the price ${write(cost + 2 * slope * quantity)} - ${slope}q euros and makes each for ${cost} euros`
    ];
  },
  (random, write) => {
    const [old, now, low, high] = [
      random.integer(20, 400),
      random.integer(20, 400),
      random.integer(100, 900),
      random.integer(100, 900)
    ];
    if (old === now || low === high) return [Number.NaN, ""];
    return [
      rounded((1_000 * (high - low) * (old + now)) / (high + low) / (now - old)),
      `1000 times the midpoint (arc) elasticity of demand, with its sign, if the price goes from ${old} to ${now} euros and the quantity from ${write(low)} to ${high}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [tax, fall, slope, price] = [
      random.integer(3, 60),
      random.integer(2, 12),
      random.integer(2, 12),
      random.integer(40, 300)
    ];
    const base = random.integer(5, 400);
    if ((tax * slope) % (fall + slope) !== 0) return [Number.NaN, ""];
    // The tax divides between both sides by their slopes.
    const paid = price + (tax * slope) / (fall + slope);
    return [
      tax * (base + slope * (paid - tax)),
      `the revenue in euros of a tax of ${tax} euros a unit, paid by the sellers, in a market in which ${write(base + (slope + fall) * price)} - ${fall}p units are demanded and ${base} + ${slope}r units supplied, where p is the price that buyers pay and r the price that sellers keep after the tax`
    ];
  }
];

const accounts: readonly Quantity[] = [
  (random, write) => {
    const parts = [5_000, 3_000, 2_000, 2_000, 1_500].map(most => random.integer(100, most)) as [
      number,
      number,
      number,
      number,
      number
    ];
    const [plant, stock, cash, loan, payables] = parts;
    return [
      plant + stock + cash - loan - payables,
      `the equity in euros of a firm with a plant of ${plant}, a stock of ${stock}, cash of ${write(cash)}, a bank loan of ${loan} and accounts payable of ${payables} euros, and nothing else`
    ];
  },
  (random, write) => {
    const [units, before, price, now] = [
      random.integer(200, 9_000),
      random.integer(20, 99),
      random.integer(100, 180),
      random.integer(2, 40)
    ];
    return [
      rounded(((units * now) / price) * 100),
      `the real value in euros, at prices of the base year (index 100), of ${write(units)} units that cost ${now} euros each in a year with the price index ${price}, if the index of the year before was ${before}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [sales, cost, wages, rent, tax] = [
      random.integer(9_000, 90_000),
      random.integer(1_000, 4_000),
      random.integer(1_000, 3_000),
      random.integer(500, 1_900),
      random.integer(10, 40)
    ];
    return [
      rounded((sales - cost - wages - rent) * (1 - tax / 100)),
      `the profit in euros after a tax of ${tax} percent on the profit, with sales of ${write(sales)}, goods used of ${cost}, wages of ${wages} and rent of ${rent} euros, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [consumption, investment, state, exported, imported] = [5_000, 2_000, 2_000, 1_500, 1_500].map(most =>
      random.integer(50, most)
    ) as [number, number, number, number, number];
    return [
      consumption + investment + state + exported - imported,
      `the gross domestic product of an economy with consumption of ${consumption}, investment of ${write(investment)}, government purchases of ${state}, exports of ${exported} and imports of ${imported}`
    ];
  },
  (random, write) => {
    const [first, taxed, low, high] = [
      1_000 * random.integer(5, 20),
      random.integer(21_000, 90_000),
      random.integer(5, 20),
      random.integer(21, 45)
    ];
    return [
      rounded((first * low + (taxed - first) * high) / 100),
      `the income tax in euros on ${write(taxed)} euros, at ${low} percent on the first ${first} euros and ${high} percent on the rest, ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const ECONOMICS_OPENING = "Answer this question of economics and accounting.";

export const economics = chained({
  name: "zen-economics",
  version: 2,
  summary: "Interest, costs, markets and accounts by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Economics and accounting",
  opening: ECONOMICS_OPENING,
  families: {interest, costs, markets, accounts},
  // With the 20 cells 6,000 in all.
  size: 300
});
