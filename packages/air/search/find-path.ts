import type { Leg } from '../scene/block.ts'
import type { Scene } from '../scene/scene.ts'
import { Ahead } from './ahead.ts'
import { Labels } from './labels.ts'
import { type Lane, type Lanes, noLanes } from './lanes.ts'
import { Nodes } from './nodes.ts'
import { Offers } from './offers.ts'
import type { FoundPath, Pace, PathResult, PathWish } from './path.ts'
import {
  ENTERING,
  FIRST_LANE_PLACE,
  FOLLOWING,
  GOAL,
  nodeOf,
  phaseOf,
  START,
  stateByLane,
  stateByLeg,
} from './states.ts'
import type { Place, Travel } from './travel.ts'
import type { Wedge } from './wedge.ts'

/** Number of offers between two cancellation checks. */
const OFFERS_PER_LOOK = 512

/**
 * Finds the shortest path around the shapes of a scene with lazy A* over their corners. A shape joins the search only
 * when a leg runs into it. Until then the search uses fewer shapes, where paths are never longer. The first path that
 * reaches the goal with all legs checked against the whole scene is therefore optimal. When a shape joins, every
 * expanded node gets its tangents to it. Legs are checked when they are popped, not when they are generated.
 */
export class PathSearch {
  private readonly scene: Scene
  private readonly travel: Travel
  private readonly wish: PathWish
  private readonly lanes: Lanes
  private readonly factor: number
  private readonly nodes = new Nodes()
  private readonly ahead: Ahead
  private readonly labels = new Labels()
  /** Expanded nodes, with the range of directions in which the path can continue. */
  private readonly expanded = new Map<number, Wedge>()
  /** The shapes that take part in the search. */
  private readonly shapes = new Set<number>()
  /** The part that last blocked a leg from or to a node. It often blocks the next leg too. */
  private readonly lastBlocker: number[] = []
  private readonly lastBlockerThere: number[] = []
  private readonly offers = new Offers()
  /** The first run is greedy and finds a good path quickly. The second run finds the best one. */
  private greed = 2
  private limit = Number.POSITIVE_INFINITY

  constructor(scene: Scene, travel: Travel, wish: PathWish) {
    this.scene = scene
    this.travel = travel
    this.wish = wish
    this.lanes = wish.lanes ?? noLanes
    this.factor = this.lanes.places.length > 0 ? (wish.laneFactor ?? 1) : 1
    for (const place of [wish.start, wish.goal, ...this.lanes.places]) this.nodes.add(place)
    this.ahead = new Ahead({
      places: this.nodes.places,
      lanes: this.lanes,
      travel,
      factor: this.factor,
      mustUseLanes: wish.mustUseLanes === true,
    })
  }

  find(): PathResult {
    const quick = this.run()
    if (!quick) return { met: this.met() }
    // Prunes everything that cannot be shorter than this path. The shapes met so far take part from the start.
    this.limit = quick.cost * (1 + 1e-9)
    this.greed = 1
    for (const group of this.nodes.groups) {
      group.corners = group.corners.filter((corner) => this.isWorthwhile(corner))
    }
    const best = this.run()
    return { path: best && best.cost < quick.cost ? best : quick, met: this.met() }
  }

  private run(): FoundPath | undefined {
    this.labels.clear()
    this.expanded.clear()
    this.offers.clear()
    this.labels.set(START, { cost: 0, seconds: 0, parent: -1 })
    this.expand(START)
    let taken = 0
    for (let offer = this.offers.take(); offer >= 0; offer = this.offers.take()) {
      if (++taken % OFFERS_PER_LOOK === 0 && this.wish.isCancelled?.()) return undefined
      const state = this.offers.state(offer)
      const node = this.offers.node(offer)
      const lane = this.offers.lane(offer)
      const cost = this.offers.cost(offer)
      const reached = this.stateAfter(state, node, lane)
      if (cost >= this.labels.cost(reached)) continue
      const seconds = this.travel(this.placeOf(state), this.nodes.places[node])
      // A cheaper path to the start of the leg has been found since, and the leg was offered again from there.
      if (cost > this.labels.cost(state) + seconds * (lane ? this.factor : 1)) continue
      const pace = this.wish.paceOf?.(this.placeOf(state), this.nodes.places[node])
      if (!this.isClear(state, node, lane, pace ?? seconds)) continue
      const passed = this.labels.seconds(state) + (pace?.seconds ?? seconds)
      this.labels.set(reached, { cost, seconds: passed, parent: state, lane, pace })
      if (node === GOAL) return this.labels.trace(reached, this.nodes.places)
      this.expand(reached)
    }
    return undefined
  }

  private placeOf(state: number): Place {
    return this.nodes.places[nodeOf(state)]
  }

  private stateAfter(state: number, node: number, lane: Lane | undefined): number {
    if (lane) return stateByLane(node)
    const isLanePlace = node >= FIRST_LANE_PLACE && node < FIRST_LANE_PLACE + this.lanes.places.length
    return stateByLeg(state, node, isLanePlace, this.wish.mustUseLanes === true)
  }

  private isClear(state: number, node: number, lane: Lane | undefined, pace: Pace | number): boolean {
    const burier = this.nodes.buriers[node]
    if (burier >= 0) {
      this.join(burier)
      return false
    }
    const fromMs = this.wish.startMs + this.labels.seconds(state) * 1000
    const leg = timedLeg(this.placeOf(state), this.nodes.places[node], fromMs, pace)
    if (lane && !this.lanes.isOpen(lane, leg.fromMs, leg.untilMs)) return false
    const last = this.lastBlocker[state]
    if (last !== undefined && this.scene.isBlockedBy(last, leg)) return false
    const lastThere = this.lastBlockerThere[node]
    if (lastThere !== undefined && this.scene.isBlockedBy(lastThere, leg)) return false
    const blocker = this.scene.findBlocker(leg)
    if (blocker < 0) return true
    this.lastBlocker[state] = blocker
    this.lastBlockerThere[node] = blocker
    this.join(blocker)
    return false
  }

  private expand(state: number): void {
    const node = nodeOf(state)
    const phase = phaseOf(state)
    if (phase === ENTERING || phase === FOLLOWING) {
      for (const lane of this.lanes.from[node - FIRST_LANE_PLACE]) this.offer(state, FIRST_LANE_PLACE + lane.to, lane)
    }
    if (phase === ENTERING) return
    const parent = this.labels.parent(state)
    const wedge = this.nodes.wedgeAt(parent < 0 ? -1 : nodeOf(parent), node)
    this.expanded.set(state, wedge)
    const { x, y } = this.nodes.places[node]
    const end = FIRST_LANE_PLACE + this.lanes.places.length
    for (let other = GOAL; other < end; other++) {
      const place = this.nodes.places[other]
      if (other !== node && wedge.holds(place.x - x, place.y - y, 0)) this.offer(state, other)
    }
    const visit = (corner: number) => this.offer(state, corner)
    for (const group of this.nodes.groups) this.nodes.visitTangents(node, wedge, group, visit)
  }

  private join(shape: number): void {
    if (this.shapes.has(shape)) return
    this.shapes.add(shape)
    const takesPart = (other: number) => this.shapes.has(other)
    const group = this.nodes.addPart(this.scene, shape, takesPart, (node) => this.isWorthwhile(node))
    for (const [state, wedge] of this.expanded) {
      this.nodes.visitTangents(nodeOf(state), wedge, group, (corner) => this.offer(state, corner))
    }
  }

  private offer(state: number, node: number, lane?: Lane): void {
    const reached = this.stateAfter(state, node, lane)
    if (reached < 0) return
    const place = this.nodes.places[node]
    const cost = this.labels.cost(state) + this.travel(this.placeOf(state), place) * (lane ? this.factor : 1)
    if (!(cost < this.labels.cost(reached))) return
    const ahead = this.ahead.of(node, phaseOf(reached))
    // The sum is infinite for unreachable places and dead ends.
    if (cost + ahead < this.limit) this.offers.add(cost + ahead * this.greed, cost, state, node, lane)
  }

  /** Whether a path through a node can be shorter than the known path. */
  private isWorthwhile(node: number): boolean {
    const { places } = this.nodes
    return (this.travel(places[START], places[node]) + this.ahead.straight(node)) * this.factor < this.limit
  }

  private met(): number[] {
    return [...new Set([...this.shapes].map((shape) => this.scene.ownerOf(shape)))].sort((a, b) => a - b)
  }
}

/** Converts a leg to a scene leg. `pace` is in seconds if the speed is constant. */
export function timedLeg(from: Place, to: Place, fromMs: number, pace: Pace | number): Leg {
  const line = { ax: from.x, ay: from.y, bx: to.x, by: to.y, fromMs }
  if (typeof pace === 'number') return { ...line, untilMs: fromMs + pace * 1000 }
  return {
    ...line,
    untilMs: fromMs + pace.seconds * 1000,
    msAt: (share) => fromMs + pace.secondsAt(share) * 1000,
  }
}
