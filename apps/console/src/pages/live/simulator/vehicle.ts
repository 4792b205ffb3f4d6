import type { Point } from '../../../points.ts'
import { type Drive, moved, placeAt } from './drive.ts'

/** One position as pushed. */
export interface Fix {
  readonly at: Point
  readonly time: string
  readonly speed_ms: number
  readonly heading: number
  readonly battery_pct: number
  readonly accuracy_m: number
}

/** The service treats road speeds above 70 m/s as a receiver error. */
const MAX_MS = 55
/** Off the route, the van drives at side street speed and for a limited distance. */
const ASTRAY_MS = 9
const ASTRAY_M = 450
/** The angle in degrees at which it turns off into a side street. */
export const TURN = 70
const PERCENT_PER_KM = 0.8

/** The simulated vehicle, which follows its route or leaves it. It does not call the service. */
export class Vehicle {
  isArrived = false
  private drive: Drive
  private seconds = 0
  private at: Point
  private heading = 0
  private speedMs = 0
  private battery = 92
  private astray: { readonly heading: number; meters: number } | undefined

  constructor(drive: Drive) {
    this.drive = drive
    this.at = drive.points[0] ?? [0, 0]
    this.heading = placeAt(drive, 0)?.heading ?? 0
  }

  get position(): Point {
    return this.at
  }

  get isAstray(): boolean {
    return this.astray !== undefined
  }

  follow(drive: Drive): void {
    this.drive = drive
    this.seconds = 0
    this.astray = undefined
    this.isArrived = false
  }

  /** Turns off the route by the given degrees; positive is to the right. */
  leave(turn = TURN): void {
    this.astray = { heading: (this.heading + turn + 360) % 360, meters: 0 }
  }

  /** The position where it would stop if it left now. */
  endOfLeaving(turn: number): Point {
    return moved(this.at, this.heading + turn, ASTRAY_M)
  }

  advance(seconds: number, factor: number): void {
    const meters =
      this.astray === undefined ? this.goAlong(seconds, factor) : this.goAstray(this.astray, seconds, factor)
    this.battery = Math.max(5, this.battery - (meters / 1_000) * PERCENT_PER_KM)
  }

  private goAlong(seconds: number, factor: number): number {
    const planned = placeAt(this.drive, this.seconds)?.speedMs ?? 0
    const pace = planned * factor > MAX_MS ? MAX_MS / planned : factor
    this.seconds += seconds * pace
    const place = placeAt(this.drive, this.seconds)
    if (place === undefined) return 0
    this.at = place.at
    this.heading = place.heading
    this.speedMs = Math.min(MAX_MS, place.speedMs * pace)
    this.isArrived = place.isEnd
    return this.speedMs * seconds
  }

  private goAstray(astray: { readonly heading: number; meters: number }, seconds: number, factor: number): number {
    const meters = Math.min(ASTRAY_MS * factor * seconds, ASTRAY_M - astray.meters)
    astray.meters += meters
    this.at = moved(this.at, astray.heading, meters)
    this.heading = astray.heading
    this.speedMs = meters > 0 ? ASTRAY_MS * factor : 0
    return meters
  }

  fix(nowMs: number): Fix {
    return {
      at: [round(this.at[0], 6), round(this.at[1], 6)],
      time: new Date(nowMs).toISOString(),
      speed_ms: round(this.speedMs, 1),
      heading: round(this.heading, 0) % 360,
      battery_pct: round(this.battery, 1),
      accuracy_m: 4,
    }
  }
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
