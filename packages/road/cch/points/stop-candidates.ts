import type { Snap } from '../../snap/snapper.ts'
import type { Side } from '../matrix/endpoint-attributes.ts'
import type { MatrixPoint } from './matrix-point.ts'
import type { SnappedBlock } from './snapped-matrix.ts'

/**
 * One stop, as a source or as a target, with all its candidate roads. Which candidates are used depends on the other
 * stop of the trip.
 */
export interface StopCandidates {
  /** The nearest candidates, and their network components. */
  readonly nearest: readonly Snap[]
  readonly components: readonly number[]
  /** Candidates for trips within the main network; empty when none of the nearest is on it. */
  readonly main: readonly Snap[]
  /** Candidates when the other stop has no network component in common. */
  readonly moved: readonly Snap[]
  /** From some nearest road, the main network cannot be reached. */
  readonly canOnlyLeave: boolean
  /** Some nearest road cannot be reached from the main network. */
  readonly canOnlyEnter: boolean
}

/** The candidates for trips with a stop on the main network. */
export function mainNetworkSnaps({ main, moved }: StopCandidates): readonly Snap[] {
  return main.length > 0 ? main : moved
}

/** Stops whose nearest roads are all on the same island. */
export function listIslands(
  from: readonly StopCandidates[],
  to: readonly StopCandidates[],
  toPoint: (snaps: readonly Snap[], side: Side) => MatrixPoint,
): SnappedBlock[] {
  const listPointsOn = (points: readonly StopCandidates[], component: number): number[] =>
    [...points.keys()].filter(
      (index) => points[index].components.length === 1 && points[index].components[0] === component,
    )
  const components = new Set(from.flatMap((point) => (point.components.length === 1 ? point.components : [])))
  components.delete(0)
  return [...components].flatMap((component) => {
    const [sources, targets] = [listPointsOn(from, component), listPointsOn(to, component)]
    if (targets.length === 0) return []
    const sourcePoints = sources.map((index) => toPoint(from[index].nearest, 'source'))
    const targetPoints = targets.map((index) => toPoint(to[index].nearest, 'target'))
    return [{ sources, targets, sourcePoints, targetPoints }]
  })
}

/** Lists the trips that need a separate search. All of them have a stop that is not simply on the main network. */
export function listSingleCells(from: readonly StopCandidates[], to: readonly StopCandidates[]): number[] {
  const singleCells: number[] = []
  const offNetworkTargets = [...to.keys()].filter((target) => !isOnMainNetwork(to[target]))
  from.forEach((source, s) => {
    const targetIndices = isOnMainNetwork(source) ? offNetworkTargets : to.keys()
    for (const t of targetIndices) if (needsSingleSearch(source, to[t])) singleCells.push(s * to.length + t)
  })
  return singleCells
}

/** Whether the stop is simply on the main network, so that its roads do not depend on the other stop. */
export function isOnMainNetwork({ nearest, components, main, moved }: StopCandidates): boolean {
  return components.length === 1 && components[0] === 0 && main === moved && main === nearest
}

function needsSingleSearch(source: StopCandidates, target: StopCandidates): boolean {
  if (source.nearest.length === 0 || target.nearest.length === 0) return false
  const commonComponents = source.components.filter((component) => target.components.includes(component))
  // The planner tries the nearest roads first. Outside the main network, a path can exist only if both roads lead away
  // from it or if both lead into it.
  if (commonComponents.includes(0))
    return (source.canOnlyLeave && target.canOnlyLeave) || (source.canOnlyEnter && target.canOnlyEnter)
  if (commonComponents.length > 0) return source.components.length > 1 || target.components.length > 1
  const areBothMoved = source.moved.length > 0 && target.moved.length > 0
  return (
    !areBothMoved ||
    !areSameSnaps(mainNetworkSnaps(source), source.moved) ||
    !areSameSnaps(mainNetworkSnaps(target), target.moved)
  )
}

function areSameSnaps(a: readonly Snap[], b: readonly Snap[]): boolean {
  if (a === b) return true
  return (
    a.length === b.length &&
    a.every(({ edge, fraction, sides }, i) => {
      return edge === b[i].edge && fraction === b[i].fraction && sides === b[i].sides
    })
  )
}

export function listUnsnapped(points: readonly StopCandidates[]): number[] {
  return [...points.keys()].filter((index) => points[index].nearest.length === 0)
}
