import { Type } from 'typebox'
import { OneOfSchema, PointSchema } from '../../../../platform/http/schemas.ts'
import { Geometry, Step } from '../../route/api/reply-schemas.ts'
import { geometryFormats, routeOptionFields } from '../../route/api/schemas.ts'

const { language, units } = routeOptionFields

/** Schemas of the options that add lines and steps to the tours of a reply. */
export const lineFields = {
  geometry: Type.Optional(
    OneOfSchema(geometryFormats, {
      default: 'none',
      description:
        'Adds the line of every tour along the roads: `points` (`[[latitude, longitude], …]`), an encoded polyline with a precision of 5 (`polyline`) or 6 decimals (`polyline6`), or `geojson` (which uses `[longitude, latitude]`).',
    }),
  ),
  steps: Type.Optional(Type.Boolean({ default: false, description: 'Adds turn-by-turn steps to every tour.' })),
  language,
  units,
}

const TourLeg = Type.Object({
  stop: Type.Optional(
    Type.Integer({
      description: 'The number of the stop where the leg ends. Omitted if the leg does not end at a stop.',
    }),
  ),
  at: PointSchema('Where the leg ends.'),
  distance_km: Type.Number(),
  driving_min: Type.Number(),
  geometry_range: Type.Optional(
    Type.Array(Type.Integer(), {
      minItems: 2,
      maxItems: 2,
      description: 'Indexes of the first and last points of the leg in the geometry, counted from 0.',
    }),
  ),
})

export const lineReplyFields = {
  geometry: Type.Optional(Geometry(1, false, 'The line of the tour, if geometry was requested.')),
  legs: Type.Optional(
    Type.Array(TourLeg, {
      description:
        'With `geometry` or `steps`: the legs of the tour, to each visit and to the end of the tour. With several trips, there are also legs to the depots.',
    }),
  ),
  steps: Type.Optional(Type.Array(Step, { description: 'The steps of the tour, if steps were requested.' })),
}
