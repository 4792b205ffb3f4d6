import { connectorKinds, defaultElectricCar } from '@fairway/road'
import { type Static, Type } from 'typebox'
import { InstantSchema, listLiterals, OneOfSchema, PointSchema } from '../../../../platform/http/schemas.ts'
import { connectorByWord, usualConnectorWords } from './connector-words.ts'

const MAX_BATTERY_KWH = 2000
const MAX_CURVE_STEPS = 20
const connectorNames = connectorKinds.map(({ name }) => name)

export const electricDefaults = {
  chargePct: 100,
  minPct: 10,
  maxChargeKw: 100,
  maxAcChargeKw: 11,
  stopMinutes: 5,
  temperatureC: 20,
  connectors: ['type2_combo', 'type2'],
} as const

const Numeric = (minimum: number, maximum: number, description: string, fallback?: number) =>
  Type.Optional(
    Type.Number({ minimum, maximum, description, ...(fallback === undefined ? {} : { default: fallback }) }),
  )
const Percent = (description: string, fallback?: number) => Numeric(0, 100, description, fallback)

const physical = defaultElectricCar
/** Creates a schema without a default, because a filled-in value would contradict consumption_kwh_per_100km. */
const Physical = (minimum: number, maximum: number, description: string, fallback: number) =>
  Numeric(minimum, maximum, `${description} Default for a car: ${fallback}.`)

/** Schema of the electric vehicle in a route request. */
export const ElectricVehicle = Type.Object(
  {
    battery_kwh: Type.Number({
      minimum: 0.1,
      maximum: MAX_BATTERY_KWH,
      description: 'Usable battery capacity in kilowatt-hours.',
    }),
    charge_pct: Percent('Charge at the start.', electricDefaults.chargePct),
    min_pct: Percent('The charge never falls below this value during the trip.', electricDefaults.minPct),
    arrive_pct: Percent('Minimum charge at the destination. Default: `min_pct`.'),
    consumption_kwh_per_100km: Numeric(
      0.1,
      1000,
      'Mean consumption, which is used instead of the physical values and does not depend on the speed.',
    ),
    mass_kg: Physical(100, 100_000, 'Mass in kilograms, including the load.', physical.massKg),
    drag_coefficient: Physical(0.05, 3, 'Drag coefficient.', physical.dragCoefficient),
    frontal_area_m2: Physical(0.2, 20, 'Frontal area in square meters.', physical.frontalAreaM2),
    rolling_resistance: Physical(0.001, 0.1, 'Coefficient of rolling resistance.', physical.rollingResistance),
    drivetrain_efficiency: Physical(
      0.2,
      1,
      'Fraction of the battery energy that reaches the wheels, after all losses, including those from braking.',
      physical.drivetrainEfficiency,
    ),
    auxiliary_kw: Physical(
      0,
      20,
      'Power in kilowatts drawn by everything except the motor and the climate control.',
      physical.auxiliaryKw,
    ),
    temperature_c: Numeric(
      -60,
      60,
      'Outside temperature in degrees Celsius. The vehicle is heated below 18 °C and cooled above 24 °C. Cold air also increases drag.',
      electricDefaults.temperatureC,
    ),
    connectors: Type.Optional(
      Type.Array(OneOfSchema(connectorNames, { 'x-words': connectorByWord, 'x-ignores-case': true }), {
        minItems: 1,
        maxItems: connectorNames.length,
        default: [...electricDefaults.connectors],
        description: `Socket types that fit the vehicle, by their OpenStreetMap names or by a usual name: ${listLiterals(usualConnectorWords)}. Upper and lower case are the same. \`ccs\` means \`ccs2\` (\`type2_combo\`).`,
      }),
    ),
    max_charge_kw: Numeric(
      0.5,
      5000,
      'Maximum charging power in kilowatts with direct current (DC).',
      electricDefaults.maxChargeKw,
    ),
    max_ac_charge_kw: Numeric(
      0.5,
      500,
      'Maximum charging power in kilowatts with alternating current (AC).',
      electricDefaults.maxAcChargeKw,
    ),
    curve: Type.Optional(
      Type.Array(
        Type.Object({
          from_pct: Type.Number({ minimum: 0, maximum: 100, description: 'The charge at which the step begins.' }),
          kw: Type.Number({
            minimum: 0.1,
            maximum: 5000,
            description: 'Charging power in kilowatts from this charge up to the next step.',
          }),
        }),
        {
          minItems: 1,
          maxItems: MAX_CURVE_STEPS,
          description:
            'Charging power at each charge level, as a list of steps in ascending order that starts at 0. Default: `max_charge_kw` up to 50 %, then falling to one eighth of `max_charge_kw` at 90 % and above.',
        },
      ),
    ),
    stop_min: Numeric(0, 120, 'Minutes that each stop takes in addition to charging.', electricDefaults.stopMinutes),
    restricted_stations: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to include stations that are not open to the public, such as those with `access=private` or `access=customers`.',
      }),
    ),
    unknown_connectors: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to include stations whose sockets are not mapped; these are assumed to have 11 kW `type2` sockets.',
      }),
    ),
  },
  {
    'x-name': 'ElectricVehicle',
    description:
      'An electric vehicle. A route includes charging stops at stations on the map, chosen so that driving, stopping and charging take the least time in total; see `energy` in the reply. A matrix contains the energy of trips without charging stops.',
  },
)
export type ElectricFields = Static<typeof ElectricVehicle>

const Pct = (description: string) =>
  Type.Number({ description: `${description}, as a percentage of the battery capacity.` })

const StationReply = Type.Object({
  id: Type.String({ description: 'The OpenStreetMap element, such as `node/123`; empty if unknown.' }),
  name: Type.Optional(Type.String()),
  operator: Type.Optional(Type.String()),
  at: PointSchema(),
  connector: Type.String({ description: 'The socket to use.' }),
  power_kw: Type.Number({ description: 'Power of the socket.' }),
  capacity: Type.Optional(Type.Integer({ description: 'Number of vehicles that can charge at the same time.' })),
  opening_hours: Type.Optional(Type.String()),
  access: Type.Optional(Type.String()),
  fee: Type.Optional(Type.String()),
})

/** Schema of the energy of a route. */
export const EnergyReply = Type.Object(
  {
    battery_kwh: Type.Number(),
    start_pct: Pct('Charge at the start'),
    end_pct: Pct('Charge at the destination'),
    min_pct: Pct('The lowest charge during the trip'),
    used_kwh: Type.Number({ description: 'Energy for driving, heating and cooling.' }),
    charged_kwh: Type.Number(),
    driving_min: Type.Number({ description: 'The part of `eta_min` spent driving.' }),
    charging_min: Type.Number({
      description: 'The part of `eta_min` spent at charging stations, including `stop_min` for each stop.',
    }),
    stops: Type.Array(
      Type.Object({
        leg: Type.Integer({ description: 'Index of the leg that ends at the station, counted from 0.' }),
        station: StationReply,
        arrive_at: InstantSchema('When the vehicle arrives at the station.'),
        depart_at: InstantSchema('When the vehicle leaves the station.'),
        arrive_pct: Pct('Charge on arrival'),
        depart_pct: Pct('Charge on departure'),
        charged_kwh: Type.Number(),
        charging_min: Type.Number({ description: 'Charging time, excluding `stop_min`.' }),
      }),
      { description: 'Charging stops, in order.' },
    ),
    legs: Type.Array(
      Type.Object({
        start_pct: Pct('Charge at the start of the leg'),
        end_pct: Pct('Charge at the end of the leg'),
        used_kwh: Type.Number(),
      }),
      {
        description: 'One entry for each leg.',
      },
    ),
  },
  {
    description:
      'Present only for electric vehicles. `eta_min`, `legs` and `steps` include the time at charging stations.',
  },
)
export type EnergyFields = Static<typeof EnergyReply>
