import { DEFAULT_SPEED_KN, MAX_LEGS_WITH_ALTERNATIVES, MIN_SPEED_KN, passageIds } from '@fairway/sea'
import { type Static, Type } from 'typebox'
import { listLiterals, OneOfSchema, PointSchema } from '../../platform/http/schemas.ts'
import { geometryFormats, TripInstant } from '../road/route/api/schemas.ts'
import { maritimeRequests } from './examples.ts'

const MAX_VIA = 50
const MAX_ALTERNATIVES = 3
export const DEFAULT_ALTERNATIVES = 2
const MAX_NAME_LENGTH = 100
/** Smallest plausible vessel dimension, in meters. */
const MIN_METERS = 0.01

const pointSchema = PointSchema()
const nameSchema = { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH }

const Place = (description: string) =>
  Type.Unsafe<number[] | string>({
    anyOf: [pointSchema, nameSchema],
    description: `${description} a point, or a port such as \`NLRTM\` or \`Rotterdam, Netherlands\`.`,
    'x-demand': `be [latitude, longitude], or the name or UN/LOCODE of a port, at most ${MAX_NAME_LENGTH} characters long`,
  })

const Size = (maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum: MIN_METERS, maximum, description }))
const Passages = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_NAME_LENGTH }), {
      maxItems: passageIds.length,
      description,
      examples: [['suez']],
    }),
  )

/** If the voyage starts at a named port, a time without a time zone is local time there. */
const AT_PORT = { 'x-named-place': true }

export const MaritimeBody = Type.Object(
  {
    from: Place('Start of the voyage:'),
    to: Place('Destination:'),
    via: Type.Optional(
      Type.Array(
        Type.Unsafe<number[] | string>({
          anyOf: [pointSchema, nameSchema],
          'x-demand': `be [latitude, longitude], a passage, or the name or UN/LOCODE of a port, at most ${MAX_NAME_LENGTH} characters long`,
        }),
        {
          maxItems: MAX_VIA,
          description:
            'Points, ports or passages along the way, in order of travel. The voyage passes through a passage, such as `suez`, without stopping.',
        },
      ),
    ),
    vessel: Type.Optional(
      Type.Object(
        {
          speed_kn: Type.Optional(
            Type.Number({
              minimum: MIN_SPEED_KN,
              maximum: 100,
              description: `Speed through open water in knots. Default: ${DEFAULT_SPEED_KN}.`,
            }),
          ),
          draft_m: Size(50, 'Draft in meters.'),
          beam_m: Size(200, 'Beam in meters.'),
          length_m: Size(1000, 'Length overall in meters.'),
          air_draft_m: Size(200, 'Height above the water in meters.'),
        },
        {
          description:
            'The ship. Passages that the ship does not fit through are not used. Omitted dimensions are not checked, and `warnings` says so. Narrow passages require `beam_m` and `draft_m`.',
        },
      ),
    ),
    avoid: Passages(`Passages to avoid, any of ${listLiterals(passageIds)}.`),
    allow: Passages(
      'Passages that the ship may use although they are closed by default: `northwest`, `northeast`, `corinth` and `canso`. The last two are too narrow for most ships.',
    ),
    depart_at: Type.Optional(
      TripInstant(
        'Departure time, in ISO 8601 format. Default: now. Passages that are closed in winter are avoided while they are closed.',
        AT_PORT,
      ),
    ),
    arrive_by: Type.Optional(TripInstant('Latest arrival time, given instead of `depart_at`.', AT_PORT)),
    alternatives: Type.Optional(
      Type.Unsafe<number | boolean>({
        anyOf: [{ type: 'boolean' }, { type: 'integer', minimum: 0, maximum: MAX_ALTERNATIVES }],
        default: DEFAULT_ALTERNATIVES,
        description: `Maximum number of voyages through other passages; \`true\` means ${DEFAULT_ALTERNATIVES}, and \`false\` means 0, which is the fastest to compute. Voyages with more than ${MAX_LEGS_WITH_ALTERNATIVES} legs have no alternatives.`,
        'x-demand': `be a whole number from 0 to ${MAX_ALTERNATIVES}, true or false`,
      }),
    ),
    steps: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether to describe the seas and passages of the route as steps.' }),
    ),
    geometry: Type.Optional(
      OneOfSchema(geometryFormats, {
        default: 'points',
        description:
          'Format of the line: `points` (`[[latitude, longitude], …]`), an encoded polyline with a precision of 5 (`polyline`) or 6 decimals (`polyline6`), `geojson` (split where it crosses the date line), or `none`.',
      }),
    ),
    unwrap: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether longitudes continue beyond 180 degrees where the line crosses the date line. GeoJSON is then not split, which makes the line easier to draw.',
      }),
    ),
  },
  { examples: maritimeRequests },
)
export type MaritimeFields = Static<typeof MaritimeBody>
