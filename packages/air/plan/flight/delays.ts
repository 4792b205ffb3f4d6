import { capAround } from '../../geometry/cap.ts'
import { metersBetween } from '../../geometry/ellipsoid.ts'
import type { Corridor, Zone } from '../../model.ts'
import { Scene } from '../../scene/scene.ts'
import type { Sky } from '../../sky.ts'
import type { FlightRequest } from '../request.ts'
import { DEFAULT_MARGIN_M } from '../request.ts'
import { legsOf } from './direct-path.ts'
import type { Attempt } from './fly.ts'
import type { Passage } from './trace.ts'

export interface EarliestWish {
  readonly sky: Sky
  readonly request: FlightRequest
  readonly flyAt: (departAtMs: number, among?: Sky) => Attempt
  readonly isCancelled: () => boolean
}

export interface Delays {
  /** The timed zones and corridors on the path. */
  readonly met: readonly (Zone | Corridor)[]
  /** Delays after departure, in milliseconds, at which the flight reaches a zone or corridor. Includes 0. */
  of(thing: Zone | Corridor): readonly number[]
}

/** Plans the flight as if nothing were timed: no timed zone is in force, and every corridor is open. */
export function delaysWithoutTimes({ sky, request, flyAt }: EarliestWish): Delays {
  const { departAtMs, marginM = DEFAULT_MARGIN_M } = request
  const timed = new Map<string, Corridor>()
  const { passages } = flyAt(departAtMs, timelessSky(sky, timed))
  const arrivals = passages.map(({ startMs, path }) => startMs + path.seconds * 1000 - departAtMs)
  const delays = new Map<Zone | Corridor, number[]>()
  const note = (thing: Zone | Corridor, atMs: number) => {
    delays.set(thing, [...(delays.get(thing) ?? []), atMs - departAtMs])
  }
  for (const passage of passages) {
    const { scene, zones } = timedScene(sky, passage, marginM)
    for (const { leg, corridor } of legsOf(passage.path, passage.startMs)) {
      for (const { block, stretch } of scene.stretchesOn(leg)) note(zones[block], stretch.fromMs)
      const opening = corridor === undefined ? undefined : timed.get(passage.corridors[corridor].id)
      if (opening) note(opening, leg.fromMs)
    }
  }
  return { met: [...delays.keys()], of: (thing) => [0, ...arrivals, ...(delays.get(thing) ?? [])] }
}

/** Records the timed corridors in `timed`. */
function timelessSky(sky: Sky, timed: Map<string, Corridor>): Sky {
  return {
    ...sky,
    zonesNear: (place) => sky.zonesNear(place).filter(({ zone }) => zone.times.length === 0),
    corridorsNear: (place) =>
      sky.corridorsNear(place).map((corridor) => {
        if (corridor.times.length > 0) timed.set(corridor.id, corridor)
        return { ...corridor, times: [] }
      }),
  }
}

function timedScene(sky: Sky, { frame, path }: Passage, marginM: number) {
  const reach = Math.max(
    ...path.legs.flatMap(({ from, to }) => [from, to].map((at) => metersBetween(frame.center, at.vector))),
  )
  const volumes = sky.zonesNear(capAround(frame.center, reach + marginM * 1.1)).filter(isTimed)
  const blocks = volumes.map(({ volume }) => ({ outline: volume.outline, matters: () => true }))
  return {
    scene: new Scene(frame, blocks, { marginMeters: marginM, reachMeters: reach }),
    zones: volumes.map(({ zone }) => zone),
  }
}

function isTimed({ zone }: { readonly zone: Zone }): boolean {
  return zone.times.length > 0 && zone.rule !== 'none'
}
