import { type Static, Type } from 'typebox'
import { AttributionReply } from '../../../platform/http/place-schemas.ts'
import { OneOfSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { elevationReplyExample, elevationRequests } from './examples.ts'
import { MAX_POINTS } from './limits.ts'

const maxPoints = MAX_POINTS.toLocaleString('en-US')

/** The schema is deliberately loose, because the reader reports which of thousands of points is wrong. */
export const ElevationBody = Type.Object(
  {
    points: Type.Optional(
      Type.Unsafe<unknown[]>({
        type: 'array',
        items: {},
        description: `1 to ${maxPoints} positions: \`[[latitude, longitude], …]\`.`,
      }),
    ),
    geometry: Type.Optional(
      Type.Unsafe<string | unknown[] | object>({
        anyOf: [
          { type: 'array', items: {}, title: 'points', description: '`[[latitude, longitude], …]`' },
          { type: 'string', title: 'polyline', description: 'An encoded polyline with 5 or 6 decimals.' },
          {
            type: 'object',
            title: 'geojson',
            description: 'A LineString with coordinates in the order `[longitude, latitude]`.',
          },
        ],
        description: `Instead of \`points\`: a line with at most ${maxPoints} points, given as a list of positions, an encoded polyline or a GeoJSON LineString.`,
        'x-demand': 'be a list of [latitude, longitude] pairs, an encoded polyline, or a GeoJSON LineString',
      }),
    ),
    geometry_format: Type.Optional(
      OneOfSchema(['points', 'polyline', 'polyline6', 'geojson'], {
        description:
          'Format of `geometry`. By default, a string is decoded with 5 decimals and, if that fails, with 6.',
      }),
    ),
    polyline: Type.Optional(Type.String({ description: 'Instead of `points`: an encoded polyline with 5 decimals.' })),
    polyline6: Type.Optional(Type.String({ description: 'Instead of `points`: an encoded polyline with 6 decimals.' })),
  },
  { examples: elevationRequests },
)
export type ElevationFields = Static<typeof ElevationBody>

export const ElevationReply = Type.Object(
  {
    heights_m: Type.Array(Type.Unsafe<number | null>({ type: 'number', nullable: true }), {
      description: 'Meters above sea level, one for each point; `null` where there is no elevation data.',
    }),
    data: AttributionReply,
    warnings: WarningsSchema,
  },
  { examples: [elevationReplyExample] },
)
