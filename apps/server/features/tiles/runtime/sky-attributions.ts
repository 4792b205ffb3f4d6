import { DEFAULT_ZONES_ATTRIBUTION, sampleCorridors } from '@fairway/dataset'
import { unpackFiles } from '../../air/runtime/pack-files.ts'
import type { SkyHandle } from '../../air/runtime/sky-handle.ts'

const known = new WeakMap<SkyHandle, readonly string[]>()

/** The attributions required for zones and corridors. Each file is read once. */
export function skyAttributions(sky: SkyHandle): readonly string[] {
  const found = known.get(sky) ?? [
    ...(sky.aerodromes?.sections ? [DEFAULT_ZONES_ATTRIBUTION] : []),
    ...(sky.zones ? unpackFiles(sky.zones.files) : []).flatMap(({ attribution }) => attribution ?? []),
    ...(sky.sampleCorridors ? [sampleCorridors().attribution ?? ''] : []),
  ]
  known.set(sky, found)
  return found
}
