import type { Snap } from '../../snap/snapper.ts'
import type { PlacedBlock } from '../points/placement.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { Side } from './begin-search.ts'

/** One stop in one role, with all roads it may have: which of them depends on the other stop of a trip. */
export interface Candidates {
  /** The nearest ones, and the parts of the network they belong to. */
  readonly nearest: readonly Snap[]
  readonly parts: readonly number[]
  /** Those in trips within the main network; none when the stop has none of it among the nearest. */
  readonly main: readonly Snap[]
  /** Those when the other stop has no part of the network in common. */
  readonly moved: readonly Snap[]
}

/** The roads in trips with a stop on the main network. */
export function usual({ main, moved }: Candidates): readonly Snap[] {
  return main.length > 0 ? main : moved
}

/** Stops that all their nearest roads are on one and the same island of. */
export function listIslands(
  from: readonly Candidates[],
  to: readonly Candidates[],
  endsOf: (snaps: readonly Snap[], side: Side) => PointEnds,
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

/** Only trips with a stop that is not simply on the main network can be of another kind than all. */
export function listSingles(from: readonly Candidates[], to: readonly Candidates[]): number[] {
  const singles: number[] = []
  const special = [...to.keys()].filter((target) => !isPlain(to[target]))
  from.forEach((source, s) => {
    const others = isPlain(source) ? special : to.keys()
    for (const t of others) if (isSingle(source, to[t])) singles.push(s * to.length + t)
  })
  return singles
}

/** Simply on the main network: nothing about it depends on the other stop. */
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
