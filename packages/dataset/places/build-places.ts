import { type HouseRecord, type PlaceIndex, PlacesBuilder, writeDetails } from '@fairway/places'
import type { CompileOptions } from '../compile-options.ts'
import { getTrafficRegion } from '../roads/rules/speed/country.ts'
import { AreaFinder } from './areas/area-finder.ts'
import { AreaTree } from './areas/area-tree.ts'
import { buildAreas } from './areas/build-areas.ts'
import { readCountryGazetteer } from './areas/gazetteer-around.ts'
import { findPostalTowns } from './areas/postal-towns.ts'
import { ExtractCoverage } from './areas/survey.ts'
import type { RawPlaces } from './collect/raw-places.ts'
import { NO_STRING } from './collect/texts.ts'
import { AddressSettlements, NO_SETTLEMENT } from './homes.ts'
import { Postcodes } from './postcodes.ts'
import { buildStreets } from './streets/build-streets.ts'
import { findStreetKeys } from './streets/street-keys.ts'
import type { Street } from './streets/to-street.ts'

/** Maximum distance in meters between a house and the hamlet of its address. */
const MAX_HAMLET_DISTANCE_METERS = 10_000

/** Builds the place index of an extract: areas, streets with their houses, points of interest and postal codes. */
export function buildPlaces(rawPlaces: RawPlaces, onProgress: CompileOptions['onProgress']): PlaceIndex {
  const stage = 'sorting places'
  onProgress({ stage, fraction: 0 })
  const finder = buildAreaFinder(rawPlaces)
  const builder = new PlacesBuilder()
  const { housesOf, hasPlace } = groupHamletHouses(rawPlaces, finder)
  const tree = new AreaTree(builder, finder.finder, finder.gazetteer, housesOf)
  const writer = new PlaceWriter(builder, finder.finder, tree)
  for (const [number, { osm }] of finder.finder.areas.entries()) if (osm !== '') tree.getAreaEntry(number)
  onProgress({ stage, fraction: 0.2 })
  const streetKeys = findStreetKeys(rawPlaces, hasPlace)
  onProgress({ stage, fraction: 0.4 })
  for (const street of buildStreets(rawPlaces, streetKeys, new AddressSettlements(rawPlaces, finder.finder)))
    writer.addStreet(street)
  onProgress({ stage, fraction: 0.9 })
  writer.addPois(rawPlaces)
  writer.addPostcodes(rawPlaces)
  onProgress({ stage, fraction: 1 })
  onProgress({ stage: 'indexing places', fraction: 0 })
  const index = builder.build()
  onProgress({ stage: 'indexing places', fraction: 1 })
  return index
}

function buildAreaFinder(rawPlaces: RawPlaces) {
  const extractCoverage = new ExtractCoverage(rawPlaces)
  const gazetteer = readCountryGazetteer(extractCoverage.listCountries())
  const nearbyPlaces = gazetteer.places.filter((place) => extractCoverage.isNear(place))
  const mappedAreas = buildAreas(rawPlaces.areas, nearbyPlaces)
  const towns = findPostalTowns(rawPlaces, new AreaFinder(mappedAreas))
  return { gazetteer, finder: new AreaFinder([...mappedAreas, ...towns]) }
}

/** Groups the houses that are numbered within a settlement instead of along a street. */
function groupHamletHouses(rawPlaces: RawPlaces, { finder }: { finder: AreaFinder }) {
  const { houses, strings } = rawPlaces
  const housesByArea = new Map<number, HouseRecord[]>()
  const assignedHouses = new Set<number>()
  for (let house = 0; house < houses.count; house++) {
    const isNumberedInPlace = houses.street[house] === NO_STRING && houses.place[house] !== NO_STRING
    if (!isNumberedInPlace || houses.number[house] === NO_STRING) continue
    const latitude = houses.latitude[house] / 1e7
    const longitude = houses.longitude[house] / 1e7
    const area = finder.findByName(
      strings.findString(houses.place[house]) ?? '',
      latitude,
      longitude,
      MAX_HAMLET_DISTANCE_METERS,
    )
    if (area === undefined) continue
    assignedHouses.add(house)
    const record = { number: strings.findString(houses.number[house]) ?? '', latitude, longitude }
    const areaHouses = housesByArea.get(area)
    if (areaHouses) areaHouses.push(record)
    else housesByArea.set(area, [record])
  }
  return { housesOf: housesByArea, hasPlace: (house: number) => assignedHouses.has(house) }
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
    const { latitude, longitude, postcode, settlement, houses, shape } = street
    const countryCode = getTrafficRegion(latitude, longitude).country
    const parent = this.findParentEntry(street, countryCode)
    const details = writeDetails({ names: street.byLanguage, postcode: postcode ?? '' })
    const { names, importance } = street
    this.builder.add({
      kind: 'street',
      ...{ names, latitude, longitude, importance, parent, countryCode, postcode, houses, shape, details },
    })
    if (postcode === undefined) return
    const town = settlement === NO_SETTLEMENT ? parent : this.tree.getAreaEntry(settlement)
    this.postcodes.add(postcode, countryCode, latitude, longitude, houses.length + 1, town)
  }

  /** Returns the part of the town if the whole street is in that part, otherwise the town. */
  private findParentEntry({ settlement, shape, houses, latitude, longitude }: Street, country: string | undefined) {
    if (settlement === NO_SETTLEMENT) return this.tree.findRegionEntry(latitude, longitude, country)
    const suburbs = new Set<number | undefined>()
    // Use the houses only if the street is not mapped, because houses can be outside the part that contains the street.
    const points = shape.length > 0 ? shape : houses.map((house) => [house.latitude, house.longitude] as const)
    for (const [lat, lon] of points) {
      suburbs.add(this.finder.suburbAt(lat, lon))
      if (suburbs.size > 1) break
    }
    const [suburb] = suburbs
    return this.tree.getAreaEntry(
      suburbs.size === 1 && suburb !== undefined && this.isSuburbOf(suburb, settlement) ? suburb : settlement,
    )
  }

  private isSuburbOf(suburb: number, home: number): boolean {
    const { latitude, longitude } = this.finder.areas[suburb]
    return this.finder.settlementAt(latitude, longitude) === home
  }

  addPois({ pois }: RawPlaces): void {
    for (const poi of pois) {
      const { latitude, longitude } = poi
      const countryCode = getTrafficRegion(latitude, longitude).country
      const poiSettlement = this.finder.settlementAt(latitude, longitude)
      const suburb = this.finder.suburbAt(latitude, longitude)
      const area =
        suburb !== undefined && poiSettlement !== undefined && this.isSuburbOf(suburb, poiSettlement)
          ? suburb
          : poiSettlement
      const parent =
        area === undefined ? this.tree.findRegionEntry(latitude, longitude, countryCode) : this.tree.getAreaEntry(area)
      this.builder.add({ kind: 'poi', ...poi, parent, countryCode })
      const town = poiSettlement === undefined ? undefined : this.tree.getAreaEntry(poiSettlement)
      if (poi.postcode !== undefined) this.postcodes.add(poi.postcode, countryCode, latitude, longitude, 1, town)
    }
  }

  addPostcodes({ areas }: RawPlaces): void {
    for (const { isPostcode, postcode, latitude, longitude, polygon } of areas) {
      if (postcode === undefined) continue
      const countryCode = getTrafficRegion(latitude, longitude).country
      const home = this.finder.settlementAt(latitude, longitude)
      const town = home === undefined ? undefined : this.tree.getAreaEntry(home)
      this.postcodes.add(postcode, countryCode, latitude, longitude, 1, town)
      if (isPostcode && polygon) this.postcodes.addBoundary(postcode, countryCode, polygon)
    }
    this.postcodes.writeTo(this.builder)
  }
}
