import type { Position } from '@fairway/geo'
import { readChannelNames } from '../passages/channels.ts'
import type { PortIndex } from '../ports/port-index.ts'
import type { SeaPathFinder } from '../route/find-path.ts'
import { findSeaName } from '../seas/name-seas.ts'
import { type SnappedPoint, snapToWater } from '../water/snap.ts'
import type { Obstacle, Refusal } from './refusal.ts'
import { INLAND_LIMIT_NM, type SeaRequest } from './request.ts'
import type { RouteEnd } from './sea-route.ts'

/** A position of the request, snapped to water. */
interface Stop extends RouteEnd {
  readonly field: string
  readonly snappedPoint: SnappedPoint
}

/** A leg from one stop to the next, through the given passages in order. */
export interface Leg {
  readonly from: Stop
  readonly through: readonly string[]
  readonly to: Stop
}

/** Maximum search distance for water, in nautical miles. It is used only to report the distance. */
const MAX_WATER_SEARCH_NM = 400
/** Maximum additional distance to water outside a canal or strait that is closed to the ship, in nautical miles. */
const MAX_OUTSIDE_NM = 1

/** Returns the legs of a voyage between the snapped positions of a request, or the reason why a leg is impossible. */
export function toLegs(
  finder: SeaPathFinder,
  request: SeaRequest,
  closedPassages: ReadonlyMap<string, Obstacle>,
  ports?: PortIndex,
): Leg[] | Refusal {
  const limitNm = request.inlandLimitNm ?? INLAND_LIMIT_NM
  const snap = ([latitude, longitude]: Position): SnappedPoint | undefined =>
    snapOutsideClosed(finder, latitude, longitude, limitNm, closedPassages)
  const stops: Stop[] = []
  const passagesByLeg: string[][] = []
  for (const { field, given } of listRequestPoints(request)) {
    if (typeof given === 'string') {
      passagesByLeg[passagesByLeg.length - 1].push(given)
      continue
    }
    const point = { field, requestedPosition: given }
    const stop = toStop(point, snap(given)) ?? explainInland(finder, point, limitNm, ports)
    if ('kind' in stop) return stop
    stops.push(stop)
    passagesByLeg.push([])
  }
  const separateWatersRefusal = findSeparateWaters(finder, stops)
  if (separateWatersRefusal) return separateWatersRefusal
  return stops.slice(1).map((to, index) => ({ from: stops[index], through: passagesByLeg[index], to }))
}

/** Lists the positions and passages of a request. Passages are not stops, because the route only goes through them. */
function listRequestPoints({ from, via = [], to }: SeaRequest) {
  return [
    { field: 'from', given: from },
    ...via.map((value, index) => ({ field: `via[${index}]`, given: value })),
    { field: 'to', given: to },
  ]
}

interface RequestPoint {
  readonly field: string
  readonly requestedPosition: Position
}

/**
 * Snaps a position to water. A port at the bridge of a narrow strait remains reachable for ships that are too large for
 * the strait, because they stop next to it.
 */
function snapOutsideClosed(
  { sea }: SeaPathFinder,
  latitude: number,
  longitude: number,
  limitNm: number,
  closedPassages: ReadonlyMap<string, Obstacle>,
): SnappedPoint | undefined {
  const { nodeFirst } = sea.channels
  const closedChannels = readChannelNames(sea).flatMap(({ passage }, channel) => {
    const obstacle = passage === undefined ? undefined : closedPassages.get(passage)
    return obstacle && obstacle.because !== 'unmeasured' ? [channel] : []
  })
  const isOutside = (node: number) =>
    !closedChannels.some((channel) => node >= nodeFirst[channel] && node < nodeFirst[channel + 1])
  const nearest = snapToWater(sea, latitude, longitude, limitNm)
  if (!nearest || isOutside(nearest.node)) return nearest
  const outsideLimitNm = Math.min(limitNm, nearest.snapDistanceNm + MAX_OUTSIDE_NM)
  return snapToWater(sea, latitude, longitude, outsideLimitNm, isOutside) ?? nearest
}

function toStop(point: RequestPoint, snappedPoint: SnappedPoint | undefined): Stop | undefined {
  if (!snappedPoint) return undefined
  const { latitude, longitude, snapDistanceNm } = snappedPoint
  return { ...point, snappedPosition: [latitude, longitude], snapDistanceNm, snappedPoint }
}

function explainInland(finder: SeaPathFinder, point: RequestPoint, limitNm: number, ports?: PortIndex): Refusal {
  const { field, requestedPosition } = point
  const [latitude, longitude] = requestedPosition
  const nearestWater = snapToWater(finder.sea, latitude, longitude, MAX_WATER_SEARCH_NM)
  // The port table includes ports that are only on rivers or far from water.
  const port = ports?.findNearest(
    latitude,
    longitude,
    ({ position }) => snapToWater(finder.sea, position[0], position[1], limitNm) !== undefined,
  )
  return {
    kind: 'inland',
    field,
    position: requestedPosition,
    limitNm,
    ...(nearestWater && { waterNm: nearestWater.snapDistanceNm }),
    ...(port && { nearestPort: { name: port.port.name, code: port.port.code, nm: port.nm } }),
  }
}

/** Finds an endpoint on a water body that is not connected to the water bodies of the other endpoints. */
function findSeparateWaters({ sea }: SeaPathFinder, stops: readonly Stop[]): Refusal | undefined {
  const bodies = stops.map(({ snappedPoint }) => sea.nodes.body[snappedPoint.node])
  if (bodies.every((body) => body === bodies[0])) return undefined
  // The refusal names the endpoint on the smaller water body.
  const stopIndex = bodies.indexOf(Math.max(...bodies))
  const { field, snappedPoint } = stops[stopIndex]
  return { kind: 'separate-waters', field, water: findSeaName(snappedPoint.latitude, snappedPoint.longitude) }
}
