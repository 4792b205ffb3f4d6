import {
  countryImportance,
  type GeoNamesPlace,
  type HouseRecord,
  type PlacesBuilder,
  regionImportance,
  writeDetails,
} from '@fairway/places'
import type { AreaFinder } from './area-finder.ts'
import type { GazetteerAround } from './gazetteer-around.ts'
import { NearestOf } from './nearest-of.ts'

/** Adds an area to the index when something lies in it, together with its parent areas. */
export class AreaTree {
  private readonly builder: PlacesBuilder
  private readonly finder: AreaFinder
  private readonly gazetteer: GazetteerAround
  private readonly housesOf: ReadonlyMap<number, readonly HouseRecord[]>
  private readonly added = new Map<number, number>()
  private readonly regions = new Map<string, number | undefined>()
  private readonly countries = new Map<string, number | undefined>()
  private readonly nearest: NearestOf

  constructor(
    builder: PlacesBuilder,
    finder: AreaFinder,
    gazetteer: GazetteerAround,
    housesOf: ReadonlyMap<number, readonly HouseRecord[]>,
  ) {
    this.builder = builder
    this.finder = finder
    this.gazetteer = gazetteer
    this.housesOf = housesOf
    this.nearest = new NearestOf(gazetteer.places)
  }

  /** Returns the entry number in the builder. */
  entryOf(number: number): number {
    const known = this.added.get(number)
    if (known !== undefined) return known
    const area = this.finder.areas[number]
    const entry = this.builder.add({
      kind: area.kind,
      names: area.names,
      latitude: area.latitude,
      longitude: area.longitude,
      importance: area.importance,
      parent: this.parentOf(number),
      countryCode: area.countryCode,
      postcode: area.postcode,
      houses: this.housesOf.get(number),
      details: writeDetails({ names: area.byLanguage, postcode: area.postcode ?? '', osm: area.osm }),
    })
    this.added.set(number, entry)
    return entry
  }

  /** A point outside all settlements still lies in a region. */
  regionEntry(latitude: number, longitude: number, country: string | undefined): number | undefined {
    if (country === undefined) return undefined
    const { places } = this.gazetteer
    const near = this.nearest.find(latitude, longitude, { limit: 20 })
    const place = near.map(({ point }) => places[point]).find(({ countryCode }) => countryCode === country)
    return this.entryOfRegion(place?.regionCode, country)
  }

  private parentOf(number: number): number | undefined {
    const { latitude, longitude, level, countryCode, regionCode } = this.finder.areas[number]
    const settlement = level === 'part' ? this.finder.settlementAt(latitude, longitude) : undefined
    if (settlement !== undefined) return this.entryOf(settlement)
    const county = level === 'county' ? undefined : this.finder.countyAt(latitude, longitude)
    if (county !== undefined) return this.entryOf(county)
    if (level === 'county' && this.holdsRegions(number)) return this.entryOfCountry(countryCode ?? '')
    if (regionCode !== undefined && countryCode !== undefined) return this.entryOfRegion(regionCode, countryCode)
    return this.regionEntry(latitude, longitude, countryCode)
  }

  /** In small countries the gazetteer's regions are towns, and a county contains several. */
  private holdsRegions(number: number): boolean {
    const { polygon } = this.finder.areas[number]
    const inside = this.gazetteer.places.filter(({ latitude, longitude }) => polygon?.contains(latitude, longitude))
    return new Set(inside.map(({ regionCode }) => regionCode)).size > 1
  }

  private entryOfRegion(code: string | undefined, country: string): number | undefined {
    if (code === undefined) return this.entryOfCountry(country)
    if (this.regions.has(code)) return this.regions.get(code)
    const name = this.gazetteer.regions.get(code)
    const inside = this.gazetteer.places.filter(({ regionCode }) => regionCode === code)
    const entry =
      name === undefined || inside.length === 0 ? this.entryOfCountry(country) : this.addRegion(code, name, inside)
    this.regions.set(code, entry)
    return entry
  }

  private addRegion(code: string, name: string, inside: readonly GeoNamesPlace[]): number {
    const [country, letters] = code.split('.')
    const seat = inside.find(({ names }) => names[0] === name)
    return this.builder.add({
      kind: 'region',
      // US addresses abbreviate the state. A region named like its main town has that name in all languages.
      names: [name, ...(country === 'US' ? [letters] : []), ...(seat?.names ?? [])],
      importance: regionImportance(populationOf(inside)),
      parent: this.entryOfCountry(country),
      countryCode: country,
      ...seatOf(inside),
    })
  }

  private entryOfCountry(code: string): number | undefined {
    if (this.countries.has(code)) return this.countries.get(code)
    const names = this.gazetteer.countries.find((country) => country.code === code)?.names
    const inside = this.gazetteer.places.filter(({ countryCode }) => countryCode === code)
    const importance = countryImportance(populationOf(inside))
    const entry =
      names === undefined || inside.length === 0
        ? undefined
        : this.builder.add({ kind: 'country', names, importance, countryCode: code, ...seatOf(inside) })
    this.countries.set(code, entry)
    return entry
  }
}

function populationOf(places: readonly GeoNamesPlace[]): number {
  return places.reduce((sum, { population }) => sum + population, 0)
}

/** The location of its capital, otherwise of its largest place. */
function seatOf(places: readonly GeoNamesPlace[]): { latitude: number; longitude: number } {
  const rank = ({ featureCode, population }: GeoNamesPlace) =>
    (featureCode === 'PPLC' ? 2e10 : featureCode === 'PPLA' ? 1e10 : 0) + population
  const { latitude, longitude } = places.reduce((best, place) => (rank(place) > rank(best) ? place : best))
  return { latitude, longitude }
}
