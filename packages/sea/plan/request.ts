import type { Position } from '../geometry/sphere.ts'
import type { SizeLimits } from '../passages/passage.ts'

/** When the voyage begins, or when it must have ended. */
export interface VoyageTime {
  readonly kind: 'depart' | 'arrive'
  readonly atMs: number
}

export interface SeaRequest {
  readonly from: Position
  readonly to: Position
  /** Positions or passages (by id) to lead through, in order. */
  readonly via?: readonly (Position | string)[]
  /** The ship's own measures, in metres. What is missing fits everywhere. */
  readonly vessel?: SizeLimits
  readonly speedKn?: number
  /** Passages not to use, by id. */
  readonly avoid?: readonly string[]
  /** Passages that are closed otherwise, such as those through the ice. */
  readonly allow?: readonly string[]
  /** Without one, no passage is closed by its season. */
  readonly time?: VoyageTime
  /** How many other routes, by other passages, are wished for. */
  readonly alternatives?: number
  /** How far from water an end may lie. */
  readonly inlandLimitNm?: number
}

export const DEFAULT_SPEED_KN = 14
/** Slower ships drift: their voyages would last for centuries. */
export const LEAST_SPEED_KN = 0.1
/** 30 km: towns that call themselves ports may lie as far from deep water. */
export const INLAND_LIMIT_NM = 16.2
