import { Type } from 'typebox'
import { PointSchema } from '../../../../platform/http/schemas.ts'
import { MAX_KM, MAX_MINUTES } from '../limits.ts'

const MAX_TRIPS = 20
const MAX_DEPOTS = 20

const Depot = Type.Unsafe<number[] | number>({
  anyOf: [PointSchema(), { type: 'integer', minimum: 0 }],
  description: 'A Point or a stop number.',
  'x-demand': 'be [latitude, longitude], or a stop number',
})

/** Schemas of the fields for several trips per vehicle with reloads in between. */
export const tripFields = {
  max_trips: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TRIPS,
      description:
        'Maximum number of trips per vehicle. Between two trips, the vehicle reloads at one of its depots; `capacity` limits each trip. Default: 1.',
    }),
  ),
  range_km: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_KM,
      description:
        'Kilometers that a vehicle can drive on one charge. The vehicle starts fully charged and is charged at each reload between two stops, so this value limits each trip. Default: no limit.',
    }),
  ),
  reload_min: Type.Optional(
    Type.Number({ minimum: 0, maximum: MAX_MINUTES, description: 'Duration of a reload in minutes. Default: 0.' }),
  ),
  depots: Type.Optional(
    Type.Array(Depot, {
      minItems: 1,
      maxItems: MAX_DEPOTS,
      description: 'Where a vehicle may reload: Points or stop numbers. Default: where the vehicle starts.',
    }),
  ),
}
