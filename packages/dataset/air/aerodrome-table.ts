import {
  capsIntersect,
  capToBoxes,
  MIN_RADIUS_METERS,
  makeCap,
  type SphericalCap,
  toVector,
  type ZoneVolume,
} from '@fairway/air'
import { getSection } from '../format/read-sections.ts'
import type { TypedArray } from '../format/typed-array.ts'
import { type Aerodrome, aerodromeKinds, toAerodromeZone } from './default-zones.ts'

/** Version of the table. Increment the version whenever the table or its source data changes. */
export const AERODROMES_VERSION = '1'

export type AerodromeSections = readonly (readonly [name: string, array: TypedArray])[]

/**
 * Sorts the aerodromes from south to north and packs them into arrays. All threads share the arrays, which take 5 MB
 * for 70,000 aerodromes. Objects would take 200 MB per thread.
 */
export function packAerodromes(aerodromes: readonly Aerodrome[]): AerodromeSections {
  const sorted = [...aerodromes].sort((a, b) => a.latitude - b.latitude || (a.identifier < b.identifier ? -1 : 1))
  const encodedStrings = sorted
    .flatMap(({ identifier, name }) => [identifier, name])
    .map((encoded) => Buffer.from(encoded))
  const stringEnds = new Uint32Array(encodedStrings.length)
  let end = 0
  for (const [index, encoded] of encodedStrings.entries()) {
    end += encoded.length
    stringEnds[index] = end
  }
  return [
    ['aerodromes.latitude', Float64Array.from(sorted, ({ latitude }) => latitude)],
    ['aerodromes.longitude', Float64Array.from(sorted, ({ longitude }) => longitude)],
    ['aerodromes.radius', Float64Array.from(sorted, ({ radiusMeters }) => radiusMeters)],
    ['aerodromes.kind', Uint8Array.from(sorted, ({ kind }) => aerodromeKinds.indexOf(kind))],
    ['aerodromes.text-ends', stringEnds],
    ['aerodromes.text', new Uint8Array(Buffer.concat(encodedStrings))],
  ]
}

/** Maximum number of zones in the cache. Later flights in the same area reuse cached zones. */
const MAX_CACHED_ZONES = 5000

/** Table of the world's aerodromes that creates the zones near a flight on demand. */
export class AerodromeTable {
  private readonly latitude: Float64Array
  private readonly longitude: Float64Array
  private readonly radius: Float64Array
  private readonly kind: Uint8Array
  private readonly stringEnds: Uint32Array
  private readonly stringBytes: Uint8Array
  private readonly maxRadiusMeters: number
  private readonly zoneCache = new Map<number, ZoneVolume>()

  constructor(sections: ReadonlyMap<string, TypedArray>) {
    this.latitude = getSection(sections, 'aerodromes.latitude', Float64Array)
    this.longitude = getSection(sections, 'aerodromes.longitude', Float64Array)
    this.radius = getSection(sections, 'aerodromes.radius', Float64Array)
    this.kind = getSection(sections, 'aerodromes.kind', Uint8Array)
    this.stringEnds = getSection(sections, 'aerodromes.text-ends', Uint32Array)
    this.stringBytes = getSection(sections, 'aerodromes.text', Uint8Array)
    this.maxRadiusMeters = this.radius.reduce((maxRadius, radius) => Math.max(maxRadius, radius), 0)
  }

  get count(): number {
    return this.latitude.length
  }

  /** Returns the zones that intersect the area, sorted from south to north. */
  zonesNear(area: SphericalCap): ZoneVolume[] {
    const searchCap = { ...area, angle: Math.min(Math.PI, area.angle + this.maxRadiusMeters / MIN_RADIUS_METERS) }
    const indices = new Set<number>()
    for (const [west, south, east, north] of capToBoxes(searchCap)) {
      for (let index = this.lowerBound(south); index < this.count && this.latitude[index] <= north; index++) {
        const longitude = this.longitude[index]
        if (longitude >= west && longitude <= east && capsIntersect(this.capOf(index), area)) indices.add(index)
      }
    }
    return [...indices].sort((a, b) => a - b).map((index) => this.getZoneVolume(index))
  }

  private capOf(index: number): SphericalCap {
    return makeCap(toVector([this.latitude[index], this.longitude[index]]), this.radius[index])
  }

  /** Returns the index of the southernmost aerodrome at or north of the latitude. */
  private lowerBound(latitude: number): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.latitude[middle] < latitude) low = middle + 1
      else high = middle
    }
    return low
  }

  private getZoneVolume(index: number): ZoneVolume {
    const cached = this.zoneCache.get(index)
    if (cached) return cached
    const zone = toAerodromeZone({
      identifier: this.readString(2 * index),
      name: this.readString(2 * index + 1),
      kind: aerodromeKinds[this.kind[index]],
      latitude: this.latitude[index],
      longitude: this.longitude[index],
      radiusMeters: this.radius[index],
    })
    const zoneVolume = { zone, volume: zone.volumes[0] }
    if (this.zoneCache.size >= MAX_CACHED_ZONES) this.zoneCache.clear()
    this.zoneCache.set(index, zoneVolume)
    return zoneVolume
  }

  private readString(index: number): string {
    const start = index === 0 ? 0 : this.stringEnds[index - 1]
    // TextDecoder cannot decode from shared memory, so `slice` copies the bytes first.
    return new TextDecoder().decode(this.stringBytes.slice(start, this.stringEnds[index]))
  }
}
