import Flatbush from 'flatbush'
import { boxesOf, type Cap, capOfLine, capOfOutline, capsMeet } from './geometry/cap.ts'
import type { Corridor, Volume, Zone } from './model.ts'

export interface ZoneVolume {
  readonly zone: Zone
  readonly volume: Volume
}

/** All zones and corridors, with a spatial index. */
export interface Sky {
  readonly zoneCount: number
  readonly corridorCount: number
  zonesNear(place: Cap): ZoneVolume[]
  corridorsNear(place: Cap): Corridor[]
}

export function makeSky(zones: readonly Zone[], corridors: readonly Corridor[] = []): Sky {
  const volumes = zones.flatMap((zone) => zone.volumes.map((volume): ZoneVolume => ({ zone, volume })))
  const findVolumes = indexOf(volumes, ({ volume }) => capOfOutline(volume.outline))
  const findCorridors = indexOf(corridors, ({ line }) => capOfLine(line))
  return {
    zoneCount: zones.length,
    corridorCount: corridors.length,
    zonesNear: findVolumes,
    corridorsNear: findCorridors,
  }
}

/** Returns items in input order, so that results do not depend on how the tree is packed. */
function indexOf<T>(things: readonly T[], toCap: (thing: T) => Cap): (place: Cap) => T[] {
  const caps = things.map(toCap)
  const boxes = caps.flatMap((cap, thing) => boxesOf(cap).map((box) => ({ box, thing })))
  if (boxes.length === 0) return () => []
  const tree = new Flatbush(boxes.length)
  for (const { box } of boxes) tree.add(...box)
  tree.finish()
  const owners = Uint32Array.from(boxes, ({ thing }) => thing)
  return (place) => {
    const found = new Set<number>()
    for (const box of boxesOf(place)) {
      for (const hit of tree.search(...box)) if (capsMeet(caps[owners[hit]], place)) found.add(owners[hit])
    }
    return [...found].sort((a, b) => a - b).map((thing) => things[thing])
  }
}
