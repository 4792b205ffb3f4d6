import { tokenTexts } from '../text/tokenize.ts'
import type { GeoNamesPlace } from './geonames.ts'
import type { RegionNames } from './region-names.ts'

/** A place of the newer source, which has the codes of today's regions but no other names and no population. */
export interface CurrentPlace {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
}

/** Two of one name and country that are nearer than this are one place. */
const SAME_DEGREES = 0.1
/** Words that say what kind of region something is. */
const kinds = new Set('province city region county department state district governorate of the'.split(' '))

/**
 * Countries draw their regions anew and use codes again for others: what was Hanoi is the code of Quang Tri now. Places
 * are known with their old codes and regions with their new ones; places that both sources have say which became which.
 */
export class CurrentRegions {
  private readonly byName = new Map<string, CurrentPlace[]>()
  /** Of each old code how many places have which code now. */
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

  /** The region that a place lies in today: its own, else where most of its old region went. */
  regionOf(place: GeoNamesPlace): string {
    return this.codeOf(place) ?? this.nowOf(place.regionCode)
  }

  /** What a region is called elsewhere, in a table by old codes. Of one that got the code of another, by its name. */
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
