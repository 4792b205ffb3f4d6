import { distanceMeters } from '@fairway/geo'
import { type ChargingTable, type ConnectorKind, connectorKinds } from '@fairway/road'
import type { Coordinate } from '../coverage.ts'
import type { ElectricQuery } from './request.ts'

/** Station that the vehicle can use, with its best socket. */
export interface UsableStation extends Coordinate {
  /** Row in the charging table. */
  readonly index: number
  readonly connector: string
  readonly socketKw: number
  /** Maximum power that the vehicle draws from the socket, in kW. */
  readonly limitKw: number
}

export interface StationChoice {
  /** At most MAX_STATIONS stations, selected by distance from the trip and by power. */
  readonly stations: readonly UsableStation[]
  readonly stationCounts: StationCounts
}

/** Numbers of all, usable and excluded stations, for error messages. */
interface StationCounts {
  readonly onMap: number
  readonly usable: number
  readonly restricted: number
  readonly unknown: number
}

/** Maximum number of stations. A matrix of this size takes a few milliseconds. */
const MAX_STATIONS = 200
/** Number of parts of the trip. The best stations of each part are selected before all others. */
const TRIP_PARTS = 25
const STATIONS_PER_PART = 4
const METERS_PER_MINUTE_OF_DETOUR = 800
/** Energy of a typical charging stop in kWh, used to compare charging power with detours. */
const TYPICAL_CHARGE_KWH = 25

export function selectStations(
  table: ChargingTable,
  electricQuery: ElectricQuery,
  stops: readonly Coordinate[],
): StationChoice {
  const usableStations: UsableStation[] = []
  let [restrictedCount, unknownCount] = [0, 0]
  for (let index = 0; index < table.latitude.length; index++) {
    const isUnknown = table.socketFirst[index] === table.socketFirst[index + 1]
    if (table.isRestricted[index] === 1 && !electricQuery.usesRestricted) restrictedCount++
    else if (isUnknown && !electricQuery.usesUnknown) unknownCount++
    else {
      const socket = findBestSocket(table, electricQuery, index, isUnknown)
      const [latitude, longitude] = [(table.latitude[index] ?? 0) / 1e6, (table.longitude[index] ?? 0) / 1e6]
      if (socket) usableStations.push({ index, latitude, longitude, ...socket })
    }
  }
  const stationCounts = {
    onMap: table.latitude.length,
    usable: usableStations.length,
    restricted: restrictedCount,
    unknown: unknownCount,
  }
  return {
    stations: usableStations.length <= MAX_STATIONS ? usableStations : keepBest(usableStations, stops),
    stationCounts,
  }
}

type BestSocket = Pick<UsableStation, 'connector' | 'socketKw' | 'limitKw'>

function findBestSocket(
  { socketFirst, socketKind, socketWatts }: ChargingTable,
  { connectors, maxDirectKw, maxAlternatingKw }: ElectricQuery,
  station: number,
  isUnknown: boolean,
): BestSocket | undefined {
  let bestSocket: BestSocket | undefined
  const consider = (kind: ConnectorKind | undefined, socketKw: number): void => {
    if (!kind || !connectors.includes(kind.name)) return
    const limitKw = Math.min(socketKw, kind.isDirect ? maxDirectKw : maxAlternatingKw)
    if (limitKw > 0 && (!bestSocket || limitKw > bestSocket.limitKw))
      bestSocket = { connector: kind.name, socketKw, limitKw }
  }
  if (isUnknown) consider(connectorKinds[0], connectorKinds[0].kw)
  for (let socket = socketFirst[station] ?? 0; socket < (socketFirst[station + 1] ?? 0); socket++) {
    consider(connectorKinds[socketKind[socket] ?? 0], (socketWatts[socket] ?? 0) / 1000)
  }
  return bestSocket
}

/** Returns the best stations of every part of the trip, then the best remaining stations. */
function keepBest(usableStations: readonly UsableStation[], stops: readonly Coordinate[]): UsableStation[] {
  const rankedStations = usableStations
    .map((station) => ({ station, ...rankStation(station, stops) }))
    .sort((a, b) => a.cost - b.cost || a.station.index - b.station.index)
  const countByPart = new Map<number, number>()
  const isFirst = rankedStations.map(({ part }) => {
    const count = (countByPart.get(part) ?? 0) + 1
    countByPart.set(part, count)
    return count <= STATIONS_PER_PART
  })
  const inOrder = [
    ...rankedStations.filter((_, index) => isFirst[index]),
    ...rankedStations.filter((_, index) => !isFirst[index]),
  ]
  return inOrder.slice(0, MAX_STATIONS).map(({ station }) => station)
}

/** Returns the cost in minutes, and the part of the trip with the shortest detour to the station. */
function rankStation(station: UsableStation, stops: readonly Coordinate[]): { cost: number; part: number } {
  const distanceBetween = (a: Coordinate, b: Coordinate): number =>
    distanceMeters(a.latitude, a.longitude, b.latitude, b.longitude)
  let [detour, stationMeters, total] = [Number.POSITIVE_INFINITY, 0, 0]
  for (const [index, stop] of stops.entries()) {
    const next = stops[index + 1]
    if (!next) break
    const [toStationMeters, fromStationMeters, directMeters] = [
      distanceBetween(stop, station),
      distanceBetween(station, next),
      distanceBetween(stop, next),
    ]
    if (toStationMeters + fromStationMeters - directMeters < detour) {
      detour = toStationMeters + fromStationMeters - directMeters
      stationMeters = total + directMeters * (toStationMeters / Math.max(1, toStationMeters + fromStationMeters))
    }
    total += directMeters
  }
  const cost = detour / METERS_PER_MINUTE_OF_DETOUR + (60 * TYPICAL_CHARGE_KWH) / station.limitKw
  return { cost, part: Math.floor((TRIP_PARTS * stationMeters) / Math.max(1, total)) }
}
