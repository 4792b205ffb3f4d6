import { foldedName } from './areas/area.ts'
import type { AreaFinder } from './areas/area-finder.ts'
import type { RawPlaces } from './collect/raw-places.ts'
import { NO_TEXT } from './collect/texts.ts'
import type { Homes } from './streets/build-streets.ts'

export const NO_HOME = -1

/**
 * Assigns addresses to settlements: the one whose border contains the address, unless the address names another one.
 * Postal towns differ from administrative ones.
 */
export class AddressHomes implements Homes {
  private readonly raw: RawPlaces
  private readonly finder: AreaFinder
  private readonly called = new Map<number, Set<string>>()
  private readonly folded = new Map<number, string>()

  constructor(raw: RawPlaces, finder: AreaFinder) {
    this.raw = raw
    this.finder = finder
  }

  at(latitude: number, longitude: number): number {
    return this.finder.settlementAt(latitude, longitude) ?? NO_HOME
  }

  readonly isDrawn = (home: number): boolean => this.finder.areas[home]?.polygon !== undefined

  ofHouse(house: number): number {
    const { houses, texts } = this.raw
    const latitude = houses.latitude[house] / 1e7
    const longitude = houses.longitude[house] / 1e7
    const here = this.at(latitude, longitude)
    const city = houses.city[house]
    if (city === NO_TEXT || this.isCalled(here, city)) return here
    return this.finder.named(texts.textOf(city) ?? '', latitude, longitude) ?? here
  }

  private isCalled(area: number, text: number): boolean {
    if (area === NO_HOME) return false
    let names = this.called.get(area)
    if (!names) {
      names = new Set(this.finder.areas[area].names.map(foldedName))
      this.called.set(area, names)
    }
    let folded = this.folded.get(text)
    if (folded === undefined) {
      folded = foldedName(this.raw.texts.textOf(text) ?? '')
      this.folded.set(text, folded)
    }
    return names.has(folded)
  }
}
