import type { Track } from '@fairway/road'
import type { ProbeTable } from './probe-table.ts'

export interface VehicleTrack {
  readonly vehicle: number
  /** Track in chronological order. The columns of the track are reused for the next vehicle. */
  readonly track: Track
}

/** Yields the tracks of all vehicles one by one. The columns are never sorted as a whole. */
export function* listTracks(positions: ProbeTable): Generator<VehicleTrack> {
  const { firstRow, rowOrder } = groupByVehicle(positions)
  const trackColumns = new TrackColumns()
  for (let vehicle = 0; vehicle < positions.vehicleCount; vehicle++) {
    const rowsOfVehicle = rowOrder.subarray(firstRow[vehicle], firstRow[vehicle + 1])
    sortByTime(rowsOfVehicle, positions.seconds)
    yield { vehicle, track: trackColumns.fill(positions, rowsOfVehicle) }
  }
}

/** Groups positions by vehicle with a counting sort, which keeps the file order within a vehicle. */
function groupByVehicle({ count, vehicleIndex, vehicleCount }: ProbeTable): {
  firstRow: Uint32Array
  rowOrder: Uint32Array
} {
  const firstRow = new Uint32Array(vehicleCount + 1)
  for (let i = 0; i < count; i++) firstRow[(vehicleIndex[i] ?? 0) + 1] = (firstRow[(vehicleIndex[i] ?? 0) + 1] ?? 0) + 1
  for (let v = 0; v < vehicleCount; v++) firstRow[v + 1] = (firstRow[v + 1] ?? 0) + (firstRow[v] ?? 0)
  const nextRow = firstRow.slice()
  const rowOrder = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const vehicle = vehicleIndex[i] ?? 0
    const slot = nextRow[vehicle] ?? 0
    rowOrder[slot] = i
    nextRow[vehicle] = slot + 1
  }
  return { firstRow, rowOrder }
}

/** Sorts positions by time. Most files are already sorted, and positions with equal times keep their order. */
function sortByTime(order: Uint32Array, seconds: Float64Array): void {
  const getSeconds = (position: number): number => seconds[position] ?? 0
  for (let i = 1; i < order.length; i++) {
    if (getSeconds(order[i] ?? 0) >= getSeconds(order[i - 1] ?? 0)) continue
    order.sort((a, b) => getSeconds(a) - getSeconds(b) || a - b)
    return
  }
}

class TrackColumns {
  private latitude = new Float64Array(1024)
  private longitude = new Float64Array(1024)
  private seconds = new Float64Array(1024)
  private heading = new Float32Array(1024)
  private accuracy = new Float32Array(1024)

  fill(positions: ProbeTable, rows: Uint32Array): Track {
    if (rows.length > this.seconds.length) this.resize(2 * rows.length)
    rows.forEach((position, i) => {
      this.latitude[i] = positions.latitude(position)
      this.longitude[i] = positions.longitude(position)
      this.seconds[i] = positions.seconds[position] ?? 0
      this.heading[i] = positions.heading[position] ?? Number.NaN
      this.accuracy[i] = positions.accuracy[position] ?? Number.NaN
    })
    const { latitude, longitude, seconds, heading, accuracy } = this
    return { count: rows.length, latitude, longitude, seconds, heading, accuracy }
  }

  private resize(length: number): void {
    this.latitude = new Float64Array(length)
    this.longitude = new Float64Array(length)
    this.seconds = new Float64Array(length)
    this.heading = new Float32Array(length)
    this.accuracy = new Float32Array(length)
  }
}
