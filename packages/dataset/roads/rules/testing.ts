import { RoadFlag } from '@fairway/road'
import { readNode } from './node-rules.ts'
import type { DirectionRules, NodeRules, RoadRules, TrafficRegion } from './rules.ts'
import { readWay } from './way-rules.ts'

/** Tags of a test as a plain object, for a primary road by default. */
export type TagTable = Readonly<Record<string, string>>

export const unknownRegion: TrafficRegion = { country: undefined, leftHandTraffic: false }
export const germany: TrafficRegion = { country: 'DE', leftHandTraffic: false }
export const britain: TrafficRegion = { country: 'GB', leftHandTraffic: true }

export function findRoad(table: TagTable, region = unknownRegion): RoadRules | undefined {
  return readWay(new Map(Object.entries({ highway: 'primary', ...table })), region)
}

export function getRoad(table: TagTable, region = unknownRegion): RoadRules {
  const road = findRoad(table, region)
  if (road === undefined) throw new Error(`not a road: ${JSON.stringify(table)}`)
  return road
}

export function getForward(table: TagTable, region = unknownRegion): DirectionRules {
  const { forward } = getRoad(table, region)
  if (forward === undefined) throw new Error(`not drivable in the forward direction: ${JSON.stringify(table)}`)
  return forward
}

export function findNode(table: TagTable): NodeRules | undefined {
  return readNode(new Map(Object.entries(table)), unknownRegion)
}

/**
 * Describes the access of cars as `both`, `forward`, `backward` or `closed`. A tilde marks a road that is open only to trips that
 * start or end on it.
 */
export function describeAccess(table: TagTable): string {
  const road = findRoad(table)
  const isOpenToCars = ((road?.flags ?? 0) & RoadFlag.noCars) === 0
  const isOpen = (direction: DirectionRules | undefined) =>
    isOpenToCars && direction !== undefined && !direction.closedByDefault
  const directions = [isOpen(road?.forward) ? 'forward' : '', isOpen(road?.backward) ? 'backward' : ''].filter(Boolean)
  if (directions.length === 0) return 'closed'
  const isRestricted = (road?.forward ?? road?.backward)?.isRestricted === true
  return `${isRestricted ? '~' : ''}${directions.length === 2 ? 'both' : directions[0]}`
}
