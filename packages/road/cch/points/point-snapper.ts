import type { RoadMap, RoadMetric } from '../../map.ts'
import { ArcFlag } from '../../network/attributes.ts'
import { copiesOf } from '../../network/copies.ts'
import { EndList } from '../../route/ends.ts'
import type { Stop } from '../../route/stop-snaps.ts'
import { NO_ID } from '../../sentinels.ts'
import { type Snap, Snapper, type SnapRules } from '../../snap/snapper.ts'
import type { Side } from '../matrix/begin-search.ts'
import { type Candidates, isPlain, listIslands, listLost, listSingles, usual } from '../matrix/candidates.ts'
import type { Placement } from './placement.ts'
import { type MatrixPoint, toMatrixPoint } from './point-searches.ts'

const MAIN_ONLY: readonly number[] = [0]

/**
 * Snaps the points of a matrix to roads. snapStops of the planner considers both stops of a trip: it keeps the nearest
 * roads if they share a network component, and otherwise moves both stops to the main network. Nearly all points are on
 * the main network anyway. Scratch memory of one thread.
 */
export class PointSnapper {
  private readonly map: RoadMap
  private readonly snapper: Snapper
  private readonly list: EndList

  constructor(map: RoadMap) {
    this.map = map
    this.snapper = new Snapper(map.network, map.snapIndex)
    this.list = new EndList(map.network, copiesOf(map.network))
  }

  place(metric: RoadMetric, sources: readonly Stop[], targets: readonly Stop[], radiusMeters: number): Placement {
    const rules: SnapRules = { radiusMeters, arcWeight: metric.weights.arc, part: -1, needs: 0, heading: -1 }
    const nearest = (stops: readonly Stop[]) => stops.map((stop) => this.nearest(stop, rules))
    const nearSources = nearest(sources)
    // For an all-to-all matrix, every point is looked up once.
    const nearTargets = targets === sources ? nearSources : nearest(targets)
    const find = (stop: Stop, snaps: readonly Snap[], side: Side): Candidates => this.find(stop, snaps, side, rules)
    const from = sources.map((stop, index) => find(stop, nearSources[index], 'source'))
    const to = targets.map((stop, index) => find(stop, nearTargets[index], 'target'))
    const sourceSnaps = from.map(usual)
    const targetSnaps = to.map(usual)
    const isPlainly = from.every(isPlain) && to.every(isPlain)
    const endsOf = (snaps: readonly Snap[], side: Side): MatrixPoint => this.toEnds(metric, snaps, side)
    return {
      all: {
        sources: [...sources.keys()],
        targets: [...targets.keys()],
        sourceEnds: sourceSnaps.map((snaps) => endsOf(snaps, 'source')),
        targetEnds: targetSnaps.map((snaps) => endsOf(snaps, 'target')),
      },
      islands: isPlainly ? [] : listIslands(from, to, endsOf),
      singles: isPlainly ? [] : listSingles(from, to),
      lostSources: isPlainly ? [] : listLost(from),
      lostTargets: isPlainly ? [] : listLost(to),
      sourceSnaps,
      targetSnaps,
    }
  }

  private nearest({ latitude, longitude, heading }: Stop, rules: SnapRules): Snap[] {
    if (heading >= 0) {
      const pointing = this.snapper.nearest(latitude, longitude, { ...rules, heading })
      if (pointing.length > 0) return pointing
    }
    return this.snapper.nearest(latitude, longitude, rules)
  }

  private find(stop: Stop, nearest: readonly Snap[], side: Side, rules: SnapRules): Candidates {
    const needs = side === 'source' ? ArcFlag.leadsToMain : ArcFlag.reachedFromMain
    const good = this.keepGood(nearest, needs)
    // Almost always the nearest roads are usable as they are, and no further search is needed.
    if (good === nearest && nearest.length > 0 && nearest.every((snap) => this.partOf(snap) === 0)) {
      return { nearest, parts: MAIN_ONLY, main: good, moved: good }
    }
    const parts = [...new Set(nearest.map((snap) => this.partOf(snap)))]
    const moved = nearest.length > 0 ? this.nearest(stop, { ...rules, part: 0, needs }) : []
    const orMoved = moved.length > 0 ? moved : nearest
    return { nearest, parts, main: parts.includes(0) ? (good ?? orMoved) : [], moved }
  }

  /** The snaps whose roads meet the requirements: the same array when all do; undefined when none does. */
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

  private toEnds(metric: RoadMetric, snaps: readonly Snap[], side: Side): MatrixPoint {
    this.list.clear()
    this.list.addSnaps(metric.weights.arc, snaps, side)
    return toMatrixPoint(this.map.network, this.list)
  }
}
