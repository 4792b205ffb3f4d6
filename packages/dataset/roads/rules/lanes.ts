import { LONGEST_VALUE } from './access/permission.ts'
import { type Direction, directedKey, type WayTags } from './way-tags.ts'

/** No road has more lanes. A larger number is a typing error. */
const MAX_LANES = 32

const lanes = directedKey('lanes')

/** Total number of lanes, or lanes in the driving direction of a one-way road. 0 if unknown. */
export function countLanes(tags: WayTags): number {
  const all = tags.common(lanes)
  return all === undefined ? toCount(tags.own(lanes, 'forward')) + toCount(tags.own(lanes, 'backward')) : toCount(all)
}

function toCount(text: string | undefined): number {
  const count = Number(text || Number.NaN)
  return Number.isInteger(count) && count > 0 && count <= MAX_LANES ? count : 0
}

const turnLanes = directedKey('turn:lanes')
const openLanes = ['motor_vehicle:lanes', 'vehicle:lanes', 'access:lanes'].map((key) => directedKey(key))
const busLanes = ['lanes:psv', 'lanes:bus', 'lanes:taxi', 'lanes:share_taxi', 'lanes:minibus'].map((key) =>
  directedKey(key),
)

/** The lane arrows for cars, from left to right as tagged (`left|through;right|`), without lanes closed to cars. */
export function readTurnLanes(tags: WayTags, direction: Direction, leftHandTraffic: boolean): string {
  const arrows = tags.find(turnLanes, direction)
  if (arrows === undefined || arrows.length > LONGEST_VALUE) return ''
  const open = openLanes.map((key) => tags.find(key, direction)).find((open) => open !== undefined)
  if (open !== undefined) return keepOpenLanes(arrows, open)
  const own = countBusLanes(tags, direction)
  const opposite = countBusLanes(tags, direction === 'forward' ? 'backward' : 'forward')
  return leftHandTraffic ? trimEmptyLanes(arrows, own, opposite) : trimEmptyLanes(arrows, opposite, own)
}

function countBusLanes(tags: WayTags, direction: Direction): number {
  for (const key of busLanes) {
    const text = tags.find(key, direction)
    if (text !== undefined) return toCount(text)
  }
  return 0
}

const closedLane = new Set(['no', 'psv', 'bus', 'private', 'emergency', 'agricultural'])

/** If the lists differ in length, the lane is ambiguous, so all lanes stay. */
function keepOpenLanes(arrows: string, access: string): string {
  const drawn = arrows.split('|')
  const open = access.split('|')
  if (drawn.length !== open.length) return arrows
  return drawn.filter((_, i) => !closedLane.has(open[i]?.trim() ?? '')).join('|')
}

/**
 * Bus lanes have no arrows and lie at the edges: `left|through|` with a bus lane on the right becomes `left|through`.
 */
function trimEmptyLanes(arrows: string, left: number, right: number): string {
  const edges = (count: number) => '|'.repeat(count)
  const start = left > 0 && left < arrows.length && arrows.startsWith(edges(left)) ? left : 0
  const rest = arrows.slice(start)
  return right > 0 && right < rest.length && rest.endsWith(edges(right)) ? rest.slice(0, -right) : rest
}
