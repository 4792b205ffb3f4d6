import type { Leg } from '../scene/block.ts'
import type { Scene } from '../scene/scene.ts'
import { CandidateQueue } from './candidate-queue.ts'
import { Heuristic } from './heuristic.ts'
import { Labels } from './labels.ts'
import { type Lane, type Lanes, noLanes } from './lanes.ts'
import { SearchNodes } from './nodes.ts'
import type { FoundPath, LegTiming, PathRequest, PathResult } from './path.ts'
import {
  FIRST_LANE_NODE,
  GOAL_NODE,
  nodeOf,
  PHASE_ENTERING,
  PHASE_FOLLOWING,
  phaseOf,
  START_NODE,
  stateAfterLane,
  stateAfterLeg,
} from './states.ts'
import type { ProjectedPoint, TravelTime } from './travel.ts'
import type { Wedge } from './wedge.ts'

/** Number of candidates between two cancellation checks. */
const CANDIDATES_PER_CANCEL_CHECK = 512

/**
 * Finds the shortest path around the shapes of a scene with lazy A* over their corners. A shape is added to the search
 * only when a leg intersects it. Paths around only some of the shapes are never longer than paths around all of them.
 * The first path that reaches the goal with all legs checked against the whole scene is therefore optimal. When a shape
 * is added, the tangents from every expanded node to the shape are added too. Legs are checked when they are popped,
 * not when they are generated.
 */
export class PathSearch {
  private readonly scene: Scene
  private readonly travel: TravelTime
  private readonly request: PathRequest
  private readonly lanes: Lanes
  private readonly laneFactor: number
  private readonly nodes = new SearchNodes()
  private readonly heuristic: Heuristic
  private readonly labels = new Labels()
  /** Expanded nodes, with the range of directions in which the path can continue. */
  private readonly wedgeByNode = new Map<number, Wedge>()
  /** Shapes that have been added to the search. */
  private readonly activeParts = new Set<number>()
  /** Part that last blocked a leg from or to a node. It often blocks the next leg too. */
  private readonly lastBlockerFrom: number[] = []
  private readonly lastBlockerTo: number[] = []
  private readonly candidates = new CandidateQueue()
  /**
   * Weight of the heuristic. The first run is greedy and finds a good path quickly, and the second run finds the best
   * path.
   */
  private heuristicWeight = 2
  private maxCost = Number.POSITIVE_INFINITY

  constructor(scene: Scene, travel: TravelTime, request: PathRequest) {
    this.scene = scene
    this.travel = travel
    this.request = request
    this.lanes = request.lanes ?? noLanes
    this.laneFactor = this.lanes.points.length > 0 ? (request.laneFactor ?? 1) : 1
    for (const point of [request.start, request.goal, ...this.lanes.points]) this.nodes.add(point)
    this.heuristic = new Heuristic({
      points: this.nodes.points,
      lanes: this.lanes,
      travel,
      factor: this.laneFactor,
      mustUseLanes: request.mustUseLanes === true,
    })
  }

  find(): PathResult {
    const firstPath = this.run()
    if (!firstPath) return { metBlocks: this.listEncounteredBlocks() }
    // This bound prunes all paths that cannot be shorter. The second run starts with the shapes found so far.
    this.maxCost = firstPath.cost * (1 + 1e-9)
    this.heuristicWeight = 1
    for (const group of this.nodes.groups) {
      group.corners = group.corners.filter((corner) => this.canShortenPath(corner))
    }
    const foundPath = this.run()
    return {
      path: foundPath && foundPath.cost < firstPath.cost ? foundPath : firstPath,
      metBlocks: this.listEncounteredBlocks(),
    }
  }

  private run(): FoundPath | undefined {
    this.labels.clear()
    this.wedgeByNode.clear()
    this.candidates.clear()
    this.labels.set(START_NODE, { cost: 0, seconds: 0, parent: -1 })
    this.expand(START_NODE)
    let poppedCount = 0
    for (let candidate = this.candidates.pop(); candidate >= 0; candidate = this.candidates.pop()) {
      if (++poppedCount % CANDIDATES_PER_CANCEL_CHECK === 0 && this.request.isCancelled?.()) return undefined
      const state = this.candidates.state(candidate)
      const node = this.candidates.node(candidate)
      const lane = this.candidates.lane(candidate)
      const cost = this.candidates.cost(candidate)
      const nextState = this.stateAfter(state, node, lane)
      if (cost >= this.labels.cost(nextState)) continue
      const seconds = this.travel(this.pointOf(state), this.nodes.points[node])
      // A cheaper path to the start of the leg has been found since, and the leg was queued again with the new cost.
      if (cost > this.labels.cost(state) + seconds * (lane ? this.laneFactor : 1)) continue
      const timing = this.request.timingOf?.(this.pointOf(state), this.nodes.points[node])
      if (!this.isClear(state, node, lane, timing ?? seconds)) continue
      const arrivalSeconds = this.labels.seconds(state) + (timing?.seconds ?? seconds)
      this.labels.set(nextState, { cost, seconds: arrivalSeconds, parent: state, lane, timing })
      if (node === GOAL_NODE) return this.labels.trace(nextState, this.nodes.points)
      this.expand(nextState)
    }
    return undefined
  }

  private pointOf(state: number): ProjectedPoint {
    return this.nodes.points[nodeOf(state)]
  }

  private stateAfter(state: number, node: number, lane: Lane | undefined): number {
    if (lane) return stateAfterLane(node)
    const isLaneNode = node >= FIRST_LANE_NODE && node < FIRST_LANE_NODE + this.lanes.points.length
    return stateAfterLeg(state, node, isLaneNode, this.request.mustUseLanes === true)
  }

  private isClear(state: number, node: number, lane: Lane | undefined, timing: LegTiming | number): boolean {
    const containingPart = this.nodes.containingParts[node]
    if (containingPart >= 0) {
      this.activatePart(containingPart)
      return false
    }
    const fromMs = this.request.startMs + this.labels.seconds(state) * 1000
    const leg = timedLeg(this.pointOf(state), this.nodes.points[node], fromMs, timing)
    if (lane && !this.lanes.isOpen(lane, leg.fromMs, leg.untilMs)) return false
    const blockerFromState = this.lastBlockerFrom[state]
    if (blockerFromState !== undefined && this.scene.isBlockedBy(blockerFromState, leg)) return false
    const lastBlocker = this.lastBlockerTo[node]
    if (lastBlocker !== undefined && this.scene.isBlockedBy(lastBlocker, leg)) return false
    const blocker = this.scene.findBlocker(leg)
    if (blocker < 0) return true
    this.lastBlockerFrom[state] = blocker
    this.lastBlockerTo[node] = blocker
    this.activatePart(blocker)
    return false
  }

  private expand(state: number): void {
    const node = nodeOf(state)
    const phase = phaseOf(state)
    if (phase === PHASE_ENTERING || phase === PHASE_FOLLOWING) {
      for (const lane of this.lanes.lanesFrom[node - FIRST_LANE_NODE])
        this.addCandidate(state, FIRST_LANE_NODE + lane.to, lane)
    }
    if (phase === PHASE_ENTERING) return
    const parent = this.labels.parent(state)
    const wedge = this.nodes.wedgeAt(parent < 0 ? -1 : nodeOf(parent), node)
    this.wedgeByNode.set(state, wedge)
    const { x, y } = this.nodes.points[node]
    const end = FIRST_LANE_NODE + this.lanes.points.length
    for (let otherNode = GOAL_NODE; otherNode < end; otherNode++) {
      const point = this.nodes.points[otherNode]
      if (otherNode !== node && wedge.contains(point.x - x, point.y - y, 0)) this.addCandidate(state, otherNode)
    }
    const visit = (corner: number) => this.addCandidate(state, corner)
    for (const group of this.nodes.groups) this.nodes.visitTangents(node, wedge, group, visit)
  }

  private activatePart(part: number): void {
    if (this.activeParts.has(part)) return
    this.activeParts.add(part)
    const isActive = (otherPart: number) => this.activeParts.has(otherPart)
    const group = this.nodes.addPart(this.scene, part, isActive, (node) => this.canShortenPath(node))
    for (const [state, wedge] of this.wedgeByNode) {
      this.nodes.visitTangents(nodeOf(state), wedge, group, (corner) => this.addCandidate(state, corner))
    }
  }

  private addCandidate(state: number, node: number, lane?: Lane): void {
    const nextState = this.stateAfter(state, node, lane)
    if (nextState < 0) return
    const point = this.nodes.points[node]
    const cost = this.labels.cost(state) + this.travel(this.pointOf(state), point) * (lane ? this.laneFactor : 1)
    if (!(cost < this.labels.cost(nextState))) return
    const remainingCost = this.heuristic.estimate(node, phaseOf(nextState))
    // The sum is infinite for unreachable nodes and dead ends.
    if (cost + remainingCost < this.maxCost)
      this.candidates.add(cost + remainingCost * this.heuristicWeight, cost, state, node, lane)
  }

  /** Returns whether a path through a node can be shorter than the known path. */
  private canShortenPath(node: number): boolean {
    const { points } = this.nodes
    return (
      (this.travel(points[START_NODE], points[node]) + this.heuristic.straightBound(node)) * this.laneFactor <
      this.maxCost
    )
  }

  private listEncounteredBlocks(): number[] {
    return [...new Set([...this.activeParts].map((shape) => this.scene.blockOf(shape)))].sort((a, b) => a - b)
  }
}

/** Converts a leg to a scene leg. A numeric `pace` is the duration in seconds at constant speed. */
export function timedLeg(from: ProjectedPoint, to: ProjectedPoint, fromMs: number, pace: LegTiming | number): Leg {
  const line = { ax: from.x, ay: from.y, bx: to.x, by: to.y, fromMs }
  if (typeof pace === 'number') return { ...line, untilMs: fromMs + pace * 1000 }
  return {
    ...line,
    untilMs: fromMs + pace.seconds * 1000,
    msAt: (fraction) => fromMs + pace.secondsAt(fraction) * 1000,
  }
}
