// Second solver of ZenEarth: vectors on a sphere, balances by bisection and laws in other units.
import {EARTH_OPENING} from "../../../../pipelines/generate/benchmarks/academic/earth.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const whole = (value: number): number => Math.round(value) + 0;
const END = ", rounded to the nearest whole number";

type Vector = readonly [x: number, y: number, z: number];
const dot = ([a, b, c]: Vector, [x, y, z]: Vector): number => a * x + b * y + c * z;
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];
const sizeOf = (vector: Vector): number => Math.sqrt(dot(vector, vector));
const SPHERE = "# degrees @, # degrees @";

/** Unit vectors of two places. */
function placesOf(numbers: readonly number[], texts: readonly string[]): [Vector, Vector] {
  const [one, other] = [0, 2].map((i): Vector => {
    const [latitude, longitude] = [numbers[i]!, numbers[i + 1]!].map(
      (value, k) => ((["south", "west"].includes(texts[i + k]!) ? -value : value) * Math.PI) / 180
    ) as [number, number];
    return [Math.cos(latitude) * Math.cos(longitude), Math.cos(latitude) * Math.sin(longitude), Math.sin(latitude)];
  });
  return [one!, other!];
}

/** Saturation vapour pressure in pascals, from the logarithm of its ratio to that at 0 degrees. */
const pascals = (celsius: number): number => 611.2 * Math.E ** (17.62 - (17.62 * 243.12) / (celsius + 243.12));
const MAGNUS = "Magnus's formula for saturation, 6.112 exp(17.62 t / (243.12 + t)) hectopascals at t degrees Celsius";

const METHODS: readonly (readonly [phrase: string, work: (numbers: number[], texts: string[]) => number])[] = [
  [
    `the distance in tenths of a kilometre along the great circle, on a sphere with a radius of # kilometres, from ${SPHERE} to ${SPHERE}`,
    ([radius, ...numbers], texts) => {
      const [one, other] = placesOf(numbers, texts);
      return 10 * radius! * Math.atan2(sizeOf(cross(one, other)), dot(one, other));
    }
  ],
  [
    `the bearing in hundredths of a degree, clockwise from north, in which the great circle on a sphere from ${SPHERE} to ${SPHERE} begins`,
    (numbers, texts) => {
      const [one, other] = placesOf(numbers, texts);
      const east = cross([0, 0, 1], one);
      const north = cross(one, east);
      const angle = (18_000 / Math.PI) * Math.atan2(dot(other, east), dot(other, north));
      return angle < 0 ? angle + 36_000 : angle;
    }
  ],
  [
    "the length in centimetres of a straight slope that measures # millimetres on a map of 1 : # and rises by # contour intervals of # metres",
    ([millimetres, scale, contours, height]) =>
      bisect(length => length ** 2 - ((millimetres! * scale!) / 10) ** 2 - (100 * contours! * height!) ** 2, 0, 1e7)
  ],
  [
    "the straight distance in metres to the horizon, without refraction, from # metres above a sphere with a radius of # kilometres",
    // By the angle at the centre.
    ([height, radius]) => 1_000 * radius! * Math.tan(Math.acos((1_000 * radius!) / (1_000 * radius! + height!)))
  ],
  [
    "the height of the Sun in thousandths of a degree at its highest at # degrees north on day # of the year, by the declination of 23.45 degrees times the sine of 360 (284 + d) / 365 degrees",
    // The sine has its zero on day 81.
    ([latitude, day]) => 1_000 * (90 - latitude!) + 23_450 * Math.sin(((day! - 81) * 2 * Math.PI) / 365)
  ],
  [
    `the vapour pressure in hundredths of a pascal at # tenths of a degree Celsius and a relative humidity of # percent (${MAGNUS})`,
    ([tenths, humidity]) => humidity! * pascals(tenths! / 10)
  ],
  [
    `the dew point in thousandths of a degree Celsius at # tenths of a degree Celsius and a relative humidity of # percent (${MAGNUS})`,
    ([tenths, humidity]) => bisect(point => pascals(point / 1_000) - (pascals(tenths! / 10) * humidity!) / 100, -100_000, 100_000)
  ],
  [
    `the mass of water vapour in milligrams per cubic metre of air at # tenths of a degree Celsius and a relative humidity of # percent (${MAGNUS}; gas constant # joules per kilogram and kelvin)`,
    ([tenths, humidity, constant]) =>
      bisect(mass => (mass / 1e6) * constant! * (tenths! / 10 + 273.15) - (pascals(tenths! / 10) * humidity!) / 100, 0, 1e6)
  ],
  [
    "the temperature in thousandths of a degree Celsius at a height of # metres behind a ridge of # metres, of air that rises from sea level at # degrees, forms clouds above # metres, loses all their water and comes down dry (9.8 degrees per kilometre when dry, 6 in clouds)",
    // Metre by metre, in tenths of thousandths.
    ([end, top, start, base]) => {
      let value = 10_000 * start!;
      for (let height = 0; height < top!; height++) value -= height < base! ? 98 : 60;
      for (let height = top!; height > end!; height--) value += 98;
      return value / 10;
    }
  ],
  [
    "the pressure in pascals of the standard atmosphere at a height of # metres (# pascals and # kelvins at sea level, 6.5 kelvins less per kilometre, exponent #)",
    // The relative change of pressure is the exponent times that of temperature.
    ([height, sea, kelvin, exponent]) => {
      const top = kelvin! - 0.0065 * height!;
      return Math.exp(Math.log(sea!) + exponent! * (Math.log(top) - Math.log(kelvin!)));
    }
  ],
  [
    "the geostrophic wind in millimetres per second at a latitude of # degrees where the pressure falls by # pascals in # kilometres (density # kilograms per cubic metre, rotation # times 10^-5 radians per second)",
    ([latitude, fall, distance, density, spin]) => {
      const coriolis = 2 * (spin! / 1e5) * Math.cos(((90 - latitude!) * Math.PI) / 180);
      return 1_000 * bisect(speed => density! * coriolis * speed - fall! / (distance! * 1_000), 0, 1e4);
    }
  ],
  [
    "the distance in metres to an earthquake whose S waves, at # kilometres per second, arrive # tenths of a second after its P waves, at # kilometres per second",
    ([slow, tenths, fast]) => bisect(metres => metres / slow! - metres / fast! - 100 * tenths!, 0, 1e7)
  ],
  [
    "the depth in decimetres of the root, below the base of normal crust, of mountains # metres high in Airy's isostasy, with # kilograms per cubic metre in the crust and # in the mantle",
    // Columns down to the root weigh the same.
    ([height, crust, mantle]) => bisect(root => mantle! * root - crust! * (root + 10 * height!), 0, 1e7)
  ],
  [
    "1000 times the moment magnitude, (lg M - 9.1) / 1.5 for a moment of M newton metres, of an earthquake that slips # centimetres on a plane of # by # kilometres in rock with a rigidity of # gigapascals",
    ([slip, length, width, rigidity]) =>
      bisect(magnitude => 10 ** (0.0015 * magnitude + 9.1 - 13) - rigidity! * length! * width! * slip!, 0, 20_000)
  ],
  [
    "the age in hundredths of a million years of a closed mineral without lead at first that contains # atoms of @ for # of @ (half-life # million years)",
    ([daughters, parents, half]) => 100 * half! * bisect(halvings => parents! * 2 ** halvings - parents! - daughters!, 0, 100)
  ],
  [
    "the age in years of wood in which # of 1000 atoms of carbon-14 are left (half-life # years)",
    ([left, half]) => bisect(age => left! - 1_000 * Math.exp((-Math.LN2 * age) / half!), 0, 1e6)
  ],
  [
    "the depth in decimetres of the ocean, 2500 + 350 times the root of the age in millions of years in metres, # kilometres from a ridge from which the plate moves by # millimetres a year",
    ([distance, rate]) => bisect(depth => ((depth / 10 - 2_500) / 350) ** 2 * rate! - distance!, 25_000, 1e6)
  ],
  [
    "the angle of refraction in thousandths of a degree of a seismic wave that meets a boundary # degrees from the perpendicular, from rock with # to rock with # kilometres per second",
    ([angle, slow, fast]) =>
      bisect(out => slow! * Math.sin((out * Math.PI) / 180e3) - fast! * Math.sin((angle! * Math.PI) / 180), 0, 90_000)
  ],
  [
    "the discharge in hundredths of a cubic metre per second by Manning's formula of a rectangular channel # metres wide with water # metres deep, a slope of # per thousand and a roughness of #",
    // In one power: area to 5/3 over perimeter to 2/3.
    ([width, depth, slope, roughness]) => {
      const [area, perimeter] = [width! * depth!, width! + 2 * depth!];
      return (100 * Math.cbrt(area ** 5 / perimeter ** 2) * Math.sqrt(slope! / 1_000)) / roughness!;
    }
  ],
  [
    "the flow in litres per day by Darcy's law through # square metres of an aquifer with a conductivity of # millimetres per day, in which the water table falls by # metres in # metres",
    ([area, conductivity, fall, length]) => 1_000 * area! * (conductivity! / 1_000) * (fall! / length!)
  ],
  [
    "the speed in tenths of a micrometre per second by Stokes's law at which a grain of # micrometres of diameter sinks in water, if it has # kilograms per cubic metre more than water and the viscosity is # millipascal seconds (# metres per second squared)",
    // Drag on a ball against its weight in water.
    ([micrometres, excess, viscosity, g]) => {
      const radius = micrometres! / 2e6;
      const weight = (4 / 3) * Math.PI * radius ** 3 * excess! * g!;
      return 1e7 * (weight / (6 * Math.PI * (viscosity! / 1_000) * radius));
    }
  ],
  [
    "the peak discharge in litres per second by the rational method of # hectares with a runoff coefficient of # at # millimetres of rain per hour",
    // A millimetre on a square metre is a litre.
    ([area, coefficient, rain]) => (area! * 10_000 * coefficient! * rain!) / 3_600
  ],
  [
    "the sediment in tonnes per day in a river with # cubic metres per second and # milligrams of suspended load per litre, if the bed load is # percent of the suspended load",
    ([discharge, load, share]) => {
      const suspended = (discharge! * 1_000 * load! * 86_400) / 1e9;
      return suspended + (suspended * share!) / 100;
    }
  ],
  [
    "the time in seconds in which a tsunami travels # kilometres in water # metres deep as a shallow-water wave (# metres per second squared)",
    ([distance, depth, g]) => bisect(time => (time * Math.sqrt(g! * depth!)) / 1_000 - distance!, 0, 1e7)
  ]
];

const SECTION = "# metres wide, # deep and # per second fast";
const EXACT: readonly Method[] = [
  [
    "the number of minutes since midnight on local clocks when a plane arrives in the zone UTC@ that left at @ local time in the zone UTC@ and flew # minutes",
    (numbers, texts) => {
      const minutesOf = (text: string) => {
        const [hours, minutes] = text.replace(/^[+-]/u, "").split(":").map(Number) as [number, number];
        return (text.startsWith("-") ? -1 : 1) * (60 * hours + minutes);
      };
      // By way of UTC.
      let clock = minutesOf(texts[1]!) - minutesOf(texts[2]!) + minutesOf(texts[0]!) + numbers.at(-1)!;
      while (clock < 0) clock += 24 * 60;
      while (clock >= 24 * 60) clock -= 24 * 60;
      return clock;
    },
    4
  ],
  [
    `the discharge in litres per second of a river of which one section is ${SECTION} and two others are ${SECTION}, and ${SECTION}, in metres`,
    numbers => whole([0, 3, 6].reduce((sum, i) => sum + 1_000 * numbers[i]! * numbers[i + 1]! * numbers[i + 2]!, 0)),
    6
  ]
];

export const solveEarth = chainedSolver(EARTH_OPENING, [
  ...METHODS.map(([phrase, work]): Method => [`${phrase}${END}`, (...parts) => whole(work(...parts)), 4]),
  ...EXACT
]);
