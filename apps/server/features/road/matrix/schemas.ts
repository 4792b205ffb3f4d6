import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Warnings } from '../../../platform/http/schemas.ts'
import { DataReply, SnappedReply } from '../route/api/reply-schemas.ts'
import { PointField, TripInstant, termFields } from '../route/api/schemas.ts'
import { matrixMetrics } from './cells/matrix-job.ts'
import { matrixExample, matrixRequests } from './examples.ts'

const { avoid, avoid_areas, vehicle } = termFields

const Points = (description: string) => Type.Optional(Type.Array(PointField('A point:'), { description }))

export const MatrixBody = Type.Object(
  {
    points: Points('All to all: every point is an origin and a destination.'),
    origins: Points('Instead of points: where trips begin, the rows of the matrix.'),
    destinations: Points('With origins: where trips end, the columns of the matrix.'),
    metrics: Type.Optional(
      Type.Array(OneOf(matrixMetrics), {
        minItems: 1,
        maxItems: matrixMetrics.length,
        default: ['distance', 'duration'],
        description:
          'What is told of every trip: distance (distances_km), duration (durations_min), free_flow (free_flow_min).',
      }),
    ),
    depart_at: Type.Optional(TripInstant('When all trips begin, ISO 8601. Default: now.')),
    avoid,
    avoid_areas,
    vehicle,
  },
  { examples: matrixRequests },
)

export type MatrixFields = Static<typeof MatrixBody>

const Rows = (description: string) =>
  Type.Optional(
    Type.Array(Type.Array(Nullable(Type.Number())), {
      description: `${description} A row for every origin, a number for every destination; null where there is no way.`,
    }),
  )

export const MatrixReply = Type.Object(
  {
    distances_km: Rows('Kilometres.'),
    durations_min: Rows('Minutes under live traffic, as eta_min of a route.'),
    free_flow_min: Rows('Minutes of the same way on an empty road; when metrics has free_flow.'),
    snapped: Type.Object(
      { origins: Type.Array(SnappedReply), destinations: Type.Array(SnappedReply) },
      {
        description: 'Where the points were put on roads. At a junction a trip may begin or end on any road of it.',
      },
    ),
    traffic: Type.Object({
      snapshot_at: Nullable(
        Type.String({ description: 'When the traffic was put together; null when nobody tells anything.' }),
      ),
    }),
    data: DataReply,
    warnings: Warnings,
  },
  { examples: [matrixExample] },
)
