import { seededRandom } from '@fairway/geo'
import type { Fix } from '../fixes/fix.ts'
import { START_MS, toPosition } from './drawn.ts'

/**
 * Simulates a day of a van and records the ground truth. The day has trips on a street grid, traffic lights, stops, and
 * receiver errors.
 */

export interface SimulatedDay {
  readonly fixes: readonly Fix[]
  readonly trips: readonly {
    readonly departMs: number
    readonly arriveMs: number
    readonly distanceM: number
    readonly idleS: number
  }[]
  readonly stops: readonly {
    readonly arriveMs: number
    readonly departMs: number
    readonly east: number
    readonly north: number
  }[]
}

export interface DayOptions {
  readonly seed: number
  readonly trips?: number
  readonly intervalS?: number
  /** Standard deviation of the positions, in meters. The error drifts over minutes, as with real receivers. */
  readonly noiseM?: number
  readonly reportsSpeed?: boolean
  /** Share of positions that are far away, and share of positions that arrive late or twice. */
  readonly jumpShare?: number
  readonly disorderShare?: number
  /** Whether the device is silent while parked. */
  readonly sleeps?: boolean
  /** Duration of the tunnel in every trip, in seconds. */
  readonly tunnelS?: number
}

const STEP_S = 1

export function simulateDay(options: DayOptions): SimulatedDay {
  const { seed, trips: tripCount = 6, sleeps = false, tunnelS = 0 } = options
  const random = seededRandom(seed)
  const day = new DayRecorder(options, random)
  const trips: SimulatedDay['trips'][number][] = []
  const stops: SimulatedDay['stops'][number][] = []
  let [east, north] = [0, 0]
  const stand = (seconds: number) => {
    const arriveMs = day.timeMs
    for (let s = 0; s < seconds; s += STEP_S) {
      const isAwake = !sleeps || s < 20 || s + 5 > seconds
      day.step(east, north, 0, isAwake)
    }
    stops.push({ arriveMs, departMs: day.timeMs, east, north })
  }
  stand(600)
  for (let trip = 0; trip < tripCount; trip++) {
    const departMs = day.timeMs
    let [distanceM, idleS] = [0, 0]
    const legs = 3 + Math.floor(random() * 4)
    for (let leg = 0; leg < legs; leg++) {
      const meters = 300 + Math.floor(random() * 900)
      const cruiseMs = 8 + 7 * random()
      const [dx, dy] = leg % 2 === trip % 2 ? [random() < 0.7 ? 1 : -1, 0] : [0, random() < 0.7 ? 1 : -1]
      let [done, speed] = [0, 0]
      const tunnelFromMs = day.timeMs + 20_000
      while (meters - done > 0.5) {
        // The van accelerates by 1.5 m/s² and brakes in time for the corner.
        speed = Math.min(cruiseMs, speed + 1.5, Math.max(1, Math.sqrt(2 * 1.5 * (meters - done))))
        const by = Math.min(speed, meters - done)
        done += by
        east += dx * by
        north += dy * by
        const inTunnel = leg === 1 && day.timeMs >= tunnelFromMs && day.timeMs < tunnelFromMs + 1000 * tunnelS
        day.step(east, north, by, !inTunnel)
      }
      distanceM += meters
      if (leg + 1 < legs && random() < 0.4) {
        const lightS = 30 + Math.floor(60 * random())
        for (let s = 0; s < lightS; s++) day.step(east, north, 0, true)
        idleS += lightS
      }
    }
    trips.push({ departMs, arriveMs: day.timeMs, distanceM, idleS })
    stand(300 + Math.floor(1800 * random()))
  }
  return { fixes: day.finish(), trips, stops }
}

class DayRecorder {
  timeMs = START_MS
  private readonly fixes: Fix[] = []
  private readonly options: DayOptions
  private readonly random: () => number
  private drift: [number, number] = [0, 0]

  constructor(options: DayOptions, random: () => number) {
    this.options = options
    this.random = random
  }

  step(east: number, north: number, speedMs: number, isSeen: boolean): void {
    const { intervalS = 1, noiseM = 4, reportsSpeed = true, jumpShare = 0, disorderShare = 0 } = this.options
    // Half of the noise is white, and half drifts with a time constant of one minute.
    const keep = Math.exp(-1 / 60)
    const add = Math.sqrt(1 - keep * keep) * noiseM * Math.SQRT1_2
    this.drift = [keep * this.drift[0] + add * this.normal(), keep * this.drift[1] + add * this.normal()]
    this.timeMs += 1000 * STEP_S
    if (!isSeen || (this.timeMs / 1000) % intervalS !== 0) return
    const white = noiseM * Math.SQRT1_2
    const jumpM = this.random() < jumpShare ? 2000 + 8000 * this.random() : 0
    const [latitude, longitude] = toPosition([
      east + this.drift[0] + white * this.normal() + jumpM,
      north + this.drift[1] + white * this.normal(),
    ])
    const speed = reportsSpeed ? { speedMs: Math.max(0, speedMs + 0.2 * this.normal()) } : {}
    const fix = { latitude, longitude, timeMs: this.timeMs, accuracyM: Math.max(3, 1.515 * noiseM), ...speed }
    this.fixes.push(fix)
    if (this.random() < disorderShare) this.fixes.push(fix)
    const before = this.fixes.length - 2
    if (before >= 0 && this.random() < disorderShare) this.fixes.push(...this.fixes.splice(before, 1))
  }

  finish(): readonly Fix[] {
    return this.fixes
  }

  private normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random())
  }
}
