import { boxesOf, type Cap, capAround, capsMeet, MIN_RADIUS_METERS, toVector, type ZoneVolume } from '@fairway/air'
import { getSection } from '../format/read-sections.ts'
import type { TypedArray } from '../format/typed-array.ts'
import { type Aerodrome, aerodromeKinds, zoneOfAerodrome } from './default-zones.ts'

/** Incremented whenever the table or its source data changes. */
export const AERODROMES_VERSION = '1'

export type AerodromeSections = readonly (readonly [name: string, array: TypedArray])[]

/**
 * Packs the aerodromes into arrays, sorted from south to north. 70,000 of them take 5 MB shared by all threads; as
 * objects they would take 200 MB in each thread.
 */
export function packAerodromes(aerodromes: readonly Aerodrome[]): AerodromeSections {
  const sorted = [...aerodromes].sort((a, b) => a.latitude - b.latitude || (a.identifier < b.identifier ? -1 : 1))
  const texts = sorted.flatMap(({ identifier, name }) => [identifier, name]).map((text) => Buffer.from(text))
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) {
    end += text.length
    ends[index] = end
  }
  return [
    ['aerodromes.latitude', Float64Array.from(sorted, ({ latitude }) => latitude)],
    ['aerodromes.longitude', Float64Array.from(sorted, ({ longitude }) => longitude)],
    ['aerodromes.radius', Float64Array.from(sorted, ({ radiusMeters }) => radiusMeters)],
    ['aerodromes.kind', Uint8Array.from(sorted, ({ kind }) => aerodromeKinds.indexOf(kind))],
    ['aerodromes.text-ends', ends],
    ['aerodromes.text', new Uint8Array(Buffer.concat(texts))],
  ]
}

/** Zones are cached for later flights in the same area, but not for the whole world. */
const MAX_KEPT = 5000

/** Creates zones on demand, only those near a flight. */
export class AerodromeTable {
  private readonly latitude: Float64Array
  private readonly longitude: Float64Array
  private readonly radius: Float64Array
  private readonly kind: Uint8Array
  private readonly textEnds: Uint32Array
  private readonly text: Uint8Array
  private readonly widestMeters: number
  private readonly made = new Map<number, ZoneVolume>()

  constructor(sections: ReadonlyMap<string, TypedArray>) {
    this.latitude = getSection(sections, 'aerodromes.latitude', Float64Array)
    this.longitude = getSection(sections, 'aerodromes.longitude', Float64Array)
    this.radius = getSection(sections, 'aerodromes.radius', Float64Array)
    this.kind = getSection(sections, 'aerodromes.kind', Uint8Array)
    this.textEnds = getSection(sections, 'aerodromes.text-ends', Uint32Array)
    this.text = getSection(sections, 'aerodromes.text', Uint8Array)
    this.widestMeters = this.radius.reduce((widest, radius) => Math.max(widest, radius), 0)
  }

  get count(): number {
    return this.latitude.length
  }

  /** Sorted from south to north. */
  zonesNear(place: Cap): ZoneVolume[] {
    const reach = { ...place, angle: Math.min(Math.PI, place.angle + this.widestMeters / MIN_RADIUS_METERS) }
    const found = new Set<number>()
    for (const [west, south, east, north] of boxesOf(reach)) {
      for (let at = this.firstFrom(south); at < this.count && this.latitude[at] <= north; at++) {
        const longitude = this.longitude[at]
        if (longitude >= west && longitude <= east && capsMeet(this.capOf(at), place)) found.add(at)
      }
    }
    return [...found].sort((a, b) => a - b).map((at) => this.zoneAt(at))
  }

  private capOf(at: number): Cap {
    return capAround(toVector([this.latitude[at], this.longitude[at]]), this.radius[at])
  }

  /** Returns the first aerodrome at or north of the latitude. */
  private firstFrom(latitude: number): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.latitude[middle] < latitude) low = middle + 1
      else high = middle
    }
    return low
  }

  private zoneAt(at: number): ZoneVolume {
    const known = this.made.get(at)
    if (known) return known
    const zone = zoneOfAerodrome({
      identifier: this.textAt(2 * at),
      name: this.textAt(2 * at + 1),
      kind: aerodromeKinds[this.kind[at]],
      latitude: this.latitude[at],
      longitude: this.longitude[at],
      radiusMeters: this.radius[at],
    })
    const made = { zone, volume: zone.volumes[0] }
    if (this.made.size >= MAX_KEPT) this.made.clear()
    this.made.set(at, made)
    return made
  }

  private textAt(index: number): string {
    const start = index === 0 ? 0 : this.textEnds[index - 1]
    // TextDecoder cannot decode from shared memory, so copy first.
    return new TextDecoder().decode(this.text.slice(start, this.textEnds[index]))
  }
}
