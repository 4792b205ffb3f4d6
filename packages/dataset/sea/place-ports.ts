import { distanceNm, KILOMETERS_PER_NAUTICAL_MILE, type Position } from '@fairway/geo'
import type { GeoNamesPlace } from '@fairway/places'
import type { Gazetteer } from './gazetteer.ts'
import { listCountriesOfCode, type TableNames, type TablePort, toTableNames } from './port-table.ts'

/** A port with a reliable position, and the town it is named after, if known. */
export interface LocatedPort {
  readonly code: string
  readonly names: TableNames
  readonly position: Position
  readonly town?: GeoNamesPlace
}

/** Kilometers to navigable water. Infinity if there is none nearby. */
export type DistanceToWaterKm = (position: Position) => number

/** Maximum distance of docks from the center of their town. */
const MAX_DOCK_TO_TOWN_KM = 25
/** A position farther from its town than docks can be, but nearer than this, is a wrong position for the same town. */
const MAX_POSITION_ERROR_KM = 100
/** A port farther than this from every settlement of its country lies in another country. */
const MAX_SETTLEMENT_DISTANCE_KM = 60
/** Maximum distance from water for a plausible port position. */
const MAX_PORT_TO_WATER_KM = 10
/** A town farther than this from water cannot be the location of the port. */
const MAX_TOWN_TO_WATER_KM = 30
/** A town that is closer to the water than the table's position by this much is preferred. */
const MIN_IMPROVEMENT_KM = 5

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
  const tablePosition = findTablePosition(port)
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
  const [largest] = towns.filter((town) => waterKm(toPosition(town)) <= MAX_TOWN_TO_WATER_KM)
  if (largest) return toPortInTown(largest)
  if (!tablePosition) return undefined
  if (isInPortCountry(tablePosition)) return toLocatedPort(tablePosition)
  const variantInCountry = listPositionVariants(tablePosition).find(isInPortCountry)
  return variantInCountry && toLocatedPort(variantInCountry)
}

function findTablePosition({ coordinates }: TablePort): Position | undefined {
  const [longitude, latitude] = coordinates ?? []
  return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
}

function toPosition({ latitude, longitude }: GeoNamesPlace): Position {
  return [latitude, longitude]
}

/** Common typing errors in positions. */
function listPositionVariants([latitude, longitude]: Position): Position[] {
  const variants: Position[] = [
    [longitude, latitude],
    [latitude, -longitude],
    [-latitude, longitude],
  ]
  return variants.filter(([lat]) => Math.abs(lat) <= 90)
}

/** The largest town within dock distance, otherwise the nearest. */
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
