import type { Position } from '../geometry/sphere.ts'
import { positionWithin } from '../passages/via-point.ts'
import type { PortBook } from '../ports/port-book.ts'
import type { WayFinder } from '../route/find-way.ts'
import { seaAt } from '../seas/name-seas.ts'
import { type Snapped, snapToWater } from '../water/snap.ts'
import type { WayPoint } from './assemble-route.ts'
import type { Refusal } from './refusal.ts'
import { INLAND_LIMIT_NM, type SeaRequest } from './request.ts'

/** A place of a request on the water. */
export interface Stop extends WayPoint {
  readonly field: string
  readonly snapped: Snapped
}

/** How far to look for water, only to say how far it is. */
const SEARCH_NM = 400

/** The places of a request on the water, or why one of them cannot be. */
export function findStops(finder: WayFinder, request: SeaRequest, ports?: PortBook): Stop[] | Refusal {
  const stops: Stop[] = []
  for (const place of listPlaces(finder, request)) {
    const stop = snapStop(finder, place, request.inlandLimitNm ?? INLAND_LIMIT_NM, ports)
    if ('kind' in stop) return stop
    stops.push(stop)
  }
  return findSeparate(finder, stops) ?? stops
}

interface Place {
  readonly field: string
  readonly asked: Position
  readonly isPassing: boolean
}

function listPlaces({ sea }: WayFinder, { from, via = [], to }: SeaRequest): Place[] {
  const between = via.flatMap((stop, at): Place[] => {
    const isPassing = typeof stop === 'string'
    const asked = isPassing ? positionWithin(sea, stop) : stop
    return asked ? [{ field: `via[${at}]`, asked, isPassing }] : []
  })
  return [{ field: 'from', asked: from, isPassing: false }, ...between, { field: 'to', asked: to, isPassing: false }]
}

function snapStop(finder: WayFinder, place: Place, limitNm: number, ports?: PortBook): Stop | Refusal {
  const { field, asked } = place
  const [latitude, longitude] = asked
  const snapped = snapToWater(finder.sea, latitude, longitude, limitNm)
  if (snapped) return { ...place, at: [snapped.latitude, snapped.longitude], offNm: snapped.offNm, snapped }
  const water = snapToWater(finder.sea, latitude, longitude, SEARCH_NM)
  // The table of ports has some that lie on rivers only, or nowhere near water.
  const port = ports?.nearest(
    latitude,
    longitude,
    ({ position }) => snapToWater(finder.sea, position[0], position[1], limitNm) !== undefined,
  )
  return {
    kind: 'inland',
    field,
    position: asked,
    limitNm,
    ...(water && { waterNm: water.offNm }),
    ...(port && { nearestPort: { name: port.port.name, code: port.port.code, nm: port.nm } }),
  }
}

/** An end on a water that no channel joins with that of the others. */
function findSeparate({ sea }: WayFinder, stops: readonly Stop[]): Refusal | undefined {
  const bodies = stops.map(({ snapped }) => sea.nodes.body[snapped.node])
  if (bodies.every((body) => body === bodies[0])) return undefined
  // The smaller water is the strange one.
  const at = bodies.indexOf(Math.max(...bodies))
  const { field, snapped } = stops[at]
  return { kind: 'separate-waters', field, water: seaAt(snapped.latitude, snapped.longitude) }
}
