// The benchmark ZenPhysics: mechanics, electricity, heat and waves by calculation, linked into chains of up to nine quantities. Constants are
// stated in the questions.
import {chained, type Quantity, ROUNDED, rounded} from "../chained.js";

const GRAVITY = 9.8; // m/s², as the questions state
const GAS = 8.314; // J/(mol K), CODATA 2018 to four digits, as the questions state
const FALL = `take g = ${GRAVITY} metres per second squared`;

const mechanics: readonly Quantity[] = [
  (random, write) => {
    const height = random.integer(5, 900);
    return [
      rounded(100 * Math.sqrt(2 * GRAVITY * height)),
      `the speed in centimetres per second of a body that has fallen ${write(height)} metres from rest without air resistance (${FALL}), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [mass, speed] = [random.integer(2, 400), random.integer(3, 60)];
    return [
      rounded((mass * speed ** 2) / 2),
      `the kinetic energy in joules of a body with a mass of ${mass} kilograms at ${write(speed)} metres per second, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [one, other, fast, slow] = [
      random.integer(1, 60),
      random.integer(1, 60),
      random.integer(5, 90),
      random.integer(-40, 4)
    ];
    return [
      rounded((100 * (one * fast + other * slow)) / (one + other)),
      `the common velocity in centimetres per second of two bodies that stick together when they collide, of ${one} kilograms at ${write(fast)} metres per second and of ${other} kilograms at ${slow} metres per second along the same line, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [speed, brake, reaction] = [random.integer(8, 60), random.integer(2, 9), random.integer(2, 15)];
    return [
      rounded(100 * ((speed * reaction) / 10 + speed ** 2 / 2 / brake)),
      `the distance in centimetres in which a car at ${write(speed)} metres per second stops if the driver reacts after ${reaction / 10} seconds and the brakes slow it by ${brake} metres per second squared, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [mass, other] = [random.integer(2, 60), random.integer(2, 60)];
    if (mass === other) return [Number.NaN, ""];
    return [
      rounded((1_000 * GRAVITY * Math.abs(mass - other)) / (mass + other)),
      `the acceleration in millimetres per second squared of two bodies of ${write(mass)} and ${other} kilograms that hang on both sides of a light pulley without friction (${FALL}), ${ROUNDED}`
    ];
  }
];

const electricity: readonly Quantity[] = [
  (random, write) => {
    const [one, other, more] = [random.integer(5, 900), random.integer(5, 900), random.integer(2, 300)];
    return [
      rounded(1_000 * (more + (one * other) / (one + other))),
      `the resistance in milliohms of ${more} ohms in series with a parallel pair of ${write(one)} and ${other} ohms, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [volts, ohms] = [random.integer(5, 400), random.integer(20, 900)];
    return [
      rounded((1_000 * volts ** 2) / ohms),
      `the power in milliwatts that a resistor of ${ohms} ohms takes at ${write(volts)} volts, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [micro, volts] = [random.integer(2, 200), random.integer(10, 90)];
    return [
      rounded((micro * volts ** 2) / 2),
      `the energy in microjoules of a capacitor of ${micro} microfarads charged to ${write(volts)} volts, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [volts, inner, outer] = [random.integer(2, 240), random.integer(2, 40), random.integer(5, 400)];
    return [
      rounded((1_000 * volts * outer) / (inner + outer)),
      `the voltage in millivolts across a load of ${write(outer)} ohms on a source of ${volts} volts with an internal resistance of ${inner} ohms, ${ROUNDED}`
    ];
  }
];

const heat: readonly Quantity[] = [
  (random, write) => {
    const [cold, hot, low, high] = [
      random.integer(50, 900),
      random.integer(50, 900),
      random.integer(1, 40),
      random.integer(45, 99)
    ];
    return [
      rounded((1_000 * (cold * low + hot * high)) / (cold + hot)),
      `the temperature in thousandths of a degree Celsius of a mixture of ${write(cold)} grams of water at ${low} degrees and ${hot} grams of water at ${high} degrees, without losses, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [grams, warming, metal] = [random.integer(20, 900), random.integer(5, 90), random.pick([0.385, 0.449, 0.897, 4.18])];
    return [
      rounded(grams * warming * metal),
      `the heat in joules that warms ${write(grams)} grams of a substance with a specific heat of ${metal} joules per gram and kelvin by ${warming} kelvins, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [moles, kelvin, litres] = [random.integer(2, 20), random.integer(200, 900), random.integer(5, 300)];
    return [
      rounded((moles * GAS * kelvin) / litres),
      `the pressure in kilopascals of ${moles} moles of an ideal gas in ${litres} litres at ${write(kelvin)} kelvins (gas constant ${GAS} joules per mole and kelvin), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [cold, more, joules] = [random.integer(200, 400), random.integer(20, 900), random.integer(50, 9_000)];
    return [
      rounded((joules * more) / (cold + more)),
      `the greatest work in joules that a heat engine between ${cold} and ${cold + more} kelvins can do with ${write(joules)} joules from the hot side, ${ROUNDED}`
    ];
  }
];

const waves: readonly Quantity[] = [
  (random, write) => {
    const [focus, object] = [random.integer(20, 300), random.integer(320, 2_000)];
    return [
      rounded((100 * focus * object) / (object - focus)),
      `the distance in hundredths of a millimetre from a thin lens with a focal length of ${focus} millimetres to the image of an object at ${write(object)} millimetres, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [pitch, speed] = [random.integer(100, 2_000), random.integer(5, 90)];
    const nearer = random.chance(0.5);
    return [
      rounded((10 * pitch * 340) / (340 + (nearer ? -speed : speed))),
      `the frequency in tenths of a hertz at which a listener at rest hears a source of ${write(pitch)} hertz that ${nearer ? "comes nearer" : "moves away"} at ${speed} metres per second (speed of sound 340 metres per second), ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [length, speed, harmonic] = [random.integer(20, 300), random.integer(80, 600), random.integer(2, 7)];
    return [
      rounded((1_000 * harmonic * speed) / 2 / length),
      `the frequency in tenths of a hertz of harmonic ${harmonic} of a string of ${length} centimetres, fixed at both ends, on which waves travel at ${write(speed)} metres per second, ${ROUNDED}`
    ];
  },
  (random, write) => {
    const [lines, order, nano] = [random.integer(50, 300), random.integer(1, 3), random.integer(400, 700)];
    const metres = random.integer(2, 5);
    const sine = lines * 1e3 * order * nano * 1e-9;
    return [
      rounded((1_000 * metres * sine) / Math.sqrt(1 - sine ** 2)),
      `the distance in millimetres from the middle to the maximum of order ${order} on a flat screen ${metres} metres from a grating of ${lines} lines per millimetre, for light of ${write(nano)} nanometres, ${ROUNDED}`
    ];
  }
];

/** The words that begin every question. */
export const PHYSICS_OPENING = "Answer this question of physics.";

export const physics = chained({
  name: "zen-physics",
  version: 2,
  summary: "Mechanics, electricity, heat and waves by calculation, linked into chains of up to nine quantities.",
  domain: "Academic knowledge",
  category: "Physics",
  opening: PHYSICS_OPENING,
  families: {mechanics, electricity, heat, waves},
  // With the 20 cells 6,000 in all.
  size: 300
});
