import type { Scene } from '../scene/scene.ts'
import { type Lane, type Lanes, noLanes } from './lanes.ts'
import { Nodes } from './nodes.ts'
import { Offers } from './offers.ts'
import type { FoundPath, PathLeg, PathResult, PathWish } from './path.ts'
import { FIRST_LANE_PLACE, GOAL, nodeOf, START, stateAfter } from './states.ts'
import type { Place, Travel } from './travel.ts'
import type { Wedge } from './wedge.ts'

/**
 * The shortest way around the shapes of a scene: A* over the corners, lazily.
 *
 * A shape takes part only once some leg runs into it. Until then the search runs among fewer shapes, where ways are never longer; so the
 * first way that reaches the goal with all of its legs checked against the whole scene is a shortest one of all. When a shape joins,
 * every node expanded before gets its tangents to it. Legs are checked when their turn comes, not when they are found.
 */
export class PathSearch {
  readonly #scene: Scene
  readonly #travel: Travel
  readonly #wish: PathWish
  readonly #lanes: Lanes
  readonly #factor: number
  readonly #nodes = new Nodes()
  /** What is left from each node at least. */
  readonly #ahead: number[] = []
  readonly #cost: number[] = []
  readonly #seconds: number[] = []
  readonly #parent: number[] = []
  readonly #byLane: (Lane | undefined)[] = []
  /** With where the way can go on from there. */
  readonly #expanded = new Map<number, Wedge>()
  /** Those that take part. */
  readonly #shapes = new Set<number>()
  /** What a leg from a node, or to one, last ran into: the next one often does so too. */
  readonly #lastBlocker: number[] = []
  readonly #lastBlockerThere: number[] = []
  readonly #offers = new Offers()
  /** A first run follows its nose, for some way that is good; the second one finds the best. */
  #greed = 2
  #limit = Number.POSITIVE_INFINITY

  constructor(scene: Scene, travel: Travel, wish: PathWish) {
    this.#scene = scene
    this.#travel = travel
    this.#wish = wish
    this.#lanes = wish.lanes ?? noLanes
    this.#factor = this.#lanes.places.length > 0 ? (wish.laneFactor ?? 1) : 1
    for (const place of [wish.start, wish.goal, ...this.#lanes.places]) this.#nodes.add(place)
  }

  find(): PathResult {
    const quick = this.#run()
    if (!quick) return { met: this.#met() }
    // Whatever cannot be shorter than this one is left aside; the shapes met so far take part from the start.
    this.#limit = quick.cost * (1 + 1e-9)
    this.#greed = 1
    for (const group of this.#nodes.groups) {
      group.corners = group.corners.filter((corner) => this.#isWorthwhile(corner))
    }
    const best = this.#run()
    return { path: best && best.cost < quick.cost ? best : quick, met: this.#met() }
  }

  #run(): FoundPath | undefined {
    this.#cost.length = 0
    this.#expanded.clear()
    this.#offers.clear()
    this.#cost[START] = 0
    this.#seconds[START] = 0
    this.#parent[START] = -1
    this.#expand(START)
    for (let offer = this.#offers.take(); offer >= 0; offer = this.#offers.take()) {
      const state = this.#offers.state(offer)
      const node = this.#offers.node(offer)
      const lane = this.#offers.lane(offer)
      const cost = this.#offers.cost(offer)
      const reached = stateAfter(state, node, lane !== undefined, this.#wish.mustUseLanes === true)
      if (cost >= (this.#cost[reached] ?? Number.POSITIVE_INFINITY)) continue
      const seconds = this.#travel(this.#placeOf(state), this.#nodes.places[node])
      // A cheaper way to where the leg begins was found since: then the leg was offered again.
      if (cost > this.#cost[state] + seconds * (lane ? this.#factor : 1)) continue
      if (!this.#isClear(state, node, lane, seconds)) continue
      this.#cost[reached] = cost
      this.#seconds[reached] = this.#seconds[state] + seconds
      this.#parent[reached] = state
      this.#byLane[reached] = lane
      if (node === GOAL) return this.#trace(reached)
      this.#expand(reached)
    }
    return undefined
  }

  #placeOf(state: number): Place {
    return this.#nodes.places[nodeOf(state)]
  }

  #isClear(state: number, node: number, lane: Lane | undefined, seconds: number): boolean {
    const burier = this.#nodes.buriers[node]
    if (burier >= 0) {
      this.#join(burier)
      return false
    }
    const [from, to] = [this.#placeOf(state), this.#nodes.places[node]]
    const fromMs = this.#wish.startMs + this.#seconds[state] * 1000
    const untilMs = fromMs + seconds * 1000
    if (lane && !this.#lanes.isOpen(lane, fromMs, untilMs)) return false
    const leg = { ax: from.x, ay: from.y, bx: to.x, by: to.y, fromMs, untilMs }
    const last = this.#lastBlocker[state]
    if (last !== undefined && this.#scene.isBlockedBy(last, leg)) return false
    const lastThere = this.#lastBlockerThere[node]
    if (lastThere !== undefined && this.#scene.isBlockedBy(lastThere, leg)) return false
    const blocker = this.#scene.findBlocker(leg)
    if (blocker < 0) return true
    this.#lastBlocker[state] = blocker
    this.#lastBlockerThere[node] = blocker
    this.#join(blocker)
    return false
  }

  #expand(state: number): void {
    const node = nodeOf(state)
    const parent = this.#parent[state]
    const wedge = this.#nodes.wedgeAt(parent < 0 ? -1 : nodeOf(parent), node)
    this.#expanded.set(state, wedge)
    const { x, y } = this.#nodes.places[node]
    const end = FIRST_LANE_PLACE + this.#lanes.places.length
    for (let other = GOAL; other < end; other++) {
      const place = this.#nodes.places[other]
      if (other !== node && wedge.holds(place.x - x, place.y - y, 0)) this.#offer(state, other)
    }
    for (const lane of this.#lanes.from[node - FIRST_LANE_PLACE] ?? []) {
      this.#offer(state, FIRST_LANE_PLACE + lane.to, lane)
    }
    const visit = (corner: number) => this.#offer(state, corner)
    for (const group of this.#nodes.groups) this.#nodes.visitTangents(node, wedge, group, visit)
  }

  #join(shape: number): void {
    if (this.#shapes.has(shape)) return
    this.#shapes.add(shape)
    const takesPart = (other: number) => this.#shapes.has(other)
    const group = this.#nodes.addShape(this.#scene, shape, takesPart, (node) => this.#isWorthwhile(node))
    for (const [state, wedge] of this.#expanded) {
      this.#nodes.visitTangents(nodeOf(state), wedge, group, (corner) => this.#offer(state, corner))
    }
  }

  #offer(state: number, node: number, lane?: Lane): void {
    const reached = stateAfter(state, node, lane !== undefined, this.#wish.mustUseLanes === true)
    if (reached < 0) return
    const place = this.#nodes.places[node]
    const cost = this.#cost[state] + this.#travel(this.#placeOf(state), place) * (lane ? this.#factor : 1)
    if (!(cost < (this.#cost[reached] ?? Number.POSITIVE_INFINITY))) return
    const ahead = this.#aheadOf(node)
    // Of places that cannot be reached, or that lead nowhere, the sum is infinite.
    if (cost + ahead < this.#limit) this.#offers.add(cost + ahead * this.#greed, cost, state, node, lane)
  }

  /** Whether a way through a node can be shorter than the one that is known. */
  #isWorthwhile(node: number): boolean {
    const { places } = this.#nodes
    return this.#travel(places[START], places[node]) * this.#factor + this.#aheadOf(node) < this.#limit
  }

  #aheadOf(node: number): number {
    this.#ahead[node] ??= this.#travel(this.#nodes.places[node], this.#nodes.places[GOAL]) * this.#factor
    return this.#ahead[node]
  }

  #met(): number[] {
    return [...new Set([...this.#shapes].map((shape) => this.#scene.ownerOf(shape)))].sort((a, b) => a - b)
  }

  #trace(end: number): FoundPath {
    const legs: PathLeg[] = []
    for (let state = end; this.#parent[state] >= 0; state = this.#parent[state]) {
      const before = this.#parent[state]
      const lane = this.#byLane[state]
      legs.push({
        from: this.#placeOf(before),
        to: this.#placeOf(state),
        seconds: this.#seconds[state] - this.#seconds[before],
        ...(lane && { lane }),
      })
    }
    return { legs: legs.reverse(), cost: this.#cost[end], seconds: this.#seconds[end] }
  }
}
