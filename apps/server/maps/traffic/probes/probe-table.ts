import { ProbesUnreadable } from './probe-failure.ts'
import type { ProbeRow } from './probe-row.ts'

/** More would not fit into memory: 50 million positions take 1.4 GB. */
export const MAX_POSITIONS = 50_000_000
/** A Map holds at most 16.7 million entries. */
export const MAX_VEHICLES = 10_000_000

const FIRST_LENGTH = 4096
/** Centimeter precision in four bytes instead of eight. */
const PER_DEGREE = 1e7

/** Positions in growing columns. Each takes 28 bytes, whatever its size in the file. */
export class ProbeTable {
  count = 0
  vehicle = new Uint32Array(FIRST_LENGTH)
  seconds = new Float64Array(FIRST_LENGTH)
  heading = new Float32Array(FIRST_LENGTH)
  accuracy = new Float32Array(FIRST_LENGTH)
  private latitudes = new Int32Array(FIRST_LENGTH)
  private longitudes = new Int32Array(FIRST_LENGTH)
  private readonly numbers = new Map<string, number>()
  private readonly mostPositions: number

  constructor(mostPositions = MAX_POSITIONS) {
    this.mostPositions = mostPositions
  }

  get vehicleCount(): number {
    return this.numbers.size
  }

  latitude(position: number): number {
    return (this.latitudes[position] ?? 0) / PER_DEGREE
  }
  longitude(position: number): number {
    return (this.longitudes[position] ?? 0) / PER_DEGREE
  }

  add({ vehicle, seconds, latitude, longitude, heading, accuracy }: ProbeRow): void {
    if (this.count === this.mostPositions) throw tooMany(this.mostPositions, 'positions')
    if (this.count === this.seconds.length) this.grow()
    const position = this.count++
    this.vehicle[position] = this.numberOf(vehicle)
    this.seconds[position] = seconds
    this.latitudes[position] = Math.round(latitude * PER_DEGREE)
    this.longitudes[position] = Math.round(longitude * PER_DEGREE)
    this.heading[position] = heading
    this.accuracy[position] = accuracy
  }

  /** The times of the oldest and newest position. */
  secondsRange(): [oldest: number, newest: number] {
    let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let position = 0; position < this.count; position++) {
      const seconds = this.seconds[position] ?? 0
      if (seconds < oldest) oldest = seconds
      if (seconds > newest) newest = seconds
    }
    return [oldest, newest]
  }

  private numberOf(vehicle: string): number {
    const known = this.numbers.get(vehicle)
    if (known !== undefined) return known
    const number = this.numbers.size
    if (number === MAX_VEHICLES) throw tooMany(MAX_VEHICLES, 'vehicles')
    // A copy, because a substring of a line would keep the whole file chunk in memory.
    this.numbers.set(Buffer.from(vehicle).toString(), number)
    return number
  }

  private grow(): void {
    const length = Math.min(this.mostPositions, 2 * this.count)
    this.vehicle = copyInto(new Uint32Array(length), this.vehicle)
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

function tooMany(most: number, of: string): ProbesUnreadable {
  return new ProbesUnreadable(`it has more than ${most.toLocaleString('en-US')} ${of}; split it into several files`)
}
