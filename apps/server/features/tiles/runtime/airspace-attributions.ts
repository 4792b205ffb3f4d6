import { DEFAULT_ZONES_ATTRIBUTION, readSampleCorridors } from '@fairway/dataset'
import type { AirspaceHandle } from '../../../maps/airspace/airspace-handle.ts'
import { decodeAirFiles } from '../../../maps/airspace/pack-files.ts'

const attributionsBySky = new WeakMap<AirspaceHandle, readonly string[]>()

/** Lists the attributions required for zones and corridors. Each file is read once. */
export function listSkyAttributions(sky: AirspaceHandle): readonly string[] {
  const attributions = attributionsBySky.get(sky) ?? [
    ...(sky.aerodromes?.sections ? [DEFAULT_ZONES_ATTRIBUTION] : []),
    ...(sky.zones ? decodeAirFiles(sky.zones.files) : []).flatMap(({ attribution }) => attribution ?? []),
    ...(sky.sampleCorridors ? [readSampleCorridors().attribution ?? ''] : []),
  ]
  attributionsBySky.set(sky, attributions)
  return attributions
}
