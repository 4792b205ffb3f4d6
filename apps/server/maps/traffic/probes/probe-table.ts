import { UnreadableProbesError } from './probe-failure.ts'
import type { ProbeRow } from './probe-row.ts'

/** Maximum number of positions. More would not fit into memory, because 50 million positions use 1.4 GB. */
const MAX_POSITIONS = 50_000_000
/** Maximum number of vehicles. A Map can have at most 16.7 million entries. */
const MAX_VEHICLES = 10_000_000

const INITIAL_LENGTH = 4096
/** Units per degree, which give centimeter precision in four bytes instead of eight. */
const UNITS_PER_DEGREE = 1e7

/** Positions in growing columns. Each position uses 28 bytes, whatever its size in the file. */
export class ProbeTable {
  count = 0
  vehicleIndex = new Uint32Array(INITIAL_LENGTH)
  seconds = new Float64Array(INITIAL_LENGTH)
  heading = new Float32Array(INITIAL_LENGTH)
  accuracy = new Float32Array(INITIAL_LENGTH)
  private latitudes = new Int32Array(INITIAL_LENGTH)
  private longitudes = new Int32Array(INITIAL_LENGTH)
  private readonly vehicleIndexes = new Map<string, number>()
  private readonly maxPositions: number

  constructor(maxPositions = MAX_POSITIONS) {
    this.maxPositions = maxPositions
  }

  get vehicleCount(): number {
    return this.vehicleIndexes.size
  }

  latitude(position: number): number {
    return (this.latitudes[position] ?? 0) / UNITS_PER_DEGREE
  }
  longitude(position: number): number {
    return (this.longitudes[position] ?? 0) / UNITS_PER_DEGREE
  }

  add({ vehicle, seconds, latitude, longitude, heading, accuracy }: ProbeRow): void {
    if (this.count === this.maxPositions) throw tooManyError(this.maxPositions, 'positions')
    if (this.count === this.seconds.length) this.grow()
    const rowIndex = this.count++
    this.vehicleIndex[rowIndex] = this.getVehicleIndex(vehicle)
    this.seconds[rowIndex] = seconds
    this.latitudes[rowIndex] = Math.round(latitude * UNITS_PER_DEGREE)
    this.longitudes[rowIndex] = Math.round(longitude * UNITS_PER_DEGREE)
    this.heading[rowIndex] = heading
    this.accuracy[rowIndex] = accuracy
  }

  /** Returns the times of the oldest and newest positions. */
  secondsRange(): [oldest: number, newest: number] {
    let [oldest, newestSeconds] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let position = 0; position < this.count; position++) {
      const seconds = this.seconds[position] ?? 0
      if (seconds < oldest) oldest = seconds
      if (seconds > newestSeconds) newestSeconds = seconds
    }
    return [oldest, newestSeconds]
  }

  private getVehicleIndex(vehicle: string): number {
    const vehicleIndex = this.vehicleIndexes.get(vehicle)
    if (vehicleIndex !== undefined) return vehicleIndex
    const newIndex = this.vehicleIndexes.size
    if (newIndex === MAX_VEHICLES) throw tooManyError(MAX_VEHICLES, 'vehicles')
    // The key is a copy, because a substring would keep the whole file chunk in memory.
    this.vehicleIndexes.set(Buffer.from(vehicle).toString(), newIndex)
    return newIndex
  }

  private grow(): void {
    const length = Math.min(this.maxPositions, 2 * this.count)
    this.vehicleIndex = copyInto(new Uint32Array(length), this.vehicleIndex)
    this.seconds = copyInto(new Float64Array(length), this.seconds)
    this.heading = copyInto(new Float32Array(length), this.heading)
    this.accuracy = copyInto(new Float32Array(length), this.accuracy)
    this.latitudes = copyInto(new Int32Array(length), this.latitudes)
    this.longitudes = copyInto(new Int32Array(length), this.longitudes)
  }
}

function copyInto<T extends Uint32Array | Int32Array | Float64Array | Float32Array>(target: T, source: T): T {
  target.set(source)
  return target
}

function tooManyError(max: number, itemName: string): UnreadableProbesError {
  return new UnreadableProbesError(
    `it has more than ${max.toLocaleString('en-US')} ${itemName}; split it into several files`,
  )
}
