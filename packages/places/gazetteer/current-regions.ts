import { tokenTexts } from '../text/tokenize.ts'
import type { GeoNamesPlace } from './geonames.ts'
import type { RegionNames } from './region-names.ts'

/** A place from the newer source. It has current region codes but no alternative names and no population. */
export interface CurrentPlace {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
}

/** Two places with the same name and country closer than this are the same place. */
const SAME_DEGREES = 0.1
/** Words that describe the type of a region. */
const kinds = new Set('province city region county department state district governorate of the'.split(' '))

/**
 * Countries redraw their regions and reuse codes: the former code of Hanoi is now Quang Tri. Places carry old codes and
 * regions carry new ones. Places that occur in both sources reveal the mapping.
 */
export class CurrentRegions {
  private readonly byName = new Map<string, CurrentPlace[]>()
  /** For each old code, the number of places per current code. */
  private readonly votes = new Map<string, Map<string, number>>()

  constructor(places: readonly GeoNamesPlace[], current: readonly CurrentPlace[]) {
    for (const place of current) {
      const key = place.country + place.name
      const known = this.byName.get(key)
      if (known) known.push(place)
      else this.byName.set(key, [place])
    }
    for (const place of places) {
      const now = this.codeOf(place)
      if (now === undefined) continue
      const votes = this.votes.get(place.regionCode) ?? new Map<string, number>()
      votes.set(now, (votes.get(now) ?? 0) + 1)
      this.votes.set(place.regionCode, votes)
    }
  }

  /** Returns the current region of a place: its own match, or else the region that received most of its old region. */
  regionOf(place: GeoNamesPlace): string {
    return this.codeOf(place) ?? this.nowOf(place.regionCode)
  }

  /**
   * Looks up translated names in a table keyed by old codes. A region whose code was reassigned is looked up by name.
   */
  namesOf(table: ReadonlyMap<string, RegionNames>, code: string, name: string): RegionNames | undefined {
    if (this.nowOf(code) === code && table.has(code)) return table.get(code)
    const words = tokenTexts(name).filter((word) => !kinds.has(word))
    const isCalledSo = (names: RegionNames | undefined) =>
      Object.values(names?.names ?? {}).some((other) => {
        const others = tokenTexts(other)
        return words.every((word) => others.includes(word))
      })
    for (const [old, votes] of this.votes) {
      if (votes.has(code) && isCalledSo(table.get(old))) return table.get(old)
    }
    return undefined
  }

  private nowOf(code: string): string {
    let best = code
    let most = this.votes.get(code)?.get(code) ?? 0
    for (const [now, count] of this.votes.get(code) ?? []) {
      if (count <= most) continue
      best = now
      most = count
    }
    return best
  }

  private codeOf({ names, countryCode, latitude, longitude }: GeoNamesPlace): string | undefined {
    let best: CurrentPlace | undefined
    let nearest = SAME_DEGREES
    for (const place of this.byName.get(countryCode + names[0]) ?? []) {
      const degrees = Math.hypot(Number(place.lat) - latitude, Number(place.lng) - longitude)
      if (degrees >= nearest) continue
      nearest = degrees
      best = place
    }
    return best && best.admin1 !== '' ? `${countryCode}.${best.admin1}` : undefined
  }
}
