import type { Position } from '@fairway/geo'
import type { Step } from './steps.ts'
import type { PassageUse } from './trace-passages.ts'

/** An endpoint or stop of the route, with the requested position and the position on the water. */
export interface RouteEnd {
  readonly requestedPosition: Position
  readonly snappedPosition: Position
  /** Nautical miles between the two positions. This distance is not part of the route. */
  readonly snapDistanceNm: number
}

interface RoutePassage extends PassageUse {
  /** Hours from the start of the route to the entrance. */
  readonly startHours: number
}

/** A leg from stop to stop. Passages that the route only goes through are not stops. */
export interface SeaLeg {
  readonly from: RouteEnd
  readonly to: RouteEnd
  readonly nm: number
  readonly hours: number
  /** Part of `hours` spent waiting for canals. */
  readonly waitHours: number
  readonly steps: readonly Step[]
  /** Index of the line point at which the leg ends. */
  readonly lastPoint: number
}

export interface SeaRoute {
  readonly nm: number
  readonly hours: number
  /** Parts of `hours`: sailing at the ship's speed, transiting canals, and waiting for canals. */
  readonly sailingHours: number
  readonly canalHours: number
  readonly waitHours: number
  /** Line of the route. Longitudes do not jump at the antimeridian. */
  readonly line: readonly Position[]
  /** Ranges of line points, first to last, along canals and rivers, where the line may touch land. */
  readonly channelRanges: readonly (readonly [first: number, last: number])[]
  readonly legs: readonly SeaLeg[]
  /** Stops from the first to the last. */
  readonly ends: readonly RouteEnd[]
  readonly passages: readonly RoutePassage[]
  /** Steps of all legs. */
  readonly steps: readonly Step[]
  readonly greatCircleNm: number
}
