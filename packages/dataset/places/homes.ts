import { foldName } from './areas/area.ts'
import type { AreaFinder } from './areas/area-finder.ts'
import type { RawPlaces } from './collect/raw-places.ts'
import { NO_STRING } from './collect/texts.ts'
import type { SettlementLookup } from './streets/build-streets.ts'

export const NO_SETTLEMENT = -1

/**
 * Assigns addresses to settlements. An address belongs to the settlement that contains it, unless the address names
 * another town. Postal towns can differ from administrative towns.
 */
export class AddressSettlements implements SettlementLookup {
  private readonly rawPlaces: RawPlaces
  private readonly finder: AreaFinder
  private readonly namesByArea = new Map<number, Set<string>>()
  private readonly foldedNameByString = new Map<number, string>()

  constructor(rawPlaces: RawPlaces, finder: AreaFinder) {
    this.rawPlaces = rawPlaces
    this.finder = finder
  }

  findAt(latitude: number, longitude: number): number {
    return this.finder.settlementAt(latitude, longitude) ?? NO_SETTLEMENT
  }

  readonly hasPolygon = (home: number): boolean => this.finder.areas[home]?.polygon !== undefined

  findForHouse(house: number): number {
    const { houses, strings } = this.rawPlaces
    const latitude = houses.latitude[house] / 1e7
    const longitude = houses.longitude[house] / 1e7
    const containingSettlement = this.findAt(latitude, longitude)
    const city = houses.city[house]
    if (city === NO_STRING || this.hasName(containingSettlement, city)) return containingSettlement
    return this.finder.findByName(strings.findString(city) ?? '', latitude, longitude) ?? containingSettlement
  }

  private hasName(area: number, nameIndex: number): boolean {
    if (area === NO_SETTLEMENT) return false
    let names = this.namesByArea.get(area)
    if (!names) {
      names = new Set(this.finder.areas[area].names.map(foldName))
      this.namesByArea.set(area, names)
    }
    let foldedName = this.foldedNameByString.get(nameIndex)
    if (foldedName === undefined) {
      foldedName = foldName(this.rawPlaces.strings.findString(nameIndex) ?? '')
      this.foldedNameByString.set(nameIndex, foldedName)
    }
    return names.has(foldedName)
  }
}
