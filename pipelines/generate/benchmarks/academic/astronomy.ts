// The benchmark ZenAstronomy: orbits, light, distances and bodies by calculation, linked into chains of up to nine quantities. Constants are
// stated in the questions.
import {chained, integersOf, type Quantity, ROUNDED, rounded} from "../chained.js";

const YEAR = 365.25; // days (IAU Style Manual 1989)
const SUN_GM = 132_712; // 10^6 km³/s² (IAU 2015 Resolution B3)
const EARTH_GM = 398_600; // km³/s² (the same)
const EARTH_RADIUS = 6_371; // km, mean (IUGG)
const SUN_KELVIN = 5_772; // effective temperature (IAU 2015 Resolution B3)
const WIEN = 2_897_772; // nm K (CODATA 2018)
const LIGHT = 299_792; // km/s (SI, to six digits)
const ARC_SECONDS = 206_265; // in a radian
const LIGHT_YEARS = 3.2616; // in a parsec
const PROPER = 4.74; // km/s of one astronomical unit a year
const EARTH = `${EARTH_GM} cubic kilometres per second squared for the Earth's mass`;

const orbits: readonly Quantity[] = [
  (random, write) => {
    const [axis, mass] = [random.integer(100, 9_000), random.integer(2, 40) / 10];
    return [
      rounded(YEAR * Math.sqrt((axis / 1_000) ** 3 / mass)),
      `the period in days of a planet with a semi-major axis of ${write(axis)} thousandths of an astronomical unit around a star of ${mass} solar masses (years of ${YEAR} days), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [period, mass] = [random.integer(20, 9_000), random.integer(2, 40) / 10];
    return [
      rounded(1_000 * Math.cbrt(mass * (period / YEAR) ** 2)),
      `the semi-major axis in thousandths of an astronomical unit of a planet with a period of ${write(period)} days around a star of ${mass} solar masses (years of ${YEAR} days), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [inner, outer] = integersOf(random, [60, 900], [100, 5_000]);
    if (Math.abs(inner - outer) < 40) return [Number.NaN, ""];
    return [
      rounded((10 * inner * outer) / Math.abs(inner - outer)),
      `the synodic period in tenths of a day of two planets that orbit a star in the same direction in ${write(inner)} and ${outer} days, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [axis, percent] = integersOf(random, [50, 900], [60, 150]);
    const distance = Math.round((axis * percent) / 100);
    return [
      rounded(1_000 * Math.sqrt(SUN_GM * (2 / distance - 1 / axis))),
      `the speed in metres per second of a body ${distance} million kilometres from the Sun in an orbit with a semi-major axis of ${write(axis)} million kilometres (${SUN_GM} million cubic kilometres per second squared for the Sun's mass), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [near, further] = integersOf(random, [50, 900], [5, 900]);
    return [
      rounded((100_000 * further) / (2 * near + further)),
      `100000 times the eccentricity of an orbit with ${near} million kilometres at perihelion and ${write(near + further)} million kilometres at aphelion, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [mean, percent] = integersOf(random, [5, 175], [5, 80]);
    let anomaly = Math.PI;
    for (let i = 0; i < 60; i++)
      anomaly -=
        (anomaly - (percent / 100) * Math.sin(anomaly) - (mean * Math.PI) / 180) / (1 - (percent / 100) * Math.cos(anomaly));
    return [
      rounded((180_000 * anomaly) / Math.PI),
      `the eccentric anomaly in thousandths of a degree by Kepler's equation at a mean anomaly of ${write(mean)} degrees and an eccentricity of ${percent / 100}, ${ROUNDED}`
    ];
  }
];

const light: readonly Quantity[] = [
  (random, write) => {
    const [one, other] = integersOf(random, [-100, 900], [-100, 900]);
    return [
      rounded(-2_500 * Math.log10(10 ** (-one / 250) + 10 ** (-other / 250))),
      `the magnitude in thousandths of two stars together that have ${write(one)} and ${other} hundredths of a magnitude, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [faint, bright] = integersOf(random, [300, 900], [-100, 250]);
    return [
      rounded(100 * 10 ** ((faint - bright) / 250)),
      `100 times the number of times that a star of ${bright} hundredths of a magnitude is as bright as one of ${write(faint)} hundredths, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const kelvin = random.integer(40, 9_000);
    return [
      rounded((10 * WIEN) / kelvin),
      `the wavelength in tenths of a nanometre at which a black body of ${write(kelvin)} kelvins radiates most per wavelength (Wien's constant ${WIEN} nanometre kelvins), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [kelvin, radius] = [random.integer(2_500, 20_000), random.integer(3, 60) / 10];
    return [
      rounded(1_000 * radius ** 2 * (kelvin / SUN_KELVIN) ** 4),
      `the luminosity in thousandths of the Sun's of a star with ${radius} solar radii and an effective temperature of ${write(kelvin)} kelvins (the Sun ${SUN_KELVIN}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [mirror, wave] = integersOf(random, [300, 6_000], [380, 900]);
    return [
      rounded((1.22 * wave * ARC_SECONDS) / mirror),
      `the resolution in millionths of an arcsecond by Rayleigh's criterion (factor 1.22) of a telescope of ${write(mirror)} millimetres at ${wave} nanometres (${ARC_SECONDS} arcseconds in a radian), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [kelvin, radius, distance, albedo] = integersOf(random, [2_500, 9_000], [200, 2_000], [20, 900], [5, 80]);
    return [
      rounded(100 * kelvin * Math.sqrt(radius / 2_000 / distance) * (1 - albedo / 100) ** 0.25),
      `the equilibrium temperature in hundredths of a kelvin of a planet that turns fast, with a Bond albedo of ${albedo} percent, ${distance} million kilometres from a star of ${write(kelvin)} kelvins and ${radius} thousand kilometres of radius, ${ROUNDED}`
    ];
  }
];

const distances: readonly Quantity[] = [
  (random, write) => {
    const parallax = random.integer(2, 900);
    return [
      rounded((100_000 * LIGHT_YEARS) / parallax),
      `the distance in hundredths of a light year of a star with a parallax of ${write(parallax)} thousandths of an arcsecond (${LIGHT_YEARS} light years in a parsec), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [apparent, absolute] = integersOf(random, [200, 1_500], [-500, 900]);
    return [
      rounded(100 * 10 ** ((apparent - absolute + 500) / 500)),
      `the distance in hundredths of a parsec, without extinction, of a star with an apparent magnitude of ${write(apparent)} hundredths and an absolute one of ${absolute} hundredths, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [motion, parsecs] = integersOf(random, [5, 900], [2, 200]);
    return [
      rounded(PROPER * motion * parsecs),
      `the tangential speed in metres per second of a star with a proper motion of ${write(motion)} thousandths of an arcsecond a year at ${parsecs} parsecs (${PROPER} kilometres per second for an astronomical unit a year), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [shift, hubble] = integersOf(random, [5, 3_000], [66, 75]);
    return [
      rounded((1_000 * LIGHT * shift) / 65_628 / hubble),
      `the distance in kiloparsecs by Hubble's law with ${hubble} kilometres per second and megaparsec of a galaxy whose line at rest at 656.28 nanometres is shifted to the red by ${write(shift)} hundredths of a nanometre (speed as light's, ${LIGHT} kilometres per second, times redshift), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [rest, more] = integersOf(random, [100, 700], [5, 900]);
    const ratio = (rest + more) / rest;
    return [
      rounded((LIGHT * (ratio ** 2 - 1)) / (ratio ** 2 + 1)),
      `the radial speed in kilometres per second by the relativistic Doppler effect of a source whose line at rest at ${rest} nanometres is observed at ${write(rest + more)} nanometres (light ${LIGHT} kilometres per second), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [arc, distance] = integersOf(random, [2, 400], [50, 900]);
    return [
      rounded((1e6 * distance * arc) / ARC_SECONDS),
      `the diameter in kilometres of a body that appears ${write(arc)} arcseconds wide at a distance of ${distance} million kilometres (${ARC_SECONDS} arcseconds in a radian), ${ROUNDED}`
    ];
  },
  (random, write) => {
    // Benedict et al. 2007, Astron J 133:1810.
    const [days, magnitude] = integersOf(random, [3, 60], [200, 1_200]);
    const absolute = -2.43 * (Math.log10(days) - 1) - 4.05;
    return [
      rounded(10 ** ((magnitude / 100 - absolute + 5) / 5)),
      `the distance in parsecs, without extinction, of a Cepheid with a period of ${write(days)} days and a magnitude of ${magnitude} hundredths, if the absolute magnitude is -2.43 (lg p - 1) - 4.05 for p days, ${ROUNDED}`
    ];
  }
];

const bodies: readonly Quantity[] = [
  (random, write) => {
    const [mass, radius] = integersOf(random, [2, 900], [4_000, 30_000]);
    return [
      rounded(1_000 * Math.sqrt((2 * EARTH_GM * mass) / 100 / radius)),
      `the escape speed in metres per second of a planet with ${write(mass)} hundredths of the Earth's mass and a radius of ${radius} kilometres (${EARTH}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [mass, radius] = integersOf(random, [2, 900], [4_000, 30_000]);
    return [
      rounded((1e6 * EARTH_GM * mass) / 100 / radius ** 2),
      `the acceleration in millimetres per second squared at the surface of a planet with ${mass} hundredths of the Earth's mass and a radius of ${write(radius)} kilometres (${EARTH}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const height = random.integer(200, 40_000);
    return [
      rounded(2 * Math.PI * Math.sqrt((EARTH_RADIUS + height) ** 3 / EARTH_GM)),
      `the period in seconds of a satellite in a circular orbit ${write(height)} kilometres above the Earth (radius ${EARTH_RADIUS} kilometres, ${EARTH}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [radius, dense, light] = integersOf(random, [1_000, 90_000], [600, 6_000], [300, 4_000]);
    return [
      rounded(2.44 * radius * Math.cbrt(dense / light)),
      `the Roche limit in kilometres, with the factor 2.44 for fluid bodies, around a planet with a radius of ${write(radius)} kilometres and ${dense} kilograms per cubic metre, for a moon with ${light} kilograms per cubic metre, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [mass, radius] = integersOf(random, [500, 90_000], [500, 6_000]);
    const density = (1e11 * mass) / ((4 / 3) * Math.PI * radius ** 3);
    if (density > 9_000) return [Number.NaN, ""];
    return [
      rounded(density),
      `the mean density in kilograms per cubic metre of a ball of ${write(mass)} times 10^20 kilograms with a radius of ${radius} kilometres, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [axis, mass] = integersOf(random, [20, 900], [2, 5_000]);
    return [
      rounded(1_000 * axis * Math.cbrt(mass / 3e6)),
      `the radius in thousands of kilometres of the Hill sphere of a planet on a circle of ${write(axis)} million kilometres around a star, if the planet has ${mass} millionths of the star's mass, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const mass = random.integer(60, 900);
    return [
      rounded(10_000 * (mass / 100) ** -2.5),
      `the time in millions of years on the main sequence of a star of ${write(mass)} hundredths of the Sun's mass, if it is 10000 million years for the Sun and proportional to mass to the power of -2.5, ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const ASTRONOMY_OPENING = "Answer this question of astronomy.";

export const astronomy = chained({
  name: "zen-astronomy",
  version: 1,
  summary: "Orbits, light, distances and bodies by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Astronomy",
  opening: ASTRONOMY_OPENING,
  families: {orbits, light, distances, bodies},
  // With the 20 cells 6,000 in all.
  size: 300
});
