import { MAX_VALUE_LENGTH } from './access/permission.ts'
import { type Direction, directedKey, type WayTags } from './way-tags.ts'

/** Maximum number of lanes. A larger number is a typing error. */
const MAX_LANES = 32

const lanesKey = directedKey('lanes')

/**
 * Returns the total number of lanes, which on a one-way road are all in the driving direction. Returns 0 if the number
 * is unknown.
 */
export function countLanes(tags: WayTags): number {
  const totalLanes = tags.findUndirected(lanesKey)
  return totalLanes === undefined
    ? parseCount(tags.findDirected(lanesKey, 'forward')) + parseCount(tags.findDirected(lanesKey, 'backward'))
    : parseCount(totalLanes)
}

function parseCount(tagValue: string | undefined): number {
  const count = Number(tagValue || Number.NaN)
  return Number.isInteger(count) && count > 0 && count <= MAX_LANES ? count : 0
}

const turnLanesKey = directedKey('turn:lanes')
const laneAccessKeys = ['motor_vehicle:lanes', 'vehicle:lanes', 'access:lanes'].map((key) => directedKey(key))
const busLaneKeys = ['lanes:psv', 'lanes:bus', 'lanes:taxi', 'lanes:share_taxi', 'lanes:minibus'].map((key) =>
  directedKey(key),
)

/**
 * Returns the lane arrows for cars from left to right, such as `left|through;right|`, without lanes that are closed to
 * cars.
 */
export function readTurnLanes(tags: WayTags, direction: Direction, leftHandTraffic: boolean): string {
  const arrows = tags.find(turnLanesKey, direction)
  if (arrows === undefined || arrows.length > MAX_VALUE_LENGTH) return ''
  const laneAccess = laneAccessKeys.map((key) => tags.find(key, direction)).find((value) => value !== undefined)
  if (laneAccess !== undefined) return keepOpenLanes(arrows, laneAccess)
  const busLaneCount = countBusLanes(tags, direction)
  const oppositeBusLaneCount = countBusLanes(tags, direction === 'forward' ? 'backward' : 'forward')
  return leftHandTraffic
    ? trimEmptyLanes(arrows, busLaneCount, oppositeBusLaneCount)
    : trimEmptyLanes(arrows, oppositeBusLaneCount, busLaneCount)
}

function countBusLanes(tags: WayTags, direction: Direction): number {
  for (const key of busLaneKeys) {
    const tagValue = tags.find(key, direction)
    if (tagValue !== undefined) return parseCount(tagValue)
  }
  return 0
}

const closedLaneValues = new Set(['no', 'psv', 'bus', 'private', 'emergency', 'agricultural'])

/**
 * Removes lanes that are closed to cars. If the lists differ in length, all lanes are kept, because it is unclear which
 * lane is closed.
 */
function keepOpenLanes(arrows: string, access: string): string {
  const laneArrows = arrows.split('|')
  const laneAccess = access.split('|')
  if (laneArrows.length !== laneAccess.length) return arrows
  return laneArrows.filter((_, i) => !closedLaneValues.has(laneAccess[i]?.trim() ?? '')).join('|')
}

/**
 * Removes bus lanes, which have no arrows and are on the outside. For example, `left|through|` with a bus lane on the
 * right becomes `left|through`.
 */
function trimEmptyLanes(arrows: string, leftCount: number, rightCount: number): string {
  const edges = (count: number) => '|'.repeat(count)
  const start = leftCount > 0 && leftCount < arrows.length && arrows.startsWith(edges(leftCount)) ? leftCount : 0
  const remainingArrows = arrows.slice(start)
  return rightCount > 0 && rightCount < remainingArrows.length && remainingArrows.endsWith(edges(rightCount))
    ? remainingArrows.slice(0, -rightCount)
    : remainingArrows
}
