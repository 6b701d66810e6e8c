// Second solver of ZenPhysics: conservation laws by bisection, sums over small parts and circuit by current, instead of the closed formulas.
import {PHYSICS_OPENING} from "../../../../pipelines/generate/benchmarks/academic/physics.js";
import {bisect} from "../quality/bisect.js";
import {chainedSolver, type Method} from "../quality/chainedSolver.js";

/** Integral of a linear function, by the middles of parts. */
function sumOf(f: (x: number) => number, from: number, to: number, parts = 64): number {
  const width = (to - from) / parts;
  return Array.from({length: parts}, (_, i) => f(from + (i + 0.5) * width) * width).reduce((a, b) => a + b, 0);
}
const whole = (value: number): number => Math.round(value) + 0;
const END = ", rounded to the nearest whole number";

const METHODS: readonly (readonly [phrase: string, work: (numbers: number[], texts: string[]) => number])[] = [
  [
    "the speed in centimetres per second of a body that has fallen # metres from rest without air resistance (take g = # metres per second squared)",
    ([height, g]) => {
      const time = bisect(t => sumOf(x => g! * x, 0, t) - height!, 0, 1_000);
      return 100 * g! * time;
    }
  ],
  [
    "the kinetic energy in joules of a body with a mass of # kilograms at # metres per second",
    ([mass, speed]) => sumOf(v => mass! * v, 0, speed!)
  ],
  [
    "the common velocity in centimetres per second of two bodies that stick together when they collide, of # kilograms at # metres per second and of # kilograms at # metres per second along the same line",
    ([m, v, n, w]) => 100 * bisect(u => m! * (u - v!) + n! * (u - w!), -1_000, 1_000)
  ],
  [
    "the distance in centimetres in which a car at # metres per second stops if the driver reacts after # seconds and the brakes slow it by # metres per second squared",
    ([speed, reaction, brake]) => 100 * (sumOf(() => speed!, 0, reaction!) + sumOf(t => speed! - brake! * t, 0, speed! / brake!))
  ],
  [
    "the acceleration in millimetres per second squared of two bodies of # and # kilograms that hang on both sides of a light pulley without friction (take g = # metres per second squared)",
    // The tension is the same on both sides.
    ([m, n, g]) => {
      const [heavy, light] = [Math.max(m!, n!), Math.min(m!, n!)];
      return 1_000 * bisect(a => light * (g! + a) - heavy * (g! - a), 0, 20);
    }
  ],
  [
    "the resistance in milliohms of # ohms in series with a parallel pair of # and # ohms",
    ([more, one, other]) => 1_000 * (more! + 1 / (1 / one! + 1 / other!))
  ],
  ["the power in milliwatts that a resistor of # ohms takes at # volts", ([ohms, volts]) => 1_000 * volts! * (volts! / ohms!)],
  [
    "the energy in microjoules of a capacitor of # microfarads charged to # volts",
    // Work on each part of the charge.
    ([micro, volts]) => sumOf(charge => charge / micro!, 0, micro! * volts!)
  ],
  [
    "the voltage in millivolts across a load of # ohms on a source of # volts with an internal resistance of # ohms",
    ([load, volts, inner]) => 1_000 * bisect(u => u / load! - (volts! - u) / inner!, 0, volts!)
  ],
  [
    "the temperature in thousandths of a degree Celsius of a mixture of # grams of water at # degrees and # grams of water at # degrees, without losses",
    ([m, low, n, high]) => 1_000 * bisect(t => m! * (t - low!) - n! * (high! - t), 0, 100)
  ],
  [
    "the heat in joules that warms # grams of a substance with a specific heat of # joules per gram and kelvin by # kelvins",
    ([grams, heat, rise]) => sumOf(() => grams! * heat!, 0, rise!)
  ],
  [
    "the pressure in kilopascals of # moles of an ideal gas in # litres at # kelvins (gas constant # joules per mole and kelvin)",
    // In pascals and cubic metres.
    ([moles, litres, kelvin, constant]) => bisect(p => p * (litres! / 1_000) - moles! * constant! * kelvin!, 0, 1e10) / 1_000
  ],
  [
    "the greatest work in joules that a heat engine between # and # kelvins can do with # joules from the hot side",
    // The entropy that leaves on the cold side is that of the hot side.
    ([cold, hot, joules]) => bisect(work => joules! / hot! - (joules! - work) / cold!, 0, joules!)
  ],
  [
    "the distance in hundredths of a millimetre from a thin lens with a focal length of # millimetres to the image of an object at # millimetres",
    // Newton's form: the distances from the two focal points multiply to the square of the focal length.
    ([focus, object]) => 100 * (focus! + focus! ** 2 / (object! - focus!))
  ],
  [
    "the frequency in tenths of a hertz at which a listener at rest hears a source of # hertz that @ at # metres per second (speed of sound 340 metres per second)",
    ([pitch, speed], [way]) => {
      // Two crests leave a period apart, the second from another place.
      const period = 1 / pitch!;
      const later = period + ((way === "comes nearer" ? -1 : 1) * speed! * period) / 340;
      return 10 / later;
    }
  ],
  [
    "the frequency in tenths of a hertz of harmonic # of a string of # centimetres, fixed at both ends, on which waves travel at # metres per second",
    ([harmonic, length, speed]) => {
      const wavelength = (2 * (length! / 100)) / harmonic!;
      return (10 * speed!) / wavelength;
    }
  ],
  [
    "the distance in millimetres from the middle to the maximum of order # on a flat screen # metres from a grating of # lines per millimetre, for light of # nanometres",
    ([order, metres, lines, nano]) => 1_000 * metres! * Math.tan(Math.asin((order! * nano! * lines!) / 1e6))
  ]
];

export const solvePhysics = chainedSolver(
  PHYSICS_OPENING,
  METHODS.map(([phrase, work]): Method => [`${phrase}${END}`, (numbers, texts) => whole(work(numbers, texts)), 4])
);
