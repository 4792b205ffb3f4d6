import { tokenizeToStrings } from '../text/tokenize.ts'
import type { GeoNamesPlace } from './geonames.ts'
import type { RegionNames } from './region-names.ts'

/** A place from the newer source. It has current region codes but no alternative names and no population. */
export interface CurrentGeoNamesPlace {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
}

/** Maximum distance at which two entries with the same name and country count as the same place. */
const SAME_PLACE_DEGREES = 0.1
/** Words that describe the type of a region. */
const regionTypeWords = new Set('province city region county department state district governorate of the'.split(' '))

/**
 * Maps old region codes to current codes. Countries redraw their regions and reuse codes, so the former code of Hanoi
 * is now the code of Quang Tri. Places have old codes and regions have new codes. Places that occur in both sources
 * reveal the mapping.
 */
export class CurrentRegions {
  private readonly placesByName = new Map<string, CurrentGeoNamesPlace[]>()
  /** Number of places per current code, for each old code. */
  private readonly votes = new Map<string, Map<string, number>>()

  constructor(places: readonly GeoNamesPlace[], current: readonly CurrentGeoNamesPlace[]) {
    for (const place of current) {
      const key = place.country + place.name
      const namedPlaces = this.placesByName.get(key)
      if (namedPlaces) namedPlaces.push(place)
      else this.placesByName.set(key, [place])
    }
    for (const place of places) {
      const currentCode = this.findCode(place)
      if (currentCode === undefined) continue
      const votes = this.votes.get(place.regionCode) ?? new Map<string, number>()
      votes.set(currentCode, (votes.get(currentCode) ?? 0) + 1)
      this.votes.set(place.regionCode, votes)
    }
  }

  /**
   * Returns the current region of a place. If the place has no match, returns the region to which most places of its
   * old region now belong.
   */
  getRegionCode(place: GeoNamesPlace): string {
    return this.findCode(place) ?? this.getCurrentCode(place.regionCode)
  }

  /**
   * Looks up translated names in a table keyed by old codes. A region whose code was reassigned is looked up by name.
   */
  findNames(table: ReadonlyMap<string, RegionNames>, code: string, name: string): RegionNames | undefined {
    if (this.getCurrentCode(code) === code && table.has(code)) return table.get(code)
    const words = tokenizeToStrings(name).filter((word) => !regionTypeWords.has(word))
    const hasSameName = (names: RegionNames | undefined) =>
      Object.values(names?.names ?? {}).some((candidate) => {
        const candidateWords = tokenizeToStrings(candidate)
        return words.every((word) => candidateWords.includes(word))
      })
    for (const [oldCode, votes] of this.votes) {
      if (votes.has(code) && hasSameName(table.get(oldCode))) return table.get(oldCode)
    }
    return undefined
  }

  private getCurrentCode(code: string): string {
    let bestCode = code
    let maxVotes = this.votes.get(code)?.get(code) ?? 0
    for (const [now, count] of this.votes.get(code) ?? []) {
      if (count <= maxVotes) continue
      bestCode = now
      maxVotes = count
    }
    return bestCode
  }

  private findCode({ names, countryCode, latitude, longitude }: GeoNamesPlace): string | undefined {
    let bestPlace: CurrentGeoNamesPlace | undefined
    let nearest = SAME_PLACE_DEGREES
    for (const place of this.placesByName.get(countryCode + names[0]) ?? []) {
      const distanceDegrees = Math.hypot(Number(place.lat) - latitude, Number(place.lng) - longitude)
      if (distanceDegrees >= nearest) continue
      nearest = distanceDegrees
      bestPlace = place
    }
    return bestPlace && bestPlace.admin1 !== '' ? `${countryCode}.${bestPlace.admin1}` : undefined
  }
}
