import Flatbush from 'flatbush'
import { capsIntersect, capToBoxes, lineToCap, outlineToCap, type SphericalCap } from './geometry/cap.ts'
import type { Corridor, Volume, Zone } from './model.ts'

export interface ZoneVolume {
  readonly zone: Zone
  readonly volume: Volume
}

/** All zones and corridors, with a spatial index. */
export interface AirspaceIndex {
  readonly zoneCount: number
  readonly corridorCount: number
  zonesNear(area: SphericalCap): ZoneVolume[]
  corridorsNear(area: SphericalCap): Corridor[]
}

export function buildAirspaceIndex(zones: readonly Zone[], corridors: readonly Corridor[] = []): AirspaceIndex {
  const volumes = zones.flatMap((zone) => zone.volumes.map((volume): ZoneVolume => ({ zone, volume })))
  const findVolumes = makeSpatialIndex(volumes, ({ volume }) => outlineToCap(volume.outline))
  const findCorridors = makeSpatialIndex(corridors, ({ line }) => lineToCap(line))
  return {
    zoneCount: zones.length,
    corridorCount: corridors.length,
    zonesNear: findVolumes,
    corridorsNear: findCorridors,
  }
}

/**
 * Builds a spatial index that returns items in input order, so that results do not depend on how the tree is packed.
 */
function makeSpatialIndex<T>(items: readonly T[], toCap: (item: T) => SphericalCap): (area: SphericalCap) => T[] {
  const caps = items.map(toCap)
  const boxes = caps.flatMap((cap, item) => capToBoxes(cap).map((box) => ({ box, thing: item })))
  if (boxes.length === 0) return () => []
  const tree = new Flatbush(boxes.length)
  for (const { box } of boxes) tree.add(...box)
  tree.finish()
  const itemOfBox = Uint32Array.from(boxes, ({ thing: item }) => item)
  return (area) => {
    const matches = new Set<number>()
    for (const box of capToBoxes(area)) {
      for (const boxIndex of tree.search(...box))
        if (capsIntersect(caps[itemOfBox[boxIndex]], area)) matches.add(itemOfBox[boxIndex])
    }
    return [...matches].sort((a, b) => a - b).map((item) => items[item])
  }
}
