import { MIN_SMOOTH_METERS } from '@fairway/road'
import { type Static, Type } from 'typebox'
import { NullableSchema, OneOfSchema, WarningsSchema } from '../../../platform/http/schemas.ts'
import { DataReply, SnappedReply, trafficFields } from '../route/api/reply-schemas.ts'
import { PointField, routeOptionFields, TripInstant } from '../route/api/schemas.ts'
import { isochroneExample, isochroneRequests } from './examples.ts'
import { contourGeometries } from './job.ts'

const { profile, mode, costing, model, avoid, avoid_areas, vehicle } = routeOptionFields

export const MAX_SMOOTH_METERS = 2000

const Limits = (description: string) =>
  Type.Optional(
    Type.Unsafe<number | number[]>({
      anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }],
      description,
      'x-demand': 'be a number, or a list of up to 8 numbers',
    }),
  )

export const IsochroneBody = Type.Object(
  {
    from: Type.Unsafe<number[] | number[][]>({
      anyOf: [PointField('A point:'), { type: 'array', items: PointField('A point:') }],
      description:
        'The center: a point `[latitude, longitude]`, or a list of up to 25 points. With multiple points, a place is within a contour if it is within the limit of at least one point.',
      'x-demand': 'be a point [latitude, longitude], or a list of points',
    }),
    minutes: Limits('The limits of the contours in minutes: a number or up to 8 numbers, each up to 240.'),
    kilometers: Limits(
      'Limits on the length of the fastest route in kilometers, instead of minutes: a number or up to 8 numbers, each up to 400.',
    ),
    direction: Type.Optional(
      OneOfSchema(['from', 'to'], {
        default: 'from',
        description:
          '`from`: places that can be reached from the center. `to`: places from which the center can be reached.',
      }),
    ),
    geometry: Type.Optional(
      OneOfSchema(contourGeometries, {
        default: 'polygons',
        description:
          '`polygons`: areas with holes. `lines`: the outlines of the areas. `network`: the roads themselves, cut off where the limit is reached, with the time or distance at both ends of every line.',
      }),
    ),
    smooth_m: Type.Optional(
      Type.Number({
        minimum: MIN_SMOOTH_METERS,
        maximum: MAX_SMOOTH_METERS,
        description:
          'Distance in meters between the reached roads and the outline; also the resolution of the outline. Default: depends on the size of the area. The reply states the value used, which is larger if the area would otherwise have too many points.',
      }),
    ),
    depart_at: Type.Optional(TripInstant('Departure time of all trips, in ISO 8601 format. Default: now.')),
    profile,
    mode,
    costing,
    model,
    avoid,
    avoid_areas,
    vehicle,
  },
  { examples: isochroneRequests },
)

export type IsochroneFields = Static<typeof IsochroneBody>

const Coordinates = Type.Unsafe<unknown[]>({ type: 'array', items: {} })

export const IsochroneReply = Type.Object(
  {
    contours: Type.Array(
      Type.Object({
        type: OneOfSchema(['Feature']),
        properties: Type.Object({
          minutes: Type.Optional(
            Type.Number({ description: 'The limit of the contour in minutes, if the request gives `minutes`.' }),
          ),
          kilometers: Type.Optional(
            Type.Number({ description: 'The limit of the contour in kilometers, if the request gives `kilometers`.' }),
          ),
          area_km2: Type.Optional(Type.Number({ description: 'The area of the polygons, excluding holes.' })),
          reached_km: Type.Number({ description: 'The length of all roads within the limit.' }),
          times_min: Type.Optional(
            Type.Array(Type.Array(Type.Number()), {
              description:
                'If `geometry` is `network` and `minutes` is given: the time at the first and last point of every line.',
            }),
          ),
          distances_km: Type.Optional(
            Type.Array(Type.Array(Type.Number()), {
              description:
                'If `geometry` is `network` and `kilometers` is given: the distance at the first and last point of every line.',
            }),
          ),
        }),
        geometry: Type.Object({
          type: OneOfSchema(['MultiPolygon', 'MultiLineString']),
          coordinates: Coordinates,
        }),
      }),
      {
        description:
          'GeoJSON features, in order of ascending limit. GeoJSON coordinates are `[longitude, latitude]`. Each area contains the previous one. If `geometry` is `network`, each feature contains only the roads that are not in the previous feature.',
      },
    ),
    direction: OneOfSchema(['from', 'to']),
    smooth_m: NullableSchema(
      Type.Number({ description: 'The resolution of the outlines; `null` if `geometry` is `network`.' }),
    ),
    snapped: Type.Array(SnappedReply, { description: 'The positions on roads to which the points were snapped.' }),
    traffic: Type.Object(trafficFields, { 'x-name': 'Traffic' }),
    data: DataReply,
    warnings: WarningsSchema,
  },
  { examples: [isochroneExample] },
)
