import type { Snap } from '../../snap/snapper.ts'
import type { PlacedBlock } from '../points/placement.ts'
import type { MatrixPoint } from '../points/point-searches.ts'
import type { Side } from './begin-search.ts'

/** One stop in one role with all its candidate roads. The choice depends on the other stop of a trip. */
export interface Candidates {
  /** The nearest candidates, and their network components. */
  readonly nearest: readonly Snap[]
  readonly parts: readonly number[]
  /** Candidates for trips within the main network; empty when none of the nearest is on it. */
  readonly main: readonly Snap[]
  /** Candidates when the other stop has no network component in common. */
  readonly moved: readonly Snap[]
}

/** The candidates for trips with a stop on the main network. */
export function usual({ main, moved }: Candidates): readonly Snap[] {
  return main.length > 0 ? main : moved
}

/** Stops whose nearest roads are all on the same island. */
export function listIslands(
  from: readonly Candidates[],
  to: readonly Candidates[],
  endsOf: (snaps: readonly Snap[], side: Side) => MatrixPoint,
): PlacedBlock[] {
  const on = (points: readonly Candidates[], part: number): number[] =>
    [...points.keys()].filter((index) => points[index].parts.length === 1 && points[index].parts[0] === part)
  const parts = new Set(from.flatMap((point) => (point.parts.length === 1 ? point.parts : [])))
  parts.delete(0)
  return [...parts].flatMap((part) => {
    const [sources, targets] = [on(from, part), on(to, part)]
    if (targets.length === 0) return []
    const sourceEnds = sources.map((index) => endsOf(from[index].nearest, 'source'))
    const targetEnds = targets.map((index) => endsOf(to[index].nearest, 'target'))
    return [{ sources, targets, sourceEnds, targetEnds }]
  })
}

/** Lists the trips that need a separate search: only those with a stop that is not plainly on the main network. */
export function listSingles(from: readonly Candidates[], to: readonly Candidates[]): number[] {
  const singles: number[] = []
  const special = [...to.keys()].filter((target) => !isPlain(to[target]))
  from.forEach((source, s) => {
    const others = isPlain(source) ? special : to.keys()
    for (const t of others) if (isSingle(source, to[t])) singles.push(s * to.length + t)
  })
  return singles
}

/** Plainly on the main network: nothing depends on the other stop. */
export function isPlain({ parts, main, moved }: Candidates): boolean {
  return parts.length === 1 && parts[0] === 0 && main === moved
}

function isSingle(source: Candidates, target: Candidates): boolean {
  if (source.nearest.length === 0 || target.nearest.length === 0) return false
  const common = source.parts.filter((part) => target.parts.includes(part))
  if (common.includes(0)) return false
  if (common.length > 0) return source.parts.length > 1 || target.parts.length > 1
  const isMoved = source.moved.length > 0 && target.moved.length > 0
  return !isMoved || !sameSnaps(usual(source), source.moved) || !sameSnaps(usual(target), target.moved)
}

function sameSnaps(a: readonly Snap[], b: readonly Snap[]): boolean {
  if (a === b) return true
  return (
    a.length === b.length &&
    a.every(({ edge, fraction, sides }, i) => {
      return edge === b[i].edge && fraction === b[i].fraction && sides === b[i].sides
    })
  )
}

export function listLost(points: readonly Candidates[]): number[] {
  return [...points.keys()].filter((index) => points[index].nearest.length === 0)
}
