import type { GeoNamesPlace } from '@fairway/places'
import { distanceNm, KILOMETERS_PER_NAUTICAL_MILE, type Position } from '@fairway/sea'
import type { Gazetteer } from './gazetteer.ts'
import { countriesOf, namesInTable, type TableNames, type TablePort } from './port-table.ts'

/** A port with a position that can be trusted, and the town it is named after, if that is known. */
export interface PlacedPort {
  readonly code: string
  readonly names: TableNames
  readonly position: Position
  readonly town?: GeoNamesPlace
}

/** Kilometres to navigable water; Infinity when there is none near. */
export type WaterKm = (position: Position) => number

/** As far as docks lie from the middle of their town. */
const SAME_TOWN_KM = 25
/** A position that is farther off its town than docks may be, and nearer than this, is a wrong one of the same town. */
const MISPLACED_KM = 100
/** So far from every settlement of its country, a port lies in another one. */
const ABROAD_KM = 60
/** Where ports are. */
const AT_THE_WATER_KM = 10
/** Beyond, it is no port of the town. */
const NEAR_WATER_KM = 30
/** A town that is so much nearer to the water than the table's position is the better one. */
const BETTER_KM = 5

/**
 * Where a port of the table lies. The table warns that not all of its positions are right; the gazetteer has the
 * settlements of the same name in the country of the code:
 *
 * 1. within 25 km of one, the table is right; where that settlement is nearer to the water by 5 km or more, it is taken;
 * 2. swapped, or with a wrong sign, within 25 km of one, or where the table's own is abroad, within the country: so it is;
 * 3. within 100 km, the table has missed the town: the settlement, if it has water within 30 km;
 * 4. farther, or without such a settlement: right if it is in the country and within 10 km of water, as villages are
 *    missing in the gazetteer; else the largest settlement of the name with water;
 * 5. abroad and without such a settlement it is nowhere.
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

/** The mistakes that are made when positions are typed. */
function turnsOf([latitude, longitude]: Position): Position[] {
  const turns: Position[] = [
    [longitude, latitude],
    [latitude, -longitude],
    [-latitude, longitude],
  ]
  return turns.filter(([lat]) => Math.abs(lat) <= 90)
}

/** The largest one as near as docks are, else the nearest. */
function findWithin(towns: readonly GeoNamesPlace[], at: Position, km: number): GeoNamesPlace | undefined {
  const near = towns.map((town) => ({ town, km: kilometersTo(town, at) })).filter((one) => one.km <= km)
  const own = near.find((one) => one.km <= SAME_TOWN_KM)
  return (own ?? near.sort((a, b) => a.km - b.km)[0])?.town
}

function kilometersTo({ latitude, longitude }: GeoNamesPlace, at: Position): number {
  return distanceNm(latitude, longitude, at[0], at[1]) * KILOMETERS_PER_NAUTICAL_MILE
}
