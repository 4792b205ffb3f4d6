import type { Point } from '../../../points.ts'
import { movePoint, positionAt, type TimedPath } from './drive.ts'

/** Position that the simulator pushes. */
export interface Fix {
  readonly at: Point
  readonly time: string
  readonly speed_ms: number
  readonly heading: number
  readonly battery_pct: number
  readonly accuracy_m: number
}

/** Maximum speed in meters per second. The service treats road speeds above 70 m/s as receiver errors. */
const MAX_SPEED_MS = 55
/** Speed off the route, in meters per second. This is a typical speed on a side street. */
const OFF_ROUTE_SPEED_MS = 9
const OFF_ROUTE_METERS = 450
/** Angle of the turn into a side street, in degrees. */
export const TURN_OFF_DEGREES = 70
const BATTERY_PERCENT_PER_KM = 0.8

/** Simulates a vehicle that follows its route or leaves it. This class does not call the service. */
export class Vehicle {
  hasArrived = false
  private path: TimedPath
  private elapsedS = 0
  private point: Point
  private heading = 0
  private speedMs = 0
  private battery = 92
  private offRouteDrive: { readonly heading: number; meters: number } | undefined

  constructor(timedPath: TimedPath) {
    this.path = timedPath
    this.point = timedPath.points[0] ?? [0, 0]
    this.heading = positionAt(timedPath, 0)?.heading ?? 0
  }

  get position(): Point {
    return this.point
  }

  get isOffRoute(): boolean {
    return this.offRouteDrive !== undefined
  }

  followPath(timedPath: TimedPath): void {
    this.path = timedPath
    this.elapsedS = 0
    this.offRouteDrive = undefined
    this.hasArrived = false
  }

  /** Leaves the route at the given angle in degrees. Positive angles turn right. */
  leaveRoute(turn = TURN_OFF_DEGREES): void {
    this.offRouteDrive = { heading: (this.heading + turn + 360) % 360, meters: 0 }
  }

  /** Returns the position where the vehicle would stop if it left the route now. */
  findOffRouteEnd(turn: number): Point {
    return movePoint(this.point, this.heading + turn, OFF_ROUTE_METERS)
  }

  advance(seconds: number, factor: number): void {
    const meters =
      this.offRouteDrive === undefined
        ? this.advanceAlongPath(seconds, factor)
        : this.advanceOffRoute(this.offRouteDrive, seconds, factor)
    this.battery = Math.max(5, this.battery - (meters / 1_000) * BATTERY_PERCENT_PER_KM)
  }

  private advanceAlongPath(seconds: number, factor: number): number {
    const plannedSpeedMs = positionAt(this.path, this.elapsedS)?.speedMs ?? 0
    const effectiveFactor = plannedSpeedMs * factor > MAX_SPEED_MS ? MAX_SPEED_MS / plannedSpeedMs : factor
    this.elapsedS += seconds * effectiveFactor
    const pathPosition = positionAt(this.path, this.elapsedS)
    if (pathPosition === undefined) return 0
    this.point = pathPosition.at
    this.heading = pathPosition.heading
    this.speedMs = Math.min(MAX_SPEED_MS, pathPosition.speedMs * effectiveFactor)
    this.hasArrived = pathPosition.isEnd
    return this.speedMs * seconds
  }

  private advanceOffRoute(
    detour: { readonly heading: number; meters: number },
    seconds: number,
    factor: number,
  ): number {
    const meters = Math.min(OFF_ROUTE_SPEED_MS * factor * seconds, OFF_ROUTE_METERS - detour.meters)
    detour.meters += meters
    this.point = movePoint(this.point, detour.heading, meters)
    this.heading = detour.heading
    this.speedMs = meters > 0 ? OFF_ROUTE_SPEED_MS * factor : 0
    return meters
  }

  toFix(nowMs: number): Fix {
    return {
      at: [round(this.point[0], 6), round(this.point[1], 6)],
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
