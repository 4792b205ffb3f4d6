import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { NativeNearest, NativeRoad } from '../osrm/reply/native-route.ts'
import { toErrorReply, toFailureReply } from './errors.ts'
import { LOCATION_CODES, readLocations, readRequest, type ValhallaLocation } from './request.ts'

/** Failures that mean that there is no road near a location. */
const NO_ROAD_CODES = ['not-snapped', 'outside-maps', 'null-island']

/**
 * Handles the `locate` action. Each location gets its nearest road, with an edge for each direction in which the road
 * can be used.
 */
export async function findNearestEdges(
  call: OperationCaller,
  caller: Caller,
  fields: Readonly<Record<string, unknown>>,
): Promise<ForeignReply> {
  const locations = readLocations(fields.locations, 1, LOCATION_CODES)
  if (!locations.ok) return toErrorReply(locations.failure)
  const request = readRequest(fields)
  if (!request.ok) return toErrorReply(request.failure)
  const { arrive_by: _arrive, depart_at: _depart, ...options } = request.value.options
  const locatedPoints: object[] = []
  for (const location of locations.value) {
    const { at, heading } = location
    const body = { ...options, point: at, ...(heading !== undefined && { heading }) }
    const reply = await call('nearest', caller, { body })
    if (!reply.ok && !NO_ROAD_CODES.includes(reply.problem.code)) return toFailureReply(reply.problem)
    const [road] = reply.ok ? (reply.body as NativeNearest).roads : []
    locatedPoints.push(toLocated(location, road, fields.verbose === true))
  }
  return { status: 200, body: locatedPoints }
}

function toLocated({ at: [input_lat, input_lon] }: ValhallaLocation, road: NativeRoad | undefined, verbose: boolean) {
  if (!road) return { input_lat, input_lon, edges: null, nodes: null, warnings: ['No data found for location'] }
  const bearings = road.oneway ? [road.bearing] : [road.bearing, (road.bearing + 180) % 360]
  const names = [road.name, road.ref].filter((name) => name !== '')
  const edges = bearings.map((heading) => ({
    ...(road.way !== null && { way_id: road.way }),
    correlated_lat: road.at[0],
    correlated_lon: road.at[1],
    side_of_street: 'neither',
    ...(verbose && {
      distance: road.distance_m,
      heading,
      edge_info: { ...(road.way !== null && { way_id: road.way }), names },
    }),
  }))
  return { input_lat, input_lon, edges, nodes: [] }
}
