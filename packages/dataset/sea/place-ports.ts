import { distanceNm, KILOMETERS_PER_NAUTICAL_MILE, type Position } from '@fairway/geo'
import type { GeoNamesPlace } from '@fairway/places'
import type { Gazetteer } from './gazetteer.ts'
import { listCountriesOfCode, type TableNames, type TablePort, toTableNames } from './port-table.ts'

/** A port with a reliable position, and the town that it is named after, if known. */
export interface LocatedPort {
  readonly code: string
  readonly names: TableNames
  readonly position: Position
  readonly town?: GeoNamesPlace
}

/** Returns the distance to navigable water in kilometers, or Infinity if there is none nearby. */
export type DistanceToWaterKm = (position: Position) => number

/** Maximum distance between docks and the center of their town, in kilometers. */
const MAX_DOCK_TO_TOWN_KM = 25
/** Maximum distance in kilometers between an inaccurate position and the town that it refers to. */
const MAX_POSITION_ERROR_KM = 100
/**
 * Maximum distance in kilometers between a port and the nearest settlement of its country. A port farther away is in
 * another country.
 */
const MAX_SETTLEMENT_DISTANCE_KM = 60
/** Maximum distance between a plausible port position and water, in kilometers. */
const MAX_PORT_TO_WATER_KM = 10
/** Maximum distance between the town of a port and water, in kilometers. */
const MAX_TOWN_TO_WATER_KM = 30
/**
 * Minimum improvement in kilometers. A town replaces the position in the table only if it is closer to water by at
 * least this distance.
 */
const MIN_IMPROVEMENT_KM = 5

/**
 * Determines the position of a port. Some positions in the table are wrong, so they are compared
 * with settlements of the same name in the country of the code:
 * 1. If the position is within 25 km of a settlement, it is used. If the settlement is at least 5
 *    km closer to water, the settlement is used instead.
 * 2. If a variant with swapped coordinates or a wrong sign is within 25 km of a settlement, the
 *    variant is used.
 * 3. If the position is within 100 km of a settlement that has water within 30 km, the settlement
 *    is used.
 * 4. If the position is in the country and within 10 km of water, it is used, because the gazetteer
 *    lacks villages. Otherwise, the largest settlement with water is used.
 * 5. If the position is abroad, a variant within the country is used. Without such a variant, the
 *    port has no position.
 */
export function locatePort(
  code: string,
  port: TablePort,
  gazetteer: Gazetteer,
  waterKm: DistanceToWaterKm,
): LocatedPort | undefined {
  const names = toTableNames(port)
  const countries = listCountriesOfCode(code)
  const towns = countries.flatMap((country) => gazetteer.listByNames(country, names.mainNames))
  const toLocatedPort = (position: Position, town?: GeoNamesPlace) => ({ code, names, position, ...(town && { town }) })
  const toPortInTown = (town: GeoNamesPlace) => toLocatedPort(toPosition(town), town)
  const isInPortCountry = (position: Position) =>
    countries.some((country) => gazetteer.hasSettlement(country, position, MAX_SETTLEMENT_DISTANCE_KM))
  const tablePosition = readTableCoordinates(port)
  if (tablePosition) {
    const nearbyTown = findTownWithin(towns, tablePosition, MAX_DOCK_TO_TOWN_KM)
    if (nearbyTown)
      return waterKm(toPosition(nearbyTown)) + MIN_IMPROVEMENT_KM <= waterKm(tablePosition)
        ? toPortInTown(nearbyTown)
        : toLocatedPort(tablePosition, nearbyTown)
    for (const variant of listPositionVariants(tablePosition)) {
      const match = findTownWithin(towns, variant, MAX_DOCK_TO_TOWN_KM)
      if (match) return toLocatedPort(variant, match)
    }
    const nearbyNamedTown = findTownWithin(towns, tablePosition, MAX_POSITION_ERROR_KM)
    if (nearbyNamedTown && waterKm(toPosition(nearbyNamedTown)) <= MAX_TOWN_TO_WATER_KM)
      return toPortInTown(nearbyNamedTown)
    if (isInPortCountry(tablePosition) && waterKm(tablePosition) <= MAX_PORT_TO_WATER_KM)
      return toLocatedPort(tablePosition)
  }
  const [largestTown] = towns.filter((town) => waterKm(toPosition(town)) <= MAX_TOWN_TO_WATER_KM)
  if (largestTown) return toPortInTown(largestTown)
  if (!tablePosition) return undefined
  if (isInPortCountry(tablePosition)) return toLocatedPort(tablePosition)
  const variantInCountry = listPositionVariants(tablePosition).find(isInPortCountry)
  return variantInCountry && toLocatedPort(variantInCountry)
}

function readTableCoordinates({ coordinates }: TablePort): Position | undefined {
  const [longitude, latitude] = coordinates ?? []
  return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
}

function toPosition({ latitude, longitude }: GeoNamesPlace): Position {
  return [latitude, longitude]
}

/** Lists variants of a position that correct common typing errors. */
function listPositionVariants([latitude, longitude]: Position): Position[] {
  const variants: Position[] = [
    [longitude, latitude],
    [latitude, -longitude],
    [-latitude, longitude],
  ]
  return variants.filter(([lat]) => Math.abs(lat) <= 90)
}

/** Returns the largest town within MAX_DOCK_TO_TOWN_KM, otherwise the nearest town within `km`. */
function findTownWithin(towns: readonly GeoNamesPlace[], position: Position, km: number): GeoNamesPlace | undefined {
  const nearbyTowns = towns
    .map((town) => ({ town, km: distanceKm(town, position) }))
    .filter((candidate) => candidate.km <= km)
  const dockTown = nearbyTowns.find((candidate) => candidate.km <= MAX_DOCK_TO_TOWN_KM)
  return (dockTown ?? nearbyTowns.sort((a, b) => a.km - b.km)[0])?.town
}

function distanceKm({ latitude, longitude }: GeoNamesPlace, position: Position): number {
  return distanceNm(latitude, longitude, position[0], position[1]) * KILOMETERS_PER_NAUTICAL_MILE
}
