import type { Point } from '../../../points.ts'
import { type Drive, moved, placeAt } from './drive.ts'

/** One position as it is pushed. */
export interface Fix {
  readonly at: Point
  readonly time: string
  readonly speed_ms: number
  readonly heading: number
  readonly battery_pct: number
  readonly accuracy_m: number
}

/** Nothing on a road is faster than 70 m/s: the service takes what seems to be for an error of the receiver. */
const MOST_MS = 55
/** Off the plan it goes at the pace of a side street, and not for ever. */
const ASTRAY_MS = 9
const ASTRAY_M = 450
/** A side street, as it turns off the road. */
export const TURN = 70
const PERCENT_PER_KM = 0.8

/** What is driven: along its plan, or away from it. Knows nothing of the service. */
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

  /** Turns off into where no plan leads: by so many degrees, to the right unless they are negative. */
  leave(turn = TURN): void {
    this.astray = { heading: (this.heading + turn + 360) % 360, meters: 0 }
  }

  /** Where it would come to a stop, if it left now. */
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
    const pace = planned * factor > MOST_MS ? MOST_MS / planned : factor
    this.seconds += seconds * pace
    const place = placeAt(this.drive, this.seconds)
    if (place === undefined) return 0
    this.at = place.at
    this.heading = place.heading
    this.speedMs = Math.min(MOST_MS, place.speedMs * pace)
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
