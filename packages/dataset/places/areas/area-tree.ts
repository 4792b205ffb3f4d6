import {
  computeCountryImportance,
  computeRegionImportance,
  type GeoNamesPlace,
  type HouseRecord,
  type PlacesBuilder,
  writeDetails,
} from '@fairway/places'
import type { AreaFinder } from './area-finder.ts'
import type { CountryGazetteer } from './gazetteer-around.ts'
import { NearestIndex } from './nearest-of.ts'

/** Adds an area and its parent areas to the index as soon as the area contains an entry. */
export class AreaTree {
  private readonly builder: PlacesBuilder
  private readonly finder: AreaFinder
  private readonly gazetteer: CountryGazetteer
  private readonly housesByArea: ReadonlyMap<number, readonly HouseRecord[]>
  private readonly entryByArea = new Map<number, number>()
  private readonly entryByRegion = new Map<string, number | undefined>()
  private readonly entryByCountry = new Map<string, number | undefined>()
  private readonly nearestPlaces: NearestIndex

  constructor(
    builder: PlacesBuilder,
    finder: AreaFinder,
    gazetteer: CountryGazetteer,
    housesOf: ReadonlyMap<number, readonly HouseRecord[]>,
  ) {
    this.builder = builder
    this.finder = finder
    this.gazetteer = gazetteer
    this.housesByArea = housesOf
    this.nearestPlaces = new NearestIndex(gazetteer.places)
  }

  /** Returns the entry number in the builder and adds the area if necessary. */
  getAreaEntry(number: number): number {
    const areaEntry = this.entryByArea.get(number)
    if (areaEntry !== undefined) return areaEntry
    const area = this.finder.areas[number]
    const entry = this.builder.add({
      kind: area.kind,
      names: area.names,
      latitude: area.latitude,
      longitude: area.longitude,
      importance: area.importance,
      parent: this.findParentEntry(number),
      countryCode: area.countryCode,
      postcode: area.postcode,
      houses: this.housesByArea.get(number),
      details: writeDetails({ names: area.byLanguage, postcode: area.postcode ?? '', osm: area.osm }),
    })
    this.entryByArea.set(number, entry)
    return entry
  }

  /** Returns the region of a point outside all settlements. */
  findRegionEntry(latitude: number, longitude: number, country: string | undefined): number | undefined {
    if (country === undefined) return undefined
    const { places } = this.gazetteer
    const nearbyPlaces = this.nearestPlaces.find(latitude, longitude, { limit: 20 })
    const place = nearbyPlaces.map(({ point }) => places[point]).find(({ countryCode }) => countryCode === country)
    return this.findOrAddRegion(place?.regionCode, country)
  }

  private findParentEntry(number: number): number | undefined {
    const { latitude, longitude, level, countryCode, regionCode } = this.finder.areas[number]
    const settlement = level === 'part' ? this.finder.settlementAt(latitude, longitude) : undefined
    if (settlement !== undefined) return this.getAreaEntry(settlement)
    const county = level === 'county' ? undefined : this.finder.countyAt(latitude, longitude)
    if (county !== undefined) return this.getAreaEntry(county)
    if (level === 'county' && this.containsRegions(number)) return this.findOrAddCountry(countryCode ?? '')
    if (regionCode !== undefined && countryCode !== undefined) return this.findOrAddRegion(regionCode, countryCode)
    return this.findRegionEntry(latitude, longitude, countryCode)
  }

  /** Returns whether a county contains multiple regions. In small countries, the regions of the gazetteer are towns. */
  private containsRegions(number: number): boolean {
    const { polygon } = this.finder.areas[number]
    const placesInside = this.gazetteer.places.filter(({ latitude, longitude }) =>
      polygon?.contains(latitude, longitude),
    )
    return new Set(placesInside.map(({ regionCode }) => regionCode)).size > 1
  }

  private findOrAddRegion(code: string | undefined, country: string): number | undefined {
    if (code === undefined) return this.findOrAddCountry(country)
    if (this.entryByRegion.has(code)) return this.entryByRegion.get(code)
    const name = this.gazetteer.regions.get(code)
    const placesInside = this.gazetteer.places.filter(({ regionCode }) => regionCode === code)
    const entry =
      name === undefined || placesInside.length === 0
        ? this.findOrAddCountry(country)
        : this.addRegion(code, name, placesInside)
    this.entryByRegion.set(code, entry)
    return entry
  }

  private addRegion(code: string, name: string, placesInside: readonly GeoNamesPlace[]): number {
    const [country, letters] = code.split('.')
    const seat = placesInside.find(({ names }) => names[0] === name)
    return this.builder.add({
      kind: 'region',
      // US addresses abbreviate the state. A region named after its main town has the names of that town in all
      // languages.
      names: [name, ...(country === 'US' ? [letters] : []), ...(seat?.names ?? [])],
      importance: computeRegionImportance(sumPopulation(placesInside)),
      parent: this.findOrAddCountry(country),
      countryCode: country,
      ...findSeat(placesInside),
    })
  }

  private findOrAddCountry(code: string): number | undefined {
    if (this.entryByCountry.has(code)) return this.entryByCountry.get(code)
    const names = this.gazetteer.countries.find((country) => country.code === code)?.names
    const placesInside = this.gazetteer.places.filter(({ countryCode }) => countryCode === code)
    const importance = computeCountryImportance(sumPopulation(placesInside))
    const entry =
      names === undefined || placesInside.length === 0
        ? undefined
        : this.builder.add({ kind: 'country', names, importance, countryCode: code, ...findSeat(placesInside) })
    this.entryByCountry.set(code, entry)
    return entry
  }
}

function sumPopulation(places: readonly GeoNamesPlace[]): number {
  return places.reduce((sum, { population }) => sum + population, 0)
}

/** Returns the location of the area's capital, or of its largest place if it has no capital. */
function findSeat(places: readonly GeoNamesPlace[]): { latitude: number; longitude: number } {
  const seatRank = ({ featureCode, population }: GeoNamesPlace) =>
    (featureCode === 'PPLC' ? 2e10 : featureCode === 'PPLA' ? 1e10 : 0) + population
  const { latitude, longitude } = places.reduce((bestPlace, place) =>
    seatRank(place) > seatRank(bestPlace) ? place : bestPlace,
  )
  return { latitude, longitude }
}
