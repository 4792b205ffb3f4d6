import type { Relaxation } from '@fairway/optimizer'
import { Type } from 'typebox'
import { OneOfSchema } from '../../../../platform/http/schemas.ts'
import type { OptimizeQuery } from '../job.ts'
import { toKm, toMinutes } from '../units.ts'

const constraints = ['capacity', 'shift', 'max_min', 'max_km', 'range_km', 'max_stops', 'rules', 'window'] as const
const units = ['amount', 'min', 'km', 'stops'] as const

export const RelaxationsReply = Type.Array(
  Type.Object({
    constraint: OneOfSchema(constraints),
    vehicle: Type.Integer({ description: 'The vehicle that would visit the stop.' }),
    day: Type.Optional(Type.String({ description: 'With `days`: the day on which the vehicle would visit the stop.' })),
    by: Type.Number({ description: 'The amount by which the constraint must be extended.' }),
    unit: OneOfSchema(units),
    dimension: Type.Optional(Type.Integer({ description: 'For `capacity`: the dimension that is exceeded.' })),
  }),
  {
    description:
      'Changes that would make room for the stop in the returned tours. Each change extends a single constraint: a limit of the vehicle, or the nearest time window of the stop. For `rules`, the value is the daily driving time that the rules would have to allow. Each change was verified by inserting the stop.',
  },
)

const replyFieldsByKind = {
  capacity: { constraint: 'capacity', unit: 'amount', convert: (by: number) => by },
  shift: { constraint: 'shift', unit: 'min', convert: toMinutes },
  duration: { constraint: 'max_min', unit: 'min', convert: toMinutes },
  distance: { constraint: 'max_km', unit: 'km', convert: toKm },
  driving: { constraint: 'rules', unit: 'min', convert: toMinutes },
  stops: { constraint: 'max_stops', unit: 'stops', convert: (by: number) => by },
  window: { constraint: 'window', unit: 'min', convert: toMinutes },
} as const

export function toRelaxationReply({ owners, job }: Pick<OptimizeQuery, 'owners' | 'job'>, relaxation: Relaxation) {
  const { unit, convert, constraint: name } = replyFieldsByKind[relaxation.kind]
  const { maxDistance = Number.POSITIVE_INFINITY, range, reloads } = job.fleet.vehicles[relaxation.vehicle] ?? {}
  // Without reloads, the shorter of the two limits applies to the whole tour.
  const hasOneTrip = (reloads?.maxTrips ?? 1) === 1
  const isRange = relaxation.kind === 'distance' && hasOneTrip && range !== undefined && range < maxDistance
  const constraint = isRange ? 'range_km' : name
  const dimension = relaxation.kind === 'capacity' ? { dimension: relaxation.dimension } : {}
  const owner = owners?.[relaxation.vehicle] ?? { vehicle: relaxation.vehicle }
  return { constraint, ...owner, by: convert(relaxation.by), unit, ...dimension }
}
