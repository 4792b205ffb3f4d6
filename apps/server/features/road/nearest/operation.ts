import { findNearestRoads, type NearRoad } from '@fairway/road'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelSource } from '../models/model-source.ts'
import { otherMapCodes } from '../regional.ts'
import { type RoutingFailure, routingProblems } from '../route/api/failures.ts'
import { type NamedStop, type RouteOptions, readRouteOptions, readStop } from '../route/api/request.ts'
import { findRegions } from './find-regions.ts'
import { NearestBody, NearestReply } from './schemas.ts'

export interface NearestOperationOptions {
  readonly regions: RegionDirectory
  readonly radiusMeters: number
  readonly models: ModelSource
}

export function nearestOperation({ regions, radiusMeters, models }: NearestOperationOptions): Operation {
  return defineOperation({
    name: 'nearest',
    method: 'POST',
    idempotent: true,
    path: '/v1/nearest',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'nearest',
      tags: ['Routes'],
      summary: 'Find the nearest roads',
      description: 'Finds the nearest positions on roads that the profile may use. Does not count as a route.',
      security: [{}, { key: [] }],
    },
    body: NearestBody,
    reply: { description: 'The roads.', schema: NearestReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: { positions: ({ body }) => [body.point], mapCodes: otherMapCodes },
    failures: routingProblems,
    async handle({ body }, context) {
      const stop = readStop('point', body.point, body.heading)
      if (!stop.ok) return stop
      const options = readRouteOptions(body, models)
      if (!options.ok) return options
      const coveringRegions = await findRegions(regions, stop.value, options.value.profile.network, radiusMeters)
      if (!coveringRegions.ok) return coveringRegions
      for (const region of coveringRegions.value) {
        const search = {
          stop: stop.value,
          count: body.number ?? 1,
          tolerance: body.heading_tolerance,
          radiusMeters,
          nowMs: context.now(),
        }
        const roads = await findOnRegion(region, options.value, search)
        if (!roads.ok) return roads
        if (roads.value.length > 0) return jsonReply(toReply(region, roads.value))
      }
      return fail({ kind: 'not-snapped', field: 'point', radiusMeters })
    },
  })
}

interface NearestSearch {
  readonly stop: NamedStop
  /** Maximum difference between the heading and the road in degrees, or undefined for the default. */
  readonly tolerance: number | undefined
  readonly count: number
  readonly radiusMeters: number
  readonly nowMs: number
}

async function findOnRegion(
  region: Region,
  { profile, avoidAreas }: RouteOptions,
  { stop, tolerance, count, radiusMeters, nowMs }: NearestSearch,
): Promise<Result<NearRoad[], RoutingFailure>> {
  // The main thread logs why a metric is unavailable.
  const snapshotPromise = region.getMetricSnapshot({ profile, avoidAreas, departMs: nowMs, nowMs })
  const snapshot = snapshotPromise instanceof Promise ? await snapshotPromise.catch(() => undefined) : snapshotPromise
  if (!snapshot) return fail({ kind: 'engine-unavailable' })
  const { latitude, longitude, heading } = stop
  const arcWeight = snapshot.metric.weights.arc
  const request = { latitude, longitude, heading, count, radiusMeters, arcWeight }
  const tolerances = tolerance === undefined ? {} : { headingToleranceDegrees: tolerance }
  return ok(findNearestRoads(region.map, { ...request, ...tolerances }))
}

function toReply({ handle, map, strings }: Region, nearRoads: readonly NearRoad[]) {
  const { edges, roads } = map.network
  return {
    roads: nearRoads.map(({ edge, latitude, longitude, distanceMeters, bearing, isOneway }) => {
      const road = edges.road[edge] ?? 0
      const way = edges.way[edge] ?? 0
      return {
        at: [latitude / 1e6, longitude / 1e6],
        distance_m: Math.round(distanceMeters * 10) / 10,
        name: strings.get(roads.name[road] ?? 0),
        ref: strings.get(roads.ref[road] ?? 0),
        bearing: Math.round(bearing * 10) / 10,
        oneway: isOneway,
        way: way > 0 ? way : null,
      }
    }),
    data: { region: handle.region, dataset: handle.dataset, attribution: handle.attribution },
  }
}
