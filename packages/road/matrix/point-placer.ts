import type { RoadMap, RoadMetric } from '../map.ts'
import { ArcFlag } from '../network/attributes.ts'
import { copiesOf } from '../network/copies.ts'
import { EndList } from '../route/ends.ts'
import type { Stop } from '../route/stop-snaps.ts'
import { NO_ID } from '../sentinels.ts'
import { type Snap, Snapper } from '../snap/snapper.ts'
import type { Side } from './begin.ts'
import type { PlacedBlock, Placement } from './placement.ts'
import { type PointEnds, toPointEnds } from './point-ends.ts'

/** One stop in one role, with all roads it may have: which of them depends on the other stop of a trip. */
interface Candidates {
  /** The nearest ones, and the parts of the network they belong to. */
  readonly nearest: readonly Snap[]
  readonly parts: readonly number[]
  /** Those in trips within the main network; none when the stop has none of it among the nearest. */
  readonly main: readonly Snap[]
  /** Those when the other stop has no part of the network in common. */
  readonly moved: readonly Snap[]
}

/**
 * Puts the points of a matrix on roads. snapStops of the planner looks at both stops of a trip: it leaves them where they
 * are when they have a part of the network in common, and otherwise moves both to the main one. Nearly all points are on
 * the main one anyway. The scratch memory of one thread.
 */
export class PointPlacer {
  private readonly map: RoadMap
  private readonly snapper: Snapper
  private readonly list: EndList

  constructor(map: RoadMap) {
    this.map = map
    this.snapper = new Snapper(map.network, map.snapIndex)
    this.list = new EndList(map.network, copiesOf(map.network))
  }

  place(metric: RoadMetric, sources: readonly Stop[], targets: readonly Stop[], radiusMeters: number): Placement {
    const find = (stop: Stop, side: Side): Candidates => this.find(metric, stop, side, radiusMeters)
    const from = sources.map((stop) => find(stop, 'source'))
    const to = targets.map((stop) => find(stop, 'target'))
    const sourceSnaps = from.map(usual)
    const targetSnaps = to.map(usual)
    const endsOf = (snaps: readonly Snap[], side: Side): PointEnds => this.toEnds(metric, snaps, side)
    return {
      all: {
        sources: [...sources.keys()],
        targets: [...targets.keys()],
        sourceEnds: sourceSnaps.map((snaps) => endsOf(snaps, 'source')),
        targetEnds: targetSnaps.map((snaps) => endsOf(snaps, 'target')),
      },
      islands: listIslands(from, to, endsOf),
      singles: listSingles(from, to),
      lostSources: listLost(from),
      lostTargets: listLost(to),
      sourceSnaps,
      targetSnaps,
    }
  }

  private find(metric: RoadMetric, stop: Stop, side: Side, radiusMeters: number): Candidates {
    const needs = side === 'source' ? ArcFlag.leadsToMain : ArcFlag.reachedFromMain
    const search = (part: number, needed: number): Snap[] => {
      const rules = { radiusMeters, arcWeight: metric.weights.arc, part, needs: needed }
      const nearest = (heading: number) => this.snapper.nearest(stop.latitude, stop.longitude, { ...rules, heading })
      const pointing = stop.heading >= 0 ? nearest(stop.heading) : []
      return pointing.length > 0 ? pointing : nearest(-1)
    }
    const nearest = search(-1, 0)
    const parts = [...new Set(nearest.map((snap) => this.partOf(snap)))]
    const good = this.keepGood(nearest, needs)
    // Nearly everywhere all is as it was found, and needs no other search.
    if (good === nearest && parts.length === 1 && parts[0] === 0) return { nearest, parts, main: good, moved: good }
    const moved = nearest.length > 0 ? search(0, needs) : []
    const orMoved = moved.length > 0 ? moved : nearest
    return { nearest, parts, main: parts.includes(0) ? (good ?? orMoved) : [], moved }
  }

  /** The snaps whose roads have what is needed: the very same when all have; undefined when none has. */
  private keepGood(snaps: readonly Snap[], needs: number): readonly Snap[] | undefined {
    if (snaps.every((snap) => this.goodSides(snap, needs) === snap.sides)) return snaps
    const good = snaps
      .map((snap) => ({ ...snap, sides: this.goodSides(snap, needs) }))
      .filter(({ sides }) => sides !== 0)
    return good.length > 0 ? good : undefined
  }

  private goodSides({ edge, sides }: Snap, needs: number): number {
    const { edges, arcs } = this.map.network
    let good = 0
    for (let side = 0; side < 2; side++) {
      const arc = edges.arc[2 * edge + side]
      if ((sides & (1 << side)) !== 0 && arc !== NO_ID && (arcs.flags[arc] & needs) === needs) good |= 1 << side
    }
    return good
  }

  private partOf({ edge }: Snap): number {
    const { edges, arcs } = this.map.network
    const along = edges.arc[2 * edge]
    return arcs.part[along === NO_ID ? edges.arc[2 * edge + 1] : along]
  }

  private toEnds(metric: RoadMetric, snaps: readonly Snap[], side: Side): PointEnds {
    this.list.clear()
    this.list.addSnaps(metric.weights.arc, snaps, side)
    return toPointEnds(this.map.network, this.list)
  }
}

/** The roads in trips with a stop on the main network. */
function usual({ main, moved }: Candidates): readonly Snap[] {
  return main.length > 0 ? main : moved
}

/** Stops that all their nearest roads are on one and the same island of. */
function listIslands(
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
function listSingles(from: readonly Candidates[], to: readonly Candidates[]): number[] {
  const singles: number[] = []
  const special = [...to.keys()].filter((target) => !isPlain(to[target]))
  from.forEach((source, s) => {
    const others = isPlain(source) ? special : to.keys()
    for (const t of others) if (isSingle(source, to[t])) singles.push(s * to.length + t)
  })
  return singles
}

function isPlain({ parts, main, moved }: Candidates): boolean {
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

function listLost(points: readonly Candidates[]): number[] {
  return [...points.keys()].filter((index) => points[index].nearest.length === 0)
}
