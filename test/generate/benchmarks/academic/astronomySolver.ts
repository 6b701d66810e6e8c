// Second solver of ZenAstronomy: laws of motion and radiation by bisection and small steps, fluxes and logarithms in another base.
import {ASTRONOMY_OPENING} from "../../../../pipelines/generate/benchmarks/academic/astronomy.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

const whole = (value: number): number => Math.round(value) + 0;
/** A hundred times as bright is five magnitudes; in hundredths of a magnitude. */
const fluxOf = (hundredths: number): number => Math.exp((-hundredths * Math.log(100)) / 500);
const cube = (x: number): number => x * x * x;
/** Distance in parsecs at which a star of an absolute magnitude has an apparent one, both in hundredths. */
const parsecsOf = (apparent: number, absolute: number): number =>
  10 * bisect(times => fluxOf(apparent) - fluxOf(absolute) / times ** 2, 1e-4, 1e7);
const EARTH = "(# cubic kilometres per second squared for the Earth's mass)";

const METHODS: readonly (readonly [phrase: string, work: (numbers: number[]) => number])[] = [
  [
    "the period in days of a planet with a semi-major axis of # thousandths of an astronomical unit around a star of # solar masses (years of # days)",
    ([axis, mass, year]) => year! * bisect(period => mass! * period ** 2 - cube(axis! / 1_000), 0, 1e4)
  ],
  [
    "the semi-major axis in thousandths of an astronomical unit of a planet with a period of # days around a star of # solar masses (years of # days)",
    ([period, mass, year]) => bisect(axis => cube(axis / 1_000) - mass! * (period! / year!) ** 2, 0, 1e6)
  ],
  [
    "the synodic period in tenths of a day of two planets that orbit a star in the same direction in # and # days",
    // The faster one gains one turn.
    ([one, other]) => 10 * bisect(time => Math.abs(time / one! - time / other!) - 1, 0, 1e6)
  ],
  [
    "the speed in metres per second of a body # million kilometres from the Sun in an orbit with a semi-major axis of # million kilometres (# million cubic kilometres per second squared for the Sun's mass)",
    // From the energy, which is that of a circle with the axis as its radius.
    ([distance, axis, mass]) => 1_000 * bisect(speed => speed ** 2 / 2 - mass! / distance! + mass! / 2 / axis!, 0, 1e4)
  ],
  [
    "100000 times the eccentricity of an orbit with # million kilometres at perihelion and # million kilometres at aphelion",
    ([near, far]) => bisect(e => near! * (1e5 + e) - far! * (1e5 - e), 0, 1e5)
  ],
  [
    "the eccentric anomaly in thousandths of a degree by Kepler's equation at a mean anomaly of # degrees and an eccentricity of #",
    ([mean, e]) =>
      bisect(anomaly => anomaly - e! * Math.sin((anomaly * Math.PI) / 180e3) * (180e3 / Math.PI) - 1_000 * mean!, 0, 180e3)
  ],
  [
    "the magnitude in thousandths of two stars together that have # and # hundredths of a magnitude",
    ([one, other]) => 10 * bisect(both => fluxOf(one!) + fluxOf(other!) - fluxOf(both), -2_000, 2_000)
  ],
  [
    "100 times the number of times that a star of # hundredths of a magnitude is as bright as one of # hundredths",
    ([bright, faint]) => (100 * fluxOf(bright!)) / fluxOf(faint!)
  ],
  [
    "the wavelength in tenths of a nanometre at which a black body of # kelvins radiates most per wavelength (Wien's constant # nanometre kelvins)",
    ([kelvin, constant]) => bisect(wave => wave * kelvin! - 10 * constant!, 0, 1e7)
  ],
  [
    "the luminosity in thousandths of the Sun's of a star with # solar radii and an effective temperature of # kelvins (the Sun #)",
    ([radius, kelvin, sun]) => {
      const hotter = kelvin! / sun!;
      return 1_000 * (radius! * hotter * hotter) ** 2;
    }
  ],
  [
    "the resolution in millionths of an arcsecond by Rayleigh's criterion (factor #) of a telescope of # millimetres at # nanometres (# arcseconds in a radian)",
    // In metres and radians.
    ([factor, mirror, wave, arc]) => ((factor! * (wave! / 1e9)) / (mirror! / 1e3)) * arc! * 1e6
  ],
  [
    "the equilibrium temperature in hundredths of a kelvin of a planet that turns fast, with a Bond albedo of # percent, # million kilometres from a star of # kelvins and # thousand kilometres of radius",
    // As much is radiated by the sphere as its disc takes up.
    ([albedo, distance, kelvin, radius]) => {
      const absorbed = (1 - albedo! / 100) * kelvin! ** 4 * (radius! / 1_000 / distance!) ** 2;
      return 100 * bisect(t => 4 * t ** 4 - absorbed, 0, kelvin!);
    }
  ],
  [
    "the distance in hundredths of a light year of a star with a parallax of # thousandths of an arcsecond (# light years in a parsec)",
    ([parallax, years]) => bisect(distance => (distance / 100 / years!) * (parallax! / 1_000) - 1, 0, 1e7)
  ],
  [
    "the distance in hundredths of a parsec, without extinction, of a star with an apparent magnitude of # hundredths and an absolute one of # hundredths",
    ([apparent, absolute]) => 100 * parsecsOf(apparent!, absolute!)
  ],
  [
    "the tangential speed in metres per second of a star with a proper motion of # thousandths of an arcsecond a year at # parsecs (# kilometres per second for an astronomical unit a year)",
    // An arcsecond at a parsec is an astronomical unit.
    ([motion, parsecs, unit]) => (motion! / 1_000) * parsecs! * (unit! * 1_000)
  ],
  [
    "the distance in kiloparsecs by Hubble's law with # kilometres per second and megaparsec of a galaxy whose line at rest at # nanometres is shifted to the red by # hundredths of a nanometre (speed as light's, # kilometres per second, times redshift)",
    ([hubble, rest, shift, light]) => bisect(distance => (hubble! * distance) / 1_000 - (light! * (shift! / 100)) / rest!, 0, 1e7)
  ],
  [
    "the radial speed in kilometres per second by the relativistic Doppler effect of a source whose line at rest at # nanometres is observed at # nanometres (light # kilometres per second)",
    ([rest, seen, light]) => light! * bisect(v => Math.sqrt((1 + v) / (1 - v)) - seen! / rest!, 0, 1)
  ],
  [
    "the diameter in kilometres of a body that appears # arcseconds wide at a distance of # million kilometres (# arcseconds in a radian)",
    ([arc, distance, radian]) => bisect(width => (width * radian!) / (distance! * 1e6) - arc!, 0, 1e7)
  ],
  [
    "the distance in parsecs, without extinction, of a Cepheid with a period of # days and a magnitude of # hundredths, if the absolute magnitude is -2.43 (lg p - 1) - 4.05 for p days",
    ([days, magnitude]) => parsecsOf(magnitude!, 243 - (243 * Math.log(days!)) / Math.LN10 - 405)
  ],
  [
    `the escape speed in metres per second of a planet with # hundredths of the Earth's mass and a radius of # kilometres ${EARTH}`,
    // Kinetic energy against potential energy.
    ([mass, radius, earth]) => 1_000 * bisect(speed => (speed ** 2 / 2) * radius! - (earth! * mass!) / 100, 0, 1e3)
  ],
  [
    `the acceleration in millimetres per second squared at the surface of a planet with # hundredths of the Earth's mass and a radius of # kilometres ${EARTH}`,
    // Difference of potential over a kilometre, with the small correction for its height.
    ([mass, radius, earth]) => {
      const [low, high] = [radius! - 0.5, radius! + 0.5];
      const step = (earth! * mass!) / 100 / low - (earth! * mass!) / 100 / high;
      return 1e6 * step * ((low * high) / radius! ** 2);
    }
  ],
  [
    "the period in seconds of a satellite in a circular orbit # kilometres above the Earth (radius # kilometres, # cubic kilometres per second squared for the Earth's mass)",
    ([height, radius, earth]) => {
      const distance = height! + radius!;
      const speed = bisect(v => v ** 2 * distance - earth!, 0, 100);
      return (2 * Math.PI * distance) / speed;
    }
  ],
  [
    "the Roche limit in kilometres, with the factor # for fluid bodies, around a planet with a radius of # kilometres and # kilograms per cubic metre, for a moon with # kilograms per cubic metre",
    ([factor, radius, dense, light]) => bisect(limit => light! * cube(limit / factor! / radius!) - dense!, 0, 1e7)
  ],
  [
    "the mean density in kilograms per cubic metre of a ball of # times 10^20 kilograms with a radius of # kilometres",
    ([mass, radius]) => bisect(density => (density * Math.PI * (radius! * 2e3) ** 3) / 6 / 1e20 - mass!, 0, 1e7)
  ],
  [
    "the radius in thousands of kilometres of the Hill sphere of a planet on a circle of # million kilometres around a star, if the planet has # millionths of the star's mass",
    ([axis, mass]) => bisect(radius => 3e6 * cube(radius / 1_000 / axis!) - mass!, 0, 1e7)
  ],
  [
    "the time in millions of years on the main sequence of a star of # hundredths of the Sun's mass, if it is 10000 million years for the Sun and proportional to mass to the power of -2.5",
    ([mass]) => bisect(time => (time / 1e4) ** 2 * (mass! / 100) ** 5 - 1, 0, 1e7)
  ]
];

export const solveAstronomy = chainedSolver(
  ASTRONOMY_OPENING,
  METHODS.map(([phrase, work]): Method => [`${phrase}, rounded to the nearest whole number`, numbers => whole(work(numbers)), 4])
);
