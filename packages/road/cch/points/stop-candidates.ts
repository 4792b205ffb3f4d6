import type { Snap } from '../../snap/snapper.ts'
import type { Side } from '../matrix/endpoint-attributes.ts'
import type { MatrixPoint } from './matrix-point.ts'
import type { SnappedBlock } from './snapped-matrix.ts'

/**
 * One stop, as a source or as a target, with all its candidate roads. The other stop of the trip determines which
 * candidates are used.
 */
export interface StopCandidates {
  /** The nearest candidates and their network components. */
  readonly nearest: readonly Snap[]
  readonly components: readonly number[]
  /** Candidates for trips within the main network. Empty if none of the nearest candidates is on the main network. */
  readonly main: readonly Snap[]
  /** Candidates for trips to or from a stop with no network component in common. */
  readonly movedSnaps: readonly Snap[]
  /** True if at least one of the nearest roads does not lead to the main network. */
  readonly hasRoadNotLeadingToMain: boolean
  /** True if at least one of the nearest roads cannot be reached from the main network. */
  readonly hasRoadNotReachedFromMain: boolean
}

/** Returns the candidates for trips to or from a stop on the main network. */
export function mainNetworkSnaps({ main, movedSnaps }: StopCandidates): readonly Snap[] {
  return main.length > 0 ? main : movedSnaps
}

/** Groups the stops whose nearest roads are all on the same island. */
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

/**
 * Lists the trips that need a separate search. In each of these trips, at least one stop is not entirely on the main
 * network.
 */
export function listSingleCells(from: readonly StopCandidates[], to: readonly StopCandidates[]): number[] {
  const singleCells: number[] = []
  const offNetworkTargets = [...to.keys()].filter((target) => !isOnMainNetwork(to[target]))
  from.forEach((source, s) => {
    const targetIndices = isOnMainNetwork(source) ? offNetworkTargets : to.keys()
    for (const t of targetIndices) if (needsSingleSearch(source, to[t])) singleCells.push(s * to.length + t)
  })
  return singleCells
}

/**
 * Returns true if the stop is entirely on the main network. The roads of such a stop do not depend on the other stop.
 */
export function isOnMainNetwork({ nearest, components, main, movedSnaps }: StopCandidates): boolean {
  return components.length === 1 && components[0] === 0 && main === movedSnaps && main === nearest
}

function needsSingleSearch(source: StopCandidates, target: StopCandidates): boolean {
  if (source.nearest.length === 0 || target.nearest.length === 0) return false
  const commonComponents = source.components.filter((component) => target.components.includes(component))
  // The planner tries the nearest roads first. Outside the main network, a path can exist only if both roads lead away
  // from the main network or if both lead into it.
  if (commonComponents.includes(0))
    return (
      (source.hasRoadNotLeadingToMain && target.hasRoadNotLeadingToMain) ||
      (source.hasRoadNotReachedFromMain && target.hasRoadNotReachedFromMain)
    )
  if (commonComponents.length > 0) return source.components.length > 1 || target.components.length > 1
  const areBothMoved = source.movedSnaps.length > 0 && target.movedSnaps.length > 0
  return (
    !areBothMoved ||
    !areSameSnaps(mainNetworkSnaps(source), source.movedSnaps) ||
    !areSameSnaps(mainNetworkSnaps(target), target.movedSnaps)
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
