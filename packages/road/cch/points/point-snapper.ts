import type { RoadMap, RoadMetric } from '../../map.ts'
import { ArcFlag } from '../../network/attributes.ts'
import { listArcCopies } from '../../network/copies.ts'
import { EndpointList } from '../../route/endpoint-list.ts'
import { findSnapsOfStop, type Stop } from '../../route/stop-snaps.ts'
import { NO_ID } from '../../sentinels.ts'
import { type Snap, Snapper, type SnapRules } from '../../snap/snapper.ts'
import type { Side } from '../matrix/endpoint-attributes.ts'
import { type MatrixPoint, toMatrixPoint } from './matrix-point.ts'
import type { SnappedMatrix } from './snapped-matrix.ts'
import {
  isOnMainNetwork,
  listIslands,
  listSingleCells,
  listUnsnapped,
  mainNetworkSnaps,
  type StopCandidates,
} from './stop-candidates.ts'

const MAIN_COMPONENT_ONLY: readonly number[] = [0]

/**
 * Snaps the points of a matrix to roads. The planner's snapStops considers both stops of a trip. The planner keeps the
 * nearest roads if they share a network component, and otherwise moves both stops to the main network. Nearly all
 * points are on the main network, so their roads do not depend on the other stop. Each thread needs its own instance,
 * because an instance owns scratch memory.
 */
export class PointSnapper {
  private readonly map: RoadMap
  private readonly snapper: Snapper
  private readonly endpointList: EndpointList

  constructor(map: RoadMap) {
    this.map = map
    this.snapper = new Snapper(map.network, map.snapIndex)
    this.endpointList = new EndpointList(map.network, listArcCopies(map.network))
  }

  snap(metric: RoadMetric, sources: readonly Stop[], targets: readonly Stop[], radiusMeters: number): SnappedMatrix {
    const rules: SnapRules = { radiusMeters, arcWeight: metric.weights.arc, part: -1, requiredFlags: 0, heading: -1 }
    const findNearestSnaps = (stops: readonly Stop[]) => stops.map((stop) => this.nearest(stop, rules))
    const nearSources = findNearestSnaps(sources)
    // In an all-to-all matrix, every point is looked up only once.
    const nearTargets = targets === sources ? nearSources : findNearestSnaps(targets)
    const findCandidates = (stop: Stop, snaps: readonly Snap[], endpointSide: Side): StopCandidates =>
      this.findCandidates(stop, snaps, endpointSide, rules)
    const from = sources.map((stop, index) => findCandidates(stop, nearSources[index], 'source'))
    const to = targets.map((stop, index) => findCandidates(stop, nearTargets[index], 'target'))
    const sourceSnaps = from.map(mainNetworkSnaps)
    const targetSnaps = to.map(mainNetworkSnaps)
    const areOnMainNetwork = from.every(isOnMainNetwork) && to.every(isOnMainNetwork)
    const toPoint = (snaps: readonly Snap[], endpointSide: Side): MatrixPoint =>
      this.toPoint(metric, snaps, endpointSide)
    return {
      all: {
        sources: [...sources.keys()],
        targets: [...targets.keys()],
        sourcePoints: sourceSnaps.map((snaps) => toPoint(snaps, 'source')),
        targetPoints: targetSnaps.map((snaps) => toPoint(snaps, 'target')),
      },
      islands: areOnMainNetwork ? [] : listIslands(from, to, toPoint),
      singleCells: areOnMainNetwork ? [] : listSingleCells(from, to),
      unsnappedSources: areOnMainNetwork ? [] : listUnsnapped(from),
      unsnappedTargets: areOnMainNetwork ? [] : listUnsnapped(to),
      sourceSnaps,
      targetSnaps,
    }
  }

  /**
   * Returns the roads of a point for trips to any other point. Roads on the main network are preferred if any is within
   * the radius.
   */
  snapAlone(metric: RoadMetric, stop: Stop, radiusMeters: number, endpointSide: Side): Snap[] {
    const rules: SnapRules = { radiusMeters, arcWeight: metric.weights.arc, part: -1, requiredFlags: 0, heading: -1 }
    const { nearest, main, movedSnaps } = this.findCandidates(stop, this.nearest(stop, rules), endpointSide, rules)
    return [...(main.length > 0 ? main : movedSnaps.length > 0 ? movedSnaps : nearest)]
  }

  private nearest(stop: Stop, rules: SnapRules): Snap[] {
    return findSnapsOfStop(this.map.network, this.snapper, stop, rules)
  }

  private findCandidates(stop: Stop, nearest: readonly Snap[], endpointSide: Side, rules: SnapRules): StopCandidates {
    const requiredFlag = endpointSide === 'source' ? ArcFlag.leadsToMain : ArcFlag.reachedFromMain
    const usableSnaps = this.keepUsable(nearest, requiredFlag)
    const reachability = {
      hasRoadNotLeadingToMain: !this.allHaveFlag(nearest, ArcFlag.leadsToMain),
      hasRoadNotReachedFromMain: !this.allHaveFlag(nearest, ArcFlag.reachedFromMain),
    }
    // The nearest roads are almost always usable, so no further search is needed.
    if (usableSnaps === nearest && nearest.length > 0 && nearest.every((snap) => this.componentOf(snap) === 0)) {
      return { nearest, components: MAIN_COMPONENT_ONLY, main: usableSnaps, movedSnaps: usableSnaps, ...reachability }
    }
    const components = [...new Set(nearest.map((snap) => this.componentOf(snap)))]
    const movedSnaps = nearest.length > 0 ? this.nearest(stop, { ...rules, part: 0, requiredFlags: requiredFlag }) : []
    const fallbackSnaps = movedSnaps.length > 0 ? movedSnaps : nearest
    return {
      nearest,
      components,
      main: components.includes(0) ? (usableSnaps ?? fallbackSnaps) : [],
      movedSnaps,
      ...reachability,
    }
  }

  private allHaveFlag(snaps: readonly Snap[], flag: number): boolean {
    return snaps.every((snap) => this.usableSides(snap, flag) === snap.sides)
  }

  /**
   * Returns the snaps whose roads meet the requirements. Returns the same array if all snaps do, and undefined if none
   * does.
   */
  private keepUsable(snaps: readonly Snap[], requiredFlags: number): readonly Snap[] | undefined {
    if (snaps.every((snap) => this.usableSides(snap, requiredFlags) === snap.sides)) return snaps
    const usableSnaps = snaps
      .map((snap) => ({ ...snap, sides: this.usableSides(snap, requiredFlags) }))
      .filter(({ sides }) => sides !== 0)
    return usableSnaps.length > 0 ? usableSnaps : undefined
  }

  private usableSides({ edge, sides }: Snap, requiredFlags: number): number {
    const { edges, arcs } = this.map.network
    let usableSideBits = 0
    for (let direction = 0; direction < 2; direction++) {
      const arc = edges.arc[2 * edge + direction]
      if ((sides & (1 << direction)) !== 0 && arc !== NO_ID && (arcs.flags[arc] & requiredFlags) === requiredFlags)
        usableSideBits |= 1 << direction
    }
    return usableSideBits
  }

  private componentOf({ edge }: Snap): number {
    const { edges, arcs } = this.map.network
    const forwardArc = edges.arc[2 * edge]
    return arcs.part[forwardArc === NO_ID ? edges.arc[2 * edge + 1] : forwardArc]
  }

  toPoint(metric: RoadMetric, snaps: readonly Snap[], endpointSide: Side): MatrixPoint {
    this.endpointList.clear()
    this.endpointList.addSnaps(metric.weights.arc, snaps, endpointSide)
    return toMatrixPoint(this.map.network, this.endpointList)
  }
}
