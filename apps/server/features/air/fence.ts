import type { Flight, Outline } from '@fairway/air'
import { enteringOf } from './entering.ts'
import type { Surroundings } from './runtime/open-sky.ts'

/**
 * The outlines of avoided zones for a geofence, which has no altitudes or times. Autopilots reject a mission that
 * enters its own fence, so zones that the flight passes over, under, before or after are omitted.
 */
export function fenceAround({ line, zonesAvoided }: Flight, { zones }: Surroundings): Outline[] {
  const outlines = zonesAvoided.flatMap(({ id }) => (zones.get(id) ?? []).map(({ volume }) => volume.outline))
  return outlines.filter((outline) => {
    const enters = enteringOf(outline)
    return !line.slice(1).some((to, at) => enters(line[at] ?? to, to))
  })
}
