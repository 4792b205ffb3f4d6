import { getTrafficRegion } from '../../roads/rules/speed/country.ts'
import type { RawPlaces } from '../collect/raw-places.ts'
import { NO_STRING } from '../collect/texts.ts'
import { type Area, foldName, toImportance } from './area.ts'
import type { AreaFinder } from './area-finder.ts'

/** Minimum number of houses that a postal town must have. */
const MIN_HOUSES_PER_TOWN = 10

/** Finds towns that occur in addresses but not on the map, such as postal towns and towns outside the extract. */
export function findPostalTowns({ houses, strings }: RawPlaces, finder: AreaFinder): Area[] {
  const houseSumsByCity = new Map<number, { count: number; latitude: number; longitude: number } | null>()
  for (let house = 0; house < houses.count; house++) {
    const city = houses.city[house]
    if (city === NO_STRING || houses.number[house] === NO_STRING) continue
    const latitude = houses.latitude[house] / 1e7
    const longitude = houses.longitude[house] / 1e7
    let sum = houseSumsByCity.get(city)
    if (sum === undefined) {
      // One lookup per name is enough, because all houses with this town name are near the same place.
      const isKnownPlace = finder.findByName(strings.findString(city) ?? '', latitude, longitude) !== undefined
      sum = isKnownPlace ? null : { count: 0, latitude: 0, longitude: 0 }
      houseSumsByCity.set(city, sum)
    }
    if (!sum) continue
    sum.count++
    sum.latitude += latitude
    sum.longitude += longitude
  }
  const towns: Area[] = []
  for (const [city, sum] of houseSumsByCity) {
    const name = strings.findString(city) ?? ''
    if (!sum || sum.count < MIN_HOUSES_PER_TOWN || foldName(name) === '') continue
    const latitude = sum.latitude / sum.count
    const longitude = sum.longitude / sum.count
    const population = 3 * sum.count
    towns.push({
      level: 'settlement',
      kind: 'village',
      names: [name],
      byLanguage: {},
      latitude,
      longitude,
      population,
      importance: toImportance(population, 'settlement'),
      polygon: undefined,
      adminLevel: undefined,
      postcode: undefined,
      osm: '',
      countryCode: getTrafficRegion(latitude, longitude).country,
      regionCode: undefined,
    })
  }
  return towns
}
