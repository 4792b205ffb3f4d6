import type { ZoneVolume } from '../airspace-index.ts'
import { makeCap } from '../geometry/cap.ts'
import { metersBetween } from '../geometry/ellipsoid.ts'
import { Scene } from '../scene/scene.ts'
import { toTimedLegs } from './flight/direct-path.ts'
import type { LegPath } from './flight/trace.ts'
import type { FlightPlanner } from './planner.ts'
import { listZonesAtStop } from './stop-zones.ts'
import { listCruiseBlocks, type TimeWindow } from './zone-blocks.ts'

/** Returns the zones listed in `authorisations` that a path between two stops enters, or whose margin it violates. */
export function listAuthorizedZones(
  planner: FlightPlanner,
  index: number,
  passage: LegPath,
  { fromMs, untilMs }: TimeWindow,
): ZoneVolume[] {
  if (!planner.hasAuthorisations) return []
  const { frame, path } = passage
  const farthestMeters = Math.max(0, ...path.legs.map(({ to }) => metersBetween(frame.center, to.vector)))
  const radiusMeters = farthestMeters + metersBetween(frame.center, path.legs[0].from.vector) + planner.marginM * 1.1
  const volumes = planner.sky
    .zonesNear(makeCap(frame.center, radiusMeters))
    .filter((volume) => planner.isAuthorised(volume))
  if (volumes.length === 0) return []
  const { blocks } = listCruiseBlocks(volumes, planner.altitudeM, planner.groundElevation, { fromMs, untilMs })
  const endpoints = [planner.stops[index].at, planner.stops[index + 1].at]
  const scene = new Scene(frame, blocks, { marginMeters: planner.marginM, reachMeters: radiusMeters, stops: endpoints })
  const authorizedVolumes = new Set<ZoneVolume>()
  for (const { leg } of toTimedLegs(path, fromMs)) {
    for (const block of scene.listBlocksOn(leg)) authorizedVolumes.add(blocks[block].volume)
  }
  for (const stop of [index, index + 1]) {
    for (const { volume } of listZonesAtStop(planner, stop, { fromMs, untilMs }, 'ever', planner.isAuthorised))
      authorizedVolumes.add(volume)
  }
  return [...authorizedVolumes]
}
