import type { Position } from '@fairway/geo'
import { type GeoNamesPlace, PlaceGrid } from '@fairway/places'
import { foldName } from '@fairway/sea'

/** Folded names of a settlement: the main names and all others. */
export interface FoldedNames {
  readonly usual: readonly string[]
  readonly others: readonly string[]
}

/** Airport codes are listed among the names of towns. */
const isCode = (name: string) => /^[A-Z]{3,5}$/.test(name)

/** For "Washington, D.C.", the first part counts as a main name, like the whole. */
export function foldNames({ names }: GeoNamesPlace): FoldedNames {
  const [first = ''] = names
  const usual = new Set([first, ...first.split(',', 1)].map(foldName).filter(isName))
  const others = new Set(names.filter((name) => !isCode(name)).map(foldName))
  return { usual: [...usual], others: [...others].filter((name) => isName(name) && !usual.has(name)) }
}

/** Single letters are valid names only in scripts where they are words. */
function isName(folded: string): boolean {
  return folded.length > 1 || /\p{Lo}/u.test(folded)
}

/** Settlements by name and country, used while building a table. */
export class Gazetteer {
  private readonly byName = new Map<string, { place: GeoNamesPlace; isUsual: boolean }[]>()
  private readonly grid: PlaceGrid

  constructor(places: readonly GeoNamesPlace[]) {
    this.grid = new PlaceGrid(places)
    for (const place of places) {
      const { usual, others } = foldNames(place)
      for (const name of usual) this.add(place, name, true)
      for (const name of others) this.add(place, name, false)
    }
  }

  /** Settlements of a country with one of the (folded) names. Main names come before others, largest first. */
  listCalled(country: string, names: readonly string[]): GeoNamesPlace[] {
    const found = names.flatMap((name) => this.byName.get(`${country} ${name}`) ?? [])
    const sorted = found.sort(
      (a, b) => Number(b.isUsual) - Number(a.isUsual) || b.place.population - a.place.population,
    )
    return [...new Set(sorted.map(({ place }) => place))]
  }

  /** Whether a country has a settlement nearby. */
  hasSettlement(country: string, position: Position, km: number): boolean {
    return this.nearest(country, position, km) !== undefined
  }

  nearest(country: string, [latitude, longitude]: Position, km: number): GeoNamesPlace | undefined {
    return this.grid.nearest(latitude, longitude, km, ({ countryCode }) => countryCode === country)
  }

  private add(place: GeoNamesPlace, name: string, isUsual: boolean): void {
    const key = `${place.countryCode} ${name}`
    const known = this.byName.get(key)
    if (known) known.push({ place, isUsual })
    else this.byName.set(key, [{ place, isUsual }])
  }
}
