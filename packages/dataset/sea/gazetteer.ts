import type { Position } from '@fairway/geo'
import { type GeoNamesPlace, PlaceGrid } from '@fairway/places'
import { foldName } from '@fairway/sea'

/** Normalized names of a settlement, split into main names and other names. */
export interface FoldedNames {
  readonly mainNames: readonly string[]
  readonly otherNames: readonly string[]
}

/** Returns whether a name is an airport code. The gazetteer lists airport codes among the names of towns. */
const isCode = (name: string) => /^[A-Z]{3,5}$/.test(name)

/**
 * Normalizes the names of a settlement. For "Washington, D.C.", both the first part and the whole name are main names.
 */
export function foldNames({ names }: GeoNamesPlace): FoldedNames {
  const [first = ''] = names
  const foldedMainNames = new Set([first, ...first.split(',', 1)].map(foldName).filter(isName))
  const foldedOtherNames = new Set(names.filter((name) => !isCode(name)).map(foldName))
  return {
    mainNames: [...foldedMainNames],
    otherNames: [...foldedOtherNames].filter((name) => isName(name) && !foldedMainNames.has(name)),
  }
}

/** Returns whether a name is valid. Single letters are valid only in scripts where they are words. */
function isName(foldedName: string): boolean {
  return foldedName.length > 1 || /\p{Lo}/u.test(foldedName)
}

/** Settlements by name and country, used to build a table. */
export class Gazetteer {
  private readonly byName = new Map<string, { place: GeoNamesPlace; isMainName: boolean }[]>()
  private readonly grid: PlaceGrid

  constructor(places: readonly GeoNamesPlace[]) {
    this.grid = new PlaceGrid(places)
    for (const place of places) {
      const { mainNames, otherNames } = foldNames(place)
      for (const name of mainNames) this.add(place, name, true)
      for (const name of otherNames) this.add(place, name, false)
    }
  }

  /**
   * Lists the settlements of a country with one of the normalized names. Settlements that match by a main name come
   * first. Within each group, larger settlements come first.
   */
  listByNames(country: string, names: readonly string[]): GeoNamesPlace[] {
    const matches = names.flatMap((name) => this.byName.get(`${country} ${name}`) ?? [])
    const sorted = matches.sort(
      (a, b) => Number(b.isMainName) - Number(a.isMainName) || b.place.population - a.place.population,
    )
    return [...new Set(sorted.map(({ place }) => place))]
  }

  /** Returns whether a country has a settlement within `km` of a position. */
  hasSettlement(country: string, position: Position, km: number): boolean {
    return this.findNearest(country, position, km) !== undefined
  }

  findNearest(country: string, [latitude, longitude]: Position, km: number): GeoNamesPlace | undefined {
    return this.grid.findNearest(latitude, longitude, km, ({ countryCode }) => countryCode === country)
  }

  private add(place: GeoNamesPlace, name: string, isUsual: boolean): void {
    const key = `${place.countryCode} ${name}`
    const namedPlaces = this.byName.get(key)
    if (namedPlaces) namedPlaces.push({ place, isMainName: isUsual })
    else this.byName.set(key, [{ place, isMainName: isUsual }])
  }
}
