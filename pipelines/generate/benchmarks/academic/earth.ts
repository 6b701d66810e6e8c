// The benchmark ZenEarth: maps and clocks, atmosphere, ground and water by calculation, linked into chains of up to nine quantities. Constants
// are stated in the questions.
import type {Random} from "../../seed.js";
import {chained, integersOf, type Quantity, ROUNDED, rounded} from "../chained.js";

const RADIUS = 6_371; // km, mean (IUGG)
const SPIN = 7.292; // 10^-5 radians per second (IERS Conventions 2010, to four digits)
const ATMOSPHERE = 101_325; // Pa (ISO 2533)
const VAPOUR = 461.5; // J/(kg K), gas constant of water vapour (WMO-No. 8)
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** A place whose latitude is written by the first function. */
function placeOf(random: Random, write: (value: number) => string) {
  const [latitude, longitude] = integersOf(random, [1, 80], [1, 179]);
  const [north, east] = [random.chance(0.6), random.chance(0.5)];
  return {
    latitude: radians(north ? latitude : -latitude),
    longitude: radians(east ? longitude : -longitude),
    text: `${write(latitude)} degrees ${north ? "north" : "south"}, ${longitude} degrees ${east ? "east" : "west"}`
  };
}

const maps: readonly Quantity[] = [
  (random, write) => {
    const [one, other] = [placeOf(random, write), placeOf(random, String)];
    const turn = other.longitude - one.longitude;
    const half =
      Math.sin((other.latitude - one.latitude) / 2) ** 2 +
      Math.cos(one.latitude) * Math.cos(other.latitude) * Math.sin(turn / 2) ** 2;
    return [
      rounded(20 * RADIUS * Math.asin(Math.sqrt(half))),
      `the distance in tenths of a kilometre along the great circle, on a sphere with a radius of ${RADIUS} kilometres, from ${one.text} to ${other.text}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [one, other] = [placeOf(random, write), placeOf(random, String)];
    const turn = other.longitude - one.longitude;
    const angle = Math.atan2(
      Math.sin(turn) * Math.cos(other.latitude),
      Math.cos(one.latitude) * Math.sin(other.latitude) - Math.sin(one.latitude) * Math.cos(other.latitude) * Math.cos(turn)
    );
    if (Math.abs(Math.sin(turn)) < 0.01) return [Number.NaN, ""];
    return [
      rounded(100 * ((degrees(angle) + 360) % 360)),
      `the bearing in hundredths of a degree, clockwise from north, in which the great circle on a sphere from ${one.text} to ${other.text} begins, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [start, flight, from, to] = integersOf(random, [0, 1_439], [60, 1_100], [-11, 12], [-11, 12]);
    const zone = (hours: number) => `UTC${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
    const clock = `${String(Math.floor(start / 60)).padStart(2, "0")}:${String(start % 60).padStart(2, "0")}`;
    return [
      (start + flight + 60 * (to - from) + 2 * 1_440) % 1_440,
      `the number of minutes since midnight on local clocks when a plane arrives in the zone ${zone(to)} that left at ${clock} local time in the zone ${zone(from)} and flew ${write(flight)} minutes`
    ];
  },
  (random, write) => {
    const [millimetres, thousands, height, contours] = integersOf(random, [5, 400], [5, 100], [2, 20], [5, 60]);
    const [flat, up] = [millimetres * thousands, 5 * height * contours];
    return [
      rounded(100 * Math.hypot(flat, up)),
      `the length in centimetres of a straight slope that measures ${write(millimetres)} millimetres on a map of 1 : ${thousands}000 and rises by ${contours} contour intervals of ${5 * height} metres, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const height = random.integer(10, 9_000);
    return [
      rounded(Math.sqrt(height * (2_000 * RADIUS + height))),
      `the straight distance in metres to the horizon, without refraction, from ${write(height)} metres above a sphere with a radius of ${RADIUS} kilometres, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Cooper 1969, Sol Energy 12:333.
    const [day, latitude] = integersOf(random, [1, 365], [24, 66]);
    return [
      rounded(1_000 * (90 - latitude + 23.45 * Math.sin(radians((360 * (284 + day)) / 365)))),
      `the height of the Sun in thousandths of a degree at its highest at ${latitude} degrees north on day ${write(day)} of the year, by the declination of 23.45 degrees times the sine of 360 (284 + d) / 365 degrees, ${ROUNDED}`
    ];
  }
];

/** Saturation vapour pressure over water in hectopascals, by Magnus's formula (WMO-No. 8). */
const saturation = (celsius: number): number => 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius));
const MAGNUS = "Magnus's formula for saturation, 6.112 exp(17.62 t / (243.12 + t)) hectopascals at t degrees Celsius";

const atmosphere: readonly Quantity[] = [
  (random, write) => {
    const [tenths, humidity] = integersOf(random, [-50, 400], [10, 95]);
    return [
      rounded(100 * humidity * saturation(tenths / 10)),
      `the vapour pressure in hundredths of a pascal at ${write(tenths)} tenths of a degree Celsius and a relative humidity of ${humidity} percent (${MAGNUS}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [tenths, humidity] = integersOf(random, [-50, 400], [10, 95]);
    const ratio = Math.log((saturation(tenths / 10) * humidity) / 611.2);
    return [
      rounded((1_000 * 243.12 * ratio) / (17.62 - ratio)),
      `the dew point in thousandths of a degree Celsius at ${tenths} tenths of a degree Celsius and a relative humidity of ${write(humidity)} percent (${MAGNUS}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [tenths, humidity] = integersOf(random, [-50, 400], [10, 95]);
    return [
      rounded((1e6 * humidity * saturation(tenths / 10)) / VAPOUR / (273.15 + tenths / 10)),
      `the mass of water vapour in milligrams per cubic metre of air at ${write(tenths)} tenths of a degree Celsius and a relative humidity of ${humidity} percent (${MAGNUS}; gas constant ${VAPOUR} joules per kilogram and kelvin), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [start, low, more, end] = integersOf(random, [5, 35], [200, 1_500], [300, 3_000], [0, 200]);
    const top = low + more;
    return [
      rounded(1_000 * start - 9.8 * low - 6 * more + 9.8 * (top - end)),
      `the temperature in thousandths of a degree Celsius at a height of ${end} metres behind a ridge of ${write(top)} metres, of air that rises from sea level at ${start} degrees, forms clouds above ${low} metres, loses all their water and comes down dry (9.8 degrees per kilometre when dry, 6 in clouds), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const height = random.integer(50, 9_000);
    return [
      rounded(ATMOSPHERE * (1 - (0.0065 * height) / 288.15) ** 5.2559),
      `the pressure in pascals of the standard atmosphere at a height of ${write(height)} metres (${ATMOSPHERE} pascals and 288.15 kelvins at sea level, 6.5 kelvins less per kilometre, exponent 5.2559), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [pascals, distance, latitude] = integersOf(random, [100, 2_000], [100, 900], [20, 75]);
    return [
      rounded((1e5 * pascals) / 1.2 / distance / (2 * SPIN * Math.sin(radians(latitude)))),
      `the geostrophic wind in millimetres per second at a latitude of ${latitude} degrees where the pressure falls by ${write(pascals)} pascals in ${distance} kilometres (density 1.2 kilograms per cubic metre, rotation ${SPIN} times 10^-5 radians per second), ${ROUNDED}`
    ];
  }
];

const ground: readonly Quantity[] = [
  (random, write) => {
    const [tenths, fast, slow] = integersOf(random, [20, 900], [55, 80], [30, 45]);
    return [
      rounded((1_000 * tenths) / 10 / (10 / slow - 10 / fast)),
      `the distance in metres to an earthquake whose S waves, at ${slow / 10} kilometres per second, arrive ${write(tenths)} tenths of a second after its P waves, at ${fast / 10} kilometres per second, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [height, crust, mantle] = integersOf(random, [200, 8_000], [2_600, 2_900], [3_200, 3_400]);
    return [
      rounded((10 * height * crust) / (mantle - crust)),
      `the depth in decimetres of the root, below the base of normal crust, of mountains ${write(height)} metres high in Airy's isostasy, with ${crust} kilograms per cubic metre in the crust and ${mantle} in the mantle, ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Hanks & Kanamori 1979, J Geophys Res 84:2348, with the moment in newton metres.
    const [length, width, slip] = integersOf(random, [5, 500], [5, 60], [10, 900]);
    const moment = 30e9 * length * 1e3 * width * 1e3 * (slip / 100);
    return [
      rounded((1_000 * (Math.log10(moment) - 9.1)) / 1.5),
      `1000 times the moment magnitude, (lg M - 9.1) / 1.5 for a moment of M newton metres, of an earthquake that slips ${write(slip)} centimetres on a plane of ${length} by ${width} kilometres in rock with a rigidity of 30 gigapascals, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [daughters, parents] = integersOf(random, [20, 900], [100, 900]);
    const [name, half] = random.pick([
      // Steiger & Jäger 1977, Earth Planet Sci Lett 36:359.
      ["lead-207 for uranium-235", 704],
      ["lead-206 for uranium-238", 4_468]
    ] as const);
    return [
      rounded(100 * half * Math.log2(1 + daughters / parents)),
      `the age in hundredths of a million years of a closed mineral without lead at first that contains ${write(daughters)} atoms of ${name.replace(" for", ` for ${parents} of`)} (half-life ${half} million years), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const left = random.integer(20, 950);
    return [
      rounded(5_730 * Math.log2(1_000 / left)),
      `the age in years of wood in which ${write(left)} of 1000 atoms of carbon-14 are left (half-life 5730 years), ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Parsons & Sclater 1977, J Geophys Res 82:803, for ages up to 70 million years.
    const [distance, rate] = integersOf(random, [50, 2_000], [10, 90]);
    if (distance / rate > 70) return [Number.NaN, ""];
    return [
      rounded(10 * (2_500 + 350 * Math.sqrt(distance / rate))),
      `the depth in decimetres of the ocean, 2500 + 350 times the root of the age in millions of years in metres, ${write(distance)} kilometres from a ridge from which the plate moves by ${rate} millimetres a year, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [angle, slow, fast] = integersOf(random, [5, 40], [20, 50], [51, 75]);
    const sine = (Math.sin(radians(angle)) * fast) / slow;
    if (sine > 0.95) return [Number.NaN, ""];
    return [
      rounded(1_000 * degrees(Math.asin(sine))),
      `the angle of refraction in thousandths of a degree of a seismic wave that meets a boundary ${write(angle)} degrees from the perpendicular, from rock with ${slow / 10} to rock with ${fast / 10} kilometres per second, ${ROUNDED}`
    ];
  }
];

const water: readonly Quantity[] = [
  (random, write) => {
    const [width, depth, slope, roughness] = integersOf(random, [2, 60], [5, 40], [1, 20], [20, 60]);
    const area = (width * depth) / 10;
    const speed = ((area / (width + depth / 5)) ** (2 / 3) * Math.sqrt(slope / 1_000)) / (roughness / 1_000);
    return [
      rounded(100 * area * speed),
      `the discharge in hundredths of a cubic metre per second by Manning's formula of a rectangular channel ${width} metres wide with water ${depth / 10} metres deep, a slope of ${write(slope)} per thousand and a roughness of ${roughness / 1_000}, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [conductivity, fall, length, area] = integersOf(random, [5, 900], [2, 40], [100, 900], [20, 900]);
    return [
      rounded((conductivity * fall * area) / length),
      `the flow in litres per day by Darcy's law through ${area} square metres of an aquifer with a conductivity of ${write(conductivity)} millimetres per day, in which the water table falls by ${fall} metres in ${length} metres, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const micrometres = random.integer(3, 90);
    const [excess, viscosity] = [random.integer(500, 1_900), random.pick([1, 1.3, 1.5])];
    return [
      rounded((9.81 * excess * micrometres ** 2) / 18 / viscosity / 100),
      `the speed in tenths of a micrometre per second by Stokes's law at which a grain of ${write(micrometres)} micrometres of diameter sinks in water, if it has ${excess} kilograms per cubic metre more than water and the viscosity is ${viscosity} millipascal seconds (9.81 metres per second squared), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [rain, area, percent] = integersOf(random, [5, 120], [5, 400], [10, 90]);
    return [
      rounded((percent * rain * area) / 36),
      `the peak discharge in litres per second by the rational method of ${area} hectares with a runoff coefficient of ${percent / 100} at ${write(rain)} millimetres of rain per hour, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [discharge, load, share] = integersOf(random, [5, 2_000], [10, 900], [2, 30]);
    return [
      rounded(0.0864 * discharge * load * (1 + share / 100)),
      `the sediment in tonnes per day in a river with ${write(discharge)} cubic metres per second and ${load} milligrams of suspended load per litre, if the bed load is ${share} percent of the suspended load, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [distance, depth] = integersOf(random, [50, 9_000], [100, 5_000]);
    return [
      rounded((1_000 * distance) / Math.sqrt(9.81 * depth)),
      `the time in seconds in which a tsunami travels ${write(distance)} kilometres in water ${depth} metres deep as a shallow-water wave (9.81 metres per second squared), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const parts = Array.from({length: 3}, () => integersOf(random, [2, 20], [2, 40], [10, 180]));
    const [first, ...others] = parts;
    const sum = parts.reduce((total, [width, depth, speed]) => total + width * depth * speed, 0);
    const text = (width: string, depth: number, speed: number) =>
      `${width} metres wide, ${depth / 10} deep and ${speed / 100} per second fast`;
    return [
      sum,
      `the discharge in litres per second of a river of which one section is ${text(write(first![0]), first![1], first![2])} and two others are ${others.map(([width, depth, speed]) => text(String(width), depth, speed)).join(", and ")}, in metres`
    ];
  }
];

/** The words that begin every question. */
export const EARTH_OPENING = "Answer this question of earth science.";

export const earth = chained({
  name: "zen-earth",
  version: 1,
  summary: "Maps and clocks, atmosphere, ground and water by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Earth science and geography",
  opening: EARTH_OPENING,
  families: {maps, atmosphere, ground, water},
  // Without S of waves, M of a moment and the letters of UTC.
  names: [..."DEGHKLNQRXYZ"],
  // With the 20 cells 6,000 in all.
  size: 300
});
