import { flatDistanceMeters } from '@fairway/geo'
import type { ChargingTable } from '@fairway/road'
import type { TypedArray } from '../format/typed-array.ts'
import type { Socket, StationTags } from './station-tags.ts'

/** A charging station with its position in degrees. */
export interface LocatedStation extends StationTags {
  readonly latitude: number
  readonly longitude: number
}

/** Maximum distance between a charge point and its station, in meters. */
const STATION_RADIUS_METERS = 80
/** Number of grid cells per degree. Up to 68° north and south, each cell is wider than the station radius. */
const CELLS_PER_DEGREE = 500

/**
 * Builds stations and merges nearby charge points into them. A station without mapped sockets takes the sockets of its
 * charge points. A charge point without a nearby station becomes a station.
 */
export function buildStations(locatedStations: readonly LocatedStation[]): ChargingTable {
  const stations = locatedStations.filter(({ isChargePoint }) => !isChargePoint).map((station) => ({ ...station }))
  const stationsByCell = Map.groupBy(stations, ({ latitude, longitude }) => toCell(latitude, longitude, 0, 0))
  for (const point of locatedStations) {
    if (!point.isChargePoint) continue
    const owner = listAround(stationsByCell, point).find((station) => isNear(station, point))
    if (!owner) stations.push({ ...point })
    else if (owner.sockets.length === 0 || owner.isExtended) {
      Object.assign(owner, { sockets: mergeSockets(owner.sockets, point.sockets), isExtended: true })
    }
  }
  return toTable(stations)
}

type Station = LocatedStation & { isExtended?: boolean }

function toCell(latitude: number, longitude: number, rowOffset: number, columnOffset: number): string {
  const row = Math.floor(latitude * CELLS_PER_DEGREE) + rowOffset
  return `${row} ${Math.floor(longitude * CELLS_PER_DEGREE) + columnOffset}`
}

function listAround(cells: ReadonlyMap<string, Station[]>, { latitude, longitude }: LocatedStation): Station[] {
  const offsets = [-1, 0, 1]
  return offsets.flatMap((row) =>
    offsets.flatMap((column) => cells.get(toCell(latitude, longitude, row, column)) ?? []),
  )
}

function isNear(station: LocatedStation, point: LocatedStation): boolean {
  const meters = flatDistanceMeters(station.latitude, station.longitude, point.latitude, point.longitude)
  return meters <= STATION_RADIUS_METERS
}

function mergeSockets(sockets: readonly Socket[], addedSockets: readonly Socket[]): Socket[] {
  const wattsByKind = new Map<number, number>()
  for (const { kind, watts } of [...sockets, ...addedSockets]) {
    wattsByKind.set(kind, Math.max(wattsByKind.get(kind) ?? 0, watts))
  }
  return [...wattsByKind].sort(([a], [b]) => a - b).map(([kind, watts]) => ({ kind, watts }))
}

function toTable(stations: readonly LocatedStation[]): ChargingTable {
  const encoder = new TextEncoder()
  const details = stations.map((station) => encoder.encode(JSON.stringify(station.details)))
  const sockets = stations.flatMap((station) => station.sockets)
  return {
    latitude: Int32Array.from(stations, ({ latitude }) => Math.round(latitude * 1e6)),
    longitude: Int32Array.from(stations, ({ longitude }) => Math.round(longitude * 1e6)),
    isRestricted: Uint8Array.from(stations, ({ isRestricted }) => Number(isRestricted)),
    socketFirst: toOffsets(stations.map((station) => station.sockets.length)),
    socketKind: Uint8Array.from(sockets, ({ kind }) => kind),
    socketWatts: Uint32Array.from(sockets, ({ watts }) => watts),
    detailFirst: toOffsets(details.map(({ length }) => length)),
    detailBytes: Uint8Array.from(Buffer.concat(details)),
  }
}

function toOffsets(lengths: readonly number[]): Uint32Array {
  const first = new Uint32Array(lengths.length + 1)
  for (const [index, length] of lengths.entries()) first[index + 1] = first[index] + length
  return first
}

const SECTION_PREFIX = 'charging.'

export function* toChargingSections(table: ChargingTable): Generator<[string, TypedArray]> {
  for (const [column, values] of Object.entries(table) as [string, TypedArray][])
    yield [`${SECTION_PREFIX}${column}`, values]
}

/** Returns undefined for datasets that were compiled before charging stations existed. */
export function fromChargingSections(sections: ReadonlyMap<string, TypedArray>): ChargingTable | undefined {
  const columns = [...sections].filter(([name]) => name.startsWith(SECTION_PREFIX))
  if (columns.length === 0) return undefined
  return Object.fromEntries(
    columns.map(([name, values]) => [name.slice(SECTION_PREFIX.length), values]),
  ) as unknown as ChargingTable
}
