import { distanceNm, KILOMETERS_PER_NAUTICAL_MILE, type Position } from '@fairway/geo'
import type { GeoNamesPlace } from '@fairway/places'
import type { Gazetteer } from './gazetteer.ts'
import { countriesOf, namesInTable, type TableNames, type TablePort } from './port-table.ts'

/** A port with a reliable position, and the town it is named after, if known. */
export interface PlacedPort {
  readonly code: string
  readonly names: TableNames
  readonly position: Position
  readonly town?: GeoNamesPlace
}

/** Kilometers to navigable water. Infinity if there is none nearby. */
export type WaterKm = (position: Position) => number

/** Maximum distance of docks from the center of their town. */
const SAME_TOWN_KM = 25
/** A position farther from its town than docks can be, but nearer than this, is a wrong position for the same town. */
const MISPLACED_KM = 100
/** A port farther than this from every settlement of its country lies in another country. */
const ABROAD_KM = 60
/** Maximum distance from water for a plausible port position. */
const AT_THE_WATER_KM = 10
/** Beyond this distance from water, it is not a port of the town. */
const NEAR_WATER_KM = 30
/** A town that is closer to the water than the table's position by this much is preferred. */
const BETTER_KM = 5

/**
 * Determines the position of a port in the table. The table warns that some positions are wrong, so they are compared
 * with settlements of the same name in the code's country: 1. Within 25 km of one, the table is right. If the
 * settlement is at least 5 km closer to water, the settlement is used. 2. If the position with swapped coordinates or a
 * wrong sign lies within 25 km of one, that variant is used. 3. Within 100 km, the table has missed the town. The
 * settlement is used if it has water within 30 km. 4. Farther away, or without such a settlement, the position is
 * accepted if it is in the country and within 10 km of water, because the gazetteer lacks villages. Otherwise the
 * largest settlement of the name with water is used. 5. A position abroad without such a settlement is replaced by a
 * swapped or sign-corrected variant within the country. Without one, the port has no position.
 */
export function placePort(
  code: string,
  port: TablePort,
  gazetteer: Gazetteer,
  waterKm: WaterKm,
): PlacedPort | undefined {
  const names = namesInTable(port)
  const countries = countriesOf(code)
  const towns = countries.flatMap((country) => gazetteer.listCalled(country, names.usual))
  const placed = (position: Position, town?: GeoNamesPlace) => ({ code, names, position, ...(town && { town }) })
  const inTown = (town: GeoNamesPlace) => placed(positionOf(town), town)
  const isAtHome = (position: Position) =>
    countries.some((country) => gazetteer.hasSettlement(country, position, ABROAD_KM))
  const given = givenBy(port)
  if (given) {
    const own = findWithin(towns, given, SAME_TOWN_KM)
    if (own) return waterKm(positionOf(own)) + BETTER_KM <= waterKm(given) ? inTown(own) : placed(given, own)
    for (const turned of turnsOf(given)) {
      const found = findWithin(towns, turned, SAME_TOWN_KM)
      if (found) return placed(turned, found)
    }
    const missed = findWithin(towns, given, MISPLACED_KM)
    if (missed && waterKm(positionOf(missed)) <= NEAR_WATER_KM) return inTown(missed)
    if (isAtHome(given) && waterKm(given) <= AT_THE_WATER_KM) return placed(given)
  }
  const [largest] = towns.filter((town) => waterKm(positionOf(town)) <= NEAR_WATER_KM)
  if (largest) return inTown(largest)
  if (!given) return undefined
  if (isAtHome(given)) return placed(given)
  const turned = turnsOf(given).find(isAtHome)
  return turned && placed(turned)
}

function givenBy({ coordinates }: TablePort): Position | undefined {
  const [longitude, latitude] = coordinates ?? []
  return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
}

function positionOf({ latitude, longitude }: GeoNamesPlace): Position {
  return [latitude, longitude]
}

/** Common typing errors in positions. */
function turnsOf([latitude, longitude]: Position): Position[] {
  const turns: Position[] = [
    [longitude, latitude],
    [latitude, -longitude],
    [-latitude, longitude],
  ]
  return turns.filter(([lat]) => Math.abs(lat) <= 90)
}

/** The largest town within dock distance, otherwise the nearest. */
function findWithin(towns: readonly GeoNamesPlace[], at: Position, km: number): GeoNamesPlace | undefined {
  const near = towns.map((town) => ({ town, km: kilometersTo(town, at) })).filter((one) => one.km <= km)
  const own = near.find((one) => one.km <= SAME_TOWN_KM)
  return (own ?? near.sort((a, b) => a.km - b.km)[0])?.town
}

function kilometersTo({ latitude, longitude }: GeoNamesPlace, at: Position): number {
  return distanceNm(latitude, longitude, at[0], at[1]) * KILOMETERS_PER_NAUTICAL_MILE
}
