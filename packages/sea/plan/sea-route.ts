import type { Position } from '../geometry/sphere.ts'
import type { Passage } from '../passages/passage.ts'
import type { Step } from './steps.ts'

/** An end of the route or a stop on the way: where it was asked for, and where the water is. */
export interface RouteEnd {
  readonly asked: Position
  readonly at: Position
  /** Miles from one to the other; not part of the route. */
  readonly offNm: number
}

export interface PassageUse {
  readonly passage: Passage
  /** Miles from the start of the route to its entrance and exit. */
  readonly startNm: number
  readonly endNm: number
  /** How much of it is sailed: less than 1 where a voyage begins, ends or turns round within a canal. */
  readonly share: number
}

export interface RoutePassage extends PassageUse {
  /** Hours from the start of the route to its entrance. */
  readonly startHours: number
}

/** From stop to stop; passages that the route is only led through are not stops. */
export interface SeaLeg {
  readonly from: RouteEnd
  readonly to: RouteEnd
  readonly nm: number
  readonly hours: number
  /** Of them, waiting for canals. */
  readonly waitHours: number
  readonly steps: readonly Step[]
  /** Where it ends, as a number of a point of the line. */
  readonly lastPoint: number
}

export interface SeaRoute {
  readonly nm: number
  readonly hours: number
  /** Parts of `hours`: under way at the ship's speed, within canals, and waiting for them. */
  readonly sailingHours: number
  readonly canalHours: number
  readonly waitHours: number
  /** Longitudes do not jump at the antimeridian. */
  readonly line: readonly Position[]
  /** Points of the line, from the first to the last, that follow canals and rivers: land is beside and under them. */
  readonly inChannels: readonly (readonly [first: number, last: number])[]
  readonly legs: readonly SeaLeg[]
  /** From the first stop to the last. */
  readonly ends: readonly RouteEnd[]
  readonly passages: readonly RoutePassage[]
  /** Those of all legs. */
  readonly steps: readonly Step[]
  readonly greatCircleNm: number
}
