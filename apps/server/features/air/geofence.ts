import type { Flight, Outline } from '@fairway/air'
import type { AirspaceView } from '../../maps/airspace/airspace.ts'
import { createEntryTest } from './zone-entries.ts'

/**
 * Returns the outlines of avoided zones for a geofence, which has no altitudes or times. Autopilots reject a mission
 * that enters its own fence. Zones that the flight passes above or below, or passes while they are inactive, are
 * therefore omitted.
 */
export function buildGeofence({ line, zonesAvoided }: Flight, { zones }: AirspaceView): Outline[] {
  const outlines = zonesAvoided.flatMap(({ id }) => (zones.get(id) ?? []).map(({ volume }) => volume.outline))
  return outlines.filter((outline) => {
    const entersOutline = createEntryTest(outline)
    return !line.slice(1).some((to, index) => entersOutline(line[index] ?? to, to))
  })
}
