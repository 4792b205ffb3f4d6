import {
  type ConsumptionModel,
  type CurveStep,
  createConsumptionModel,
  type FlatConsumption,
  findDefaultVehicle,
  type PhysicalVehicle,
  type TravelProfile,
} from '@fairway/road'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { RoutingFailure } from '../api/failures.ts'
import { type ElectricFields, electricDefaults } from './schemas.ts'

/** Validated electric vehicle. */
export interface ElectricQuery {
  readonly batteryKwh: number
  readonly startKwh: number
  readonly minKwh: number
  readonly arriveKwh: number
  readonly consumption: ConsumptionModel
  readonly connectors: readonly string[]
  readonly maxDirectKw: number
  readonly maxAlternatingKw: number
  readonly curve: readonly CurveStep[]
  readonly stopSeconds: number
  readonly usesRestricted: boolean
  readonly usesUnknown: boolean
}

/** Default charging curve, typical of cars: share of the maximum power by share of the battery. */
const defaultCurve = [
  { share: 0, power: 1 },
  { share: 0.5, power: 0.75 },
  { share: 0.7, power: 0.5 },
  { share: 0.8, power: 0.3 },
  { share: 0.9, power: 0.125 },
] as const

const physicalFields = [
  'mass_kg',
  'drag_coefficient',
  'frontal_area_m2',
  'rolling_resistance',
  'drivetrain_efficiency',
  'auxiliary_kw',
] as const

/** Reads the electric vehicle. Missing physical values are those of a typical vehicle of the profile. */
export function readElectric(fields: ElectricFields, profile: TravelProfile): Result<ElectricQuery, RoutingFailure> {
  const problem = findProblem(fields)
  if (problem) return fail({ kind: 'electric-vehicle', ...problem })
  const { battery_kwh: batteryKwh, max_charge_kw: maxDirectKw = electricDefaults.maxChargeKw } = fields
  const toKwh = (pct: number): number => (pct / 100) * batteryKwh
  const minPct = fields.min_pct ?? electricDefaults.minPct
  return ok({
    batteryKwh,
    startKwh: toKwh(fields.charge_pct ?? electricDefaults.chargePct),
    minKwh: toKwh(minPct),
    arriveKwh: toKwh(Math.max(minPct, fields.arrive_pct ?? minPct)),
    consumption: createConsumptionModel(
      toVehicle(fields, profile),
      fields.temperature_c ?? electricDefaults.temperatureC,
    ),
    connectors: fields.connectors ?? electricDefaults.connectors,
    maxDirectKw,
    maxAlternatingKw: fields.max_ac_charge_kw ?? electricDefaults.maxAcChargeKw,
    curve: fields.curve
      ? fields.curve.map(({ from_pct, kw }) => ({ fromKwh: toKwh(from_pct), kw }))
      : defaultCurve.map(({ share, power }) => ({ fromKwh: share * batteryKwh, kw: power * maxDirectKw })),
    stopSeconds: 60 * (fields.stop_min ?? electricDefaults.stopMinutes),
    usesRestricted: fields.restricted_stations ?? false,
    usesUnknown: fields.unknown_connectors ?? false,
  })
}

interface Problem {
  readonly field: string
  readonly given: string
  readonly allowed: string
}

/** Finds contradictions that the schema cannot express. */
function findProblem(fields: ElectricFields): Problem | undefined {
  const { charge_pct = electricDefaults.chargePct, min_pct = electricDefaults.minPct, arrive_pct, curve } = fields
  if (min_pct >= 100) return { field: 'min_pct', given: String(min_pct), allowed: 'less than 100' }
  if (charge_pct < min_pct) {
    return { field: 'charge_pct', given: String(charge_pct), allowed: `at least min_pct, which is ${min_pct}` }
  }
  if (arrive_pct !== undefined && arrive_pct < min_pct) {
    return { field: 'arrive_pct', given: String(arrive_pct), allowed: `at least min_pct, which is ${min_pct}` }
  }
  const physical = physicalFields.find((field) => fields[field] !== undefined)
  if (fields.consumption_kwh_per_100km !== undefined && physical !== undefined) {
    const allowedText = 'omitted when consumption_kwh_per_100km is given'
    return { field: physical, given: String(fields[physical]), allowed: allowedText }
  }
  return curve && findCurveProblem(curve)
}

function findCurveProblem(curve: NonNullable<ElectricFields['curve']>): Problem | undefined {
  const first = curve[0]?.from_pct ?? 0
  if (first !== 0)
    return { field: 'curve[0].from_pct', given: String(first), allowed: '0, so that it covers all charges' }
  for (const [index, { from_pct }] of curve.entries()) {
    const previousPercent = curve[index - 1]?.from_pct
    if (previousPercent !== undefined && from_pct <= previousPercent) {
      return {
        field: `curve[${index}].from_pct`,
        given: String(from_pct),
        allowed: `more than ${previousPercent}, the step before it`,
      }
    }
  }
  return undefined
}

function toVehicle(fields: ElectricFields, profile: TravelProfile): PhysicalVehicle | FlatConsumption {
  if (fields.consumption_kwh_per_100km !== undefined) return { kwhPer100Km: fields.consumption_kwh_per_100km }
  const typicalVehicle = findDefaultVehicle(profile)
  return {
    massKg: fields.mass_kg ?? typicalVehicle.massKg,
    dragCoefficient: fields.drag_coefficient ?? typicalVehicle.dragCoefficient,
    frontalAreaM2: fields.frontal_area_m2 ?? typicalVehicle.frontalAreaM2,
    rollingResistance: fields.rolling_resistance ?? typicalVehicle.rollingResistance,
    drivetrainEfficiency: fields.drivetrain_efficiency ?? typicalVehicle.drivetrainEfficiency,
    auxiliaryKw: fields.auxiliary_kw ?? typicalVehicle.auxiliaryKw,
  }
}
