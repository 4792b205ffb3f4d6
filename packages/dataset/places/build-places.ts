import { type HouseRecord, type PlaceIndex, PlacesBuilder, writeDetails } from '@fairway/places'
import type { CompileOptions } from '../compile-options.ts'
import { placeAt } from '../roads/rules/speed/country.ts'
import { AreaFinder } from './areas/area-finder.ts'
import { AreaTree } from './areas/area-tree.ts'
import { buildAreas } from './areas/build-areas.ts'
import { readGazetteerAround } from './areas/gazetteer-around.ts'
import { findPostalTowns } from './areas/postal-towns.ts'
import { Survey } from './areas/survey.ts'
import type { RawPlaces } from './collect/raw-places.ts'
import { NO_TEXT } from './collect/texts.ts'
import { AddressHomes, NO_HOME } from './homes.ts'
import { Postcodes } from './postcodes.ts'
import { buildStreets } from './streets/build-streets.ts'
import { findStreetKeys } from './streets/street-keys.ts'
import type { Street } from './streets/to-street.ts'

/** Maximum distance of a house from the hamlet it is numbered in. */
const HAMLET_METERS = 10_000

/** Builds the index of an extract: areas, streets with their houses, points of interest, and postal codes. */
export function buildPlaces(raw: RawPlaces, onProgress: CompileOptions['onProgress']): PlaceIndex {
  const stage = 'sorting places'
  onProgress({ stage, fraction: 0 })
  const finder = findAreas(raw)
  const builder = new PlacesBuilder()
  const { housesOf, hasPlace } = housesOfHamlets(raw, finder)
  const tree = new AreaTree(builder, finder.finder, finder.gazetteer, housesOf)
  const places = new PlaceWriter(builder, finder.finder, tree)
  for (const [number, { osm }] of finder.finder.areas.entries()) if (osm !== '') tree.entryOf(number)
  onProgress({ stage, fraction: 0.2 })
  const keys = findStreetKeys(raw, hasPlace)
  onProgress({ stage, fraction: 0.4 })
  for (const street of buildStreets(raw, keys, new AddressHomes(raw, finder.finder))) places.addStreet(street)
  onProgress({ stage, fraction: 0.9 })
  places.addPois(raw)
  places.addPostcodes(raw)
  onProgress({ stage, fraction: 1 })
  onProgress({ stage: 'indexing places', fraction: 0 })
  const index = builder.build()
  onProgress({ stage: 'indexing places', fraction: 1 })
  return index
}

function findAreas(raw: RawPlaces) {
  const survey = new Survey(raw)
  const gazetteer = readGazetteerAround(survey.countries())
  const near = gazetteer.places.filter((place) => survey.isNear(place))
  const known = buildAreas(raw.areas, near)
  const towns = findPostalTowns(raw, new AreaFinder(known))
  return { gazetteer, finder: new AreaFinder([...known, ...towns]) }
}

/** Houses numbered within a settlement instead of along a street. */
function housesOfHamlets(raw: RawPlaces, { finder }: { finder: AreaFinder }) {
  const { houses, texts } = raw
  const housesOf = new Map<number, HouseRecord[]>()
  const placed = new Set<number>()
  for (let house = 0; house < houses.count; house++) {
    const isHere = houses.street[house] === NO_TEXT && houses.place[house] !== NO_TEXT
    if (!isHere || houses.number[house] === NO_TEXT) continue
    const latitude = houses.latitude[house] / 1e7
    const longitude = houses.longitude[house] / 1e7
    const area = finder.named(texts.textOf(houses.place[house]) ?? '', latitude, longitude, HAMLET_METERS)
    if (area === undefined) continue
    placed.add(house)
    const record = { number: texts.textOf(houses.number[house]) ?? '', latitude, longitude }
    const known = housesOf.get(area)
    if (known) known.push(record)
    else housesOf.set(area, [record])
  }
  return { housesOf, hasPlace: (house: number) => placed.has(house) }
}

class PlaceWriter {
  private readonly builder: PlacesBuilder
  private readonly finder: AreaFinder
  private readonly tree: AreaTree
  private readonly postcodes = new Postcodes()

  constructor(builder: PlacesBuilder, finder: AreaFinder, tree: AreaTree) {
    this.builder = builder
    this.finder = finder
    this.tree = tree
  }

  addStreet(street: Street): void {
    const { latitude, longitude, postcode, home, houses, shape } = street
    const countryCode = placeAt(latitude, longitude).country
    const parent = this.parentOf(street, countryCode)
    const details = writeDetails({ names: street.byLanguage, postcode: postcode ?? '' })
    const { names, importance } = street
    this.builder.add({
      kind: 'street',
      ...{ names, latitude, longitude, importance, parent, countryCode, postcode, houses, shape, details },
    })
    if (postcode === undefined) return
    const town = home === NO_HOME ? parent : this.tree.entryOf(home)
    this.postcodes.add(postcode, countryCode, latitude, longitude, houses.length + 1, town)
  }

  /** Returns the part of the town if the whole street lies in it, otherwise the town. */
  private parentOf({ home, shape, houses, latitude, longitude }: Street, country: string | undefined) {
    if (home === NO_HOME) return this.tree.regionEntry(latitude, longitude, country)
    const parts = new Set<number | undefined>()
    // Houses lie next to their street, so they are only used where the street is not mapped.
    const points = shape.length > 0 ? shape : houses.map((house) => [house.latitude, house.longitude] as const)
    for (const [lat, lon] of points) {
      parts.add(this.finder.partAt(lat, lon))
      if (parts.size > 1) break
    }
    const [part] = parts
    return this.tree.entryOf(parts.size === 1 && part !== undefined && this.isPartOf(part, home) ? part : home)
  }

  private isPartOf(part: number, home: number): boolean {
    const { latitude, longitude } = this.finder.areas[part]
    return this.finder.settlementAt(latitude, longitude) === home
  }

  addPois({ pois }: RawPlaces): void {
    for (const poi of pois) {
      const { latitude, longitude } = poi
      const countryCode = placeAt(latitude, longitude).country
      const home = this.finder.settlementAt(latitude, longitude)
      const part = this.finder.partAt(latitude, longitude)
      const area = part !== undefined && home !== undefined && this.isPartOf(part, home) ? part : home
      const parent =
        area === undefined ? this.tree.regionEntry(latitude, longitude, countryCode) : this.tree.entryOf(area)
      this.builder.add({ kind: 'poi', ...poi, parent, countryCode })
      const town = home === undefined ? undefined : this.tree.entryOf(home)
      if (poi.postcode !== undefined) this.postcodes.add(poi.postcode, countryCode, latitude, longitude, 1, town)
    }
  }

  addPostcodes({ areas }: RawPlaces): void {
    for (const { isPostcode, postcode, latitude, longitude, polygon } of areas) {
      if (postcode === undefined) continue
      const countryCode = placeAt(latitude, longitude).country
      const home = this.finder.settlementAt(latitude, longitude)
      const town = home === undefined ? undefined : this.tree.entryOf(home)
      this.postcodes.add(postcode, countryCode, latitude, longitude, 1, town)
      if (isPostcode && polygon) this.postcodes.addBoundary(postcode, countryCode, polygon)
    }
    this.postcodes.writeTo(this.builder)
  }
}
