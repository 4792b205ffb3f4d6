import type { Severity } from '../feed-content.ts'
import { findField, isObject } from './json-fields.ts'
import type { Impact, RoadEvent } from './wzdx-fields.ts'

/** Names of lane types without through traffic, in all versions of the standard. */
const nonThroughLaneTypePattern = /shoulder|sidewalk|bike|parking|median|turn|exit|entrance|ramp|merging/

/** Lane statuses that count as closed. A merging lane ends at the work zone. */
const closedLaneStatuses: ReadonlySet<unknown> = new Set(['closed', 'merge-left', 'merge-right'])

/**
 * Returns the number of closed lanes and the total number of lanes. Only lanes for through traffic count. Returns
 * undefined if none is listed.
 */
export function countLanes({ properties }: RoadEvent): readonly [closed: number, total: number] | undefined {
  const laneList = findField(properties, 'lanes')
  const lanes = (Array.isArray(laneList) ? laneList : [])
    .filter(isObject)
    .filter(
      ({ type, status }) =>
        typeof type === 'string' && typeof status === 'string' && !nonThroughLaneTypePattern.test(type),
    )
  if (lanes.length === 0) return undefined
  const closedCount = lanes.filter(({ status }) => closedLaneStatuses.has(status)).length
  // Up to version 3.1, a feed could list only the closed lanes and state the total number.
  const totalCount = findField(properties, 'total_num_lanes')
  return [closedCount, Number.isInteger(totalCount) ? Math.max(totalCount as number, lanes.length) : lanes.length]
}

export function toSeverity(impact: Impact, lanesClosed: readonly [number, number] | undefined): Severity {
  if (impact === 'all-lanes-closed') return 'critical'
  if (impact.startsWith('some-lanes-closed')) {
    const [closedLanes, total] = lanesClosed ?? [0, 1]
    return closedLanes * 2 >= total ? 'high' : 'moderate'
  }
  return impact.startsWith('all-lanes-open') || impact === 'unknown' ? 'low' : 'moderate'
}
