import { capAround } from '../geometry/cap.ts'
import { metersBetween } from '../geometry/ellipsoid.ts'
import { Scene } from '../scene/scene.ts'
import type { ZoneVolume } from '../sky.ts'
import { legsOf } from './flight/direct-path.ts'
import type { Passage } from './flight/trace.ts'
import type { FlightPlanner } from './planner.ts'
import { zonesAtStop } from './stop-zones.ts'
import { blocksAtCruise, type Window } from './zone-blocks.ts'

/**
 * Returns the zones listed in `authorisations` that a path between two stops enters or passes closer than the margin.
 */
export function authorisedOn(
  planner: FlightPlanner,
  index: number,
  passage: Passage,
  { fromMs, untilMs }: Window,
): ZoneVolume[] {
  if (!planner.hasAuthorisations) return []
  const { frame, path } = passage
  const farthest = Math.max(0, ...path.legs.map(({ to }) => metersBetween(frame.center, to.vector)))
  const reach = farthest + metersBetween(frame.center, path.legs[0].from.vector) + planner.marginM * 1.1
  const volumes = planner.sky.zonesNear(capAround(frame.center, reach)).filter((volume) => planner.isAuthorised(volume))
  if (volumes.length === 0) return []
  const { blocks } = blocksAtCruise(volumes, planner.altitudeM, planner.ground, { fromMs, untilMs })
  const ends = [planner.stops[index].at, planner.stops[index + 1].at]
  const scene = new Scene(frame, blocks, { marginMeters: planner.marginM, reachMeters: reach, stops: ends })
  const found = new Set<ZoneVolume>()
  for (const { leg } of legsOf(path, fromMs)) {
    for (const block of scene.blocksOn(leg)) found.add(blocks[block].volume)
  }
  for (const stop of [index, index + 1]) {
    for (const { volume } of zonesAtStop(planner, stop, { fromMs, untilMs }, 'ever', planner.isAuthorised))
      found.add(volume)
  }
  return [...found]
}
