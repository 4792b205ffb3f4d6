import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { fractionAlong, type PlannedLeg } from '../route/leg.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { beginningOfArc, endOfArc, snapAt } from './line/shape-positions.ts'
import { weightBetween } from './path-weights.ts'
import { endOfPath, isUturnAt, type PathPosition, startOfPath, type TracedPath } from './traced-path.ts'

/** The remaining part of a path, in the format of the planner. */
export interface RemainingLegs {
  readonly legs: readonly PlannedLeg[]
  /** True for each leg that ends at a stop, which the last leg always does. False for a leg that ends with a U-turn. */
  readonly endsAtStop: readonly boolean[]
  /** Weight of the remaining path, or INFINITE_WEIGHT if it contains a closure. */
  readonly weight: number
}

/** Splits the path after a position into legs, at the remaining stops and at U-turns in the middle of a road. */
export function cutLegs(
  network: RoadNetwork,
  metric: RoadMetric,
  path: TracedPath,
  from: PathPosition,
  stops: readonly PathPosition[],
): RemainingLegs {
  const legs: PlannedLeg[] = []
  const endsAtStop: boolean[] = []
  let legStart = from
  const addLeg = (to: PathPosition, isStop: boolean): void => {
    for (let i = legStart.index; i < to.index; i++) {
      if (path.turns[i] !== NO_ID) continue
      pushLeg({ index: i, position: path.leave[i] }, false)
      legStart = { index: i + 1, position: path.enter[i + 1] }
    }
    pushLeg(to, isStop)
  }
  const pushLeg = (to: PathPosition, isStop: boolean): void => {
    legs.push(legBetween(network, metric, path, legStart, to))
    endsAtStop.push(isStop)
    legStart = to
  }
  for (const stop of stops) addLeg(stop, true)
  addLeg(endOfPath(path), true)
  const isImpassable = hasForbiddenTurn(network, path, from.index)
  const sum = legs.reduce((weight, leg) => Math.min(INFINITE_WEIGHT, weight + leg.weight), 0)
  return { legs, endsAtStop, weight: isImpassable ? INFINITE_WEIGHT : sum }
}

/**
 * Returns true if the path uses a turn that this map does not have. A path from another map may contain such a turn.
 */
function hasForbiddenTurn(network: RoadNetwork, path: TracedPath, from: number): boolean {
  for (let i = from; i < path.turns.length; i++) {
    if (path.turns[i] === NO_ID && !isUturnAt(network, path, i)) return true
  }
  return false
}

function legBetween(
  network: RoadNetwork,
  metric: RoadMetric,
  path: TracedPath,
  start: PathPosition,
  end: PathPosition,
): PlannedLeg {
  const { edgeSide } = network.arcs
  // The leg does not include a street that it only touches at its first junction.
  const startsAtArcEnd = start.index < end.index && start.position === endOfArc(network, path.arcs[start.index])
  const index = startsAtArcEnd ? start.index + 1 : start.index
  const from = startsAtArcEnd ? { index, position: beginningOfArc(network, path.arcs[index]) } : start
  const [first, last] = [edgeSide[path.arcs[from.index]], edgeSide[path.arcs[end.index]]]
  const startSnap = snapAt(
    network,
    first,
    from.position,
    isSamePosition(from, startOfPath(path)) ? path.first : undefined,
  )
  const endSnap = snapAt(network, last, end.position, isSamePosition(end, endOfPath(path)) ? path.last : undefined)
  return {
    arcs: path.arcs.subarray(from.index, end.index + 1),
    turns: path.turns.subarray(from.index, end.index),
    startFraction: fractionAlong(startSnap, first & 1),
    endFraction: fractionAlong(endSnap, last & 1),
    weight: weightBetween(network, metric, path, start, end),
    start: startSnap,
    end: endSnap,
  }
}

function isSamePosition(a: PathPosition, b: PathPosition): boolean {
  return a.index === b.index && a.position === b.position
}
