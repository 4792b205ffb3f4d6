import { flatDistanceMeters } from '@fairway/geo'
import { Doubles, Integers } from '../../osm/growing.ts'
import { NO_NODE, type RawNodes, type RawRoads } from '../collect.ts'
import { readNode } from '../rules/node-rules.ts'
import type { NodeRules, RoadRules } from '../rules/rules.ts'
import { placeAt } from '../rules/speed/country.ts'
import { readWay } from '../rules/way-rules.ts'
import { TraitTables } from './traits.ts'

/** A stretch of one way between two relevant nodes. Durations and weights are in seconds. */
export interface Pieces {
  readonly count: number
  /** Range of its nodes in `ways.node`: from `begin` through `end`. */
  readonly begin: Uint32Array
  readonly end: Uint32Array
  readonly way: Uint32Array
  readonly road: Uint32Array
  /** Side traits in both directions of the way. */
  readonly side: readonly [Uint32Array, Uint32Array]
  readonly lengthMeters: Float64Array
  readonly duration: readonly [Float64Array, Float64Array]
  readonly weight: readonly [Float64Array, Float64Array]
  /** The part of both that is lost at obstacles along the piece. */
  readonly delay: readonly [Float64Array, Float64Array]
  /** Speed limit in km/h. */
  readonly limit: readonly [Float64Array, Float64Array]
}

export interface CutRoads {
  readonly pieces: Pieces
  readonly traits: TraitTables
  readonly nodeRules: ReadonlyMap<number, NodeRules>
  /** Number of ways that a car can use. */
  readonly roadWays: number
}

const DEGREES = 1e-6

/** Evaluates the rules of all ways and nodes, and splits the ways at junctions and barriers. */
export function cutRoads(raw: RawRoads): CutRoads {
  const nodeRules = rulesOfNodes(raw.nodes)
  const rules = rulesOfWays(raw)
  const isJunction = findJunctions(raw, rules, nodeRules)
  const cutter = new Cutter(raw, nodeRules)
  let roadWays = 0
  for (let way = 0; way < raw.ways.count; way++) {
    const rule = rules[way]
    if (!rule) continue
    roadWays++
    cutter.cut(way, rule, isJunction)
  }
  return { pieces: cutter.finish(), traits: cutter.traits, nodeRules, roadWays }
}

function rulesOfNodes({ tags, latitude, longitude }: RawNodes): Map<number, NodeRules> {
  const rules = new Map<number, NodeRules>()
  for (const [node, those] of tags) {
    const read = readNode(those, placeAt(latitude[node] * DEGREES, longitude[node] * DEGREES))
    if (read) rules.set(node, read)
  }
  return rules
}

function rulesOfWays({ ways, nodes }: RawRoads): (RoadRules | undefined)[] {
  return ways.tags.map((tags, way) => {
    const node = firstKnown(ways.node, ways.refFirst[way], ways.refFirst[way + 1])
    if (node === NO_NODE) return undefined
    return readWay(tags, placeAt(nodes.latitude[node] * DEGREES, nodes.longitude[node] * DEGREES))
  })
}

function firstKnown(node: Uint32Array, begin: number, end: number): number {
  for (let i = begin; i < end; i++) if (node[i] !== NO_NODE) return node[i]
  return NO_NODE
}

/** Finds nodes where two ways touch, where one ends, and where a barrier does not let everyone pass. */
function findJunctions(
  { ways, nodes }: RawRoads,
  rules: readonly unknown[],
  nodeRules: ReadonlyMap<number, NodeRules>,
) {
  const uses = new Uint8Array(nodes.count)
  for (let way = 0; way < ways.count; way++) {
    if (!rules[way]) continue
    let before = NO_NODE
    for (let i = ways.refFirst[way]; i < ways.refFirst[way + 1]; i++) {
      const node = ways.node[i]
      const isEnd = i === ways.refFirst[way] || i === ways.refFirst[way + 1] - 1
      // A way also ends next to a node that is missing from the extract.
      if (node !== NO_NODE && node !== before)
        uses[node] = Math.min(2, uses[node] + (isEnd || before === NO_NODE ? 2 : 1))
      if (node === NO_NODE && before !== NO_NODE) uses[before] = 2
      before = node
    }
  }
  const isJunction = uses.map((count) => (count >= 2 ? 1 : 0))
  for (const [node, { blocked, restricted, timed, limits, exit }] of nodeRules) {
    if (blocked || restricted || timed.length > 0 || exit !== '' || Object.keys(limits).length > 0) isJunction[node] = 1
  }
  return isJunction
}

class Cutter {
  readonly traits = new TraitTables()
  private readonly raw: RawRoads
  private readonly nodeRules: ReadonlyMap<number, NodeRules>
  private readonly begin = new Integers()
  private readonly end = new Integers()
  private readonly way = new Integers()
  private readonly road = new Integers()
  private readonly side = [new Integers(), new Integers()] as const
  private readonly length = new Doubles()
  private readonly duration = [new Doubles(), new Doubles()] as const
  private readonly weight = [new Doubles(), new Doubles()] as const
  private readonly delay = [new Doubles(), new Doubles()] as const
  private readonly limit = [new Doubles(), new Doubles()] as const

  constructor(raw: RawRoads, nodeRules: ReadonlyMap<number, NodeRules>) {
    this.raw = raw
    this.nodeRules = nodeRules
  }

  cut(way: number, rules: RoadRules, isJunction: Uint8Array): void {
    const { ways, nodes } = this.raw
    const begin = ways.refFirst[way]
    const end = ways.refFirst[way + 1]
    const node = firstKnown(ways.node, begin, end)
    const { country } = placeAt(nodes.latitude[node] * DEGREES, nodes.longitude[node] * DEGREES)
    const road = this.traits.road(rules, country)
    const secondsPerMeter = this.tagged(rules, begin, end)
    let from = -1
    for (let i = begin; i < end; i++) {
      const at = ways.node[i]
      if (at === NO_NODE) from = -1
      else if (from < 0) from = i
      else if (isJunction[at] === 1 || i === end - 1) {
        this.add(way, road, rules, from, i, secondsPerMeter)
        from = i
      }
    }
  }

  /** Seconds per meter of a way with a tagged duration. */
  private tagged({ durationSeconds }: RoadRules, begin: number, end: number): number | undefined {
    if (durationSeconds === undefined) return undefined
    const meters = this.measure(begin, end - 1)
    return meters > 0 ? durationSeconds / meters : undefined
  }

  private add(
    way: number,
    road: number,
    rules: RoadRules,
    begin: number,
    end: number,
    tagged: number | undefined,
  ): void {
    const meters = this.measure(begin, end)
    this.begin.push(begin)
    this.end.push(end)
    this.way.push(way)
    this.road.push(road)
    this.length.push(meters)
    const directions = [rules.forward, rules.backward]
    const delays = this.delays(begin, end)
    for (const against of [0, 1] as const) {
      const direction = directions[against]
      this.side[against].push(this.traits.side(direction))
      const seconds = direction ? meters * (tagged ?? 3.6 / Math.max(1, direction.speedKmh)) : 0
      this.delay[against].push(delays[against])
      this.limit[against].push(direction?.limitKmh ?? 0)
      this.duration[against].push(seconds + delays[against])
      this.weight[against].push(direction ? seconds * direction.weightFactor + delays[against] : 0)
    }
  }

  /** Delay at the nodes between the two endpoints. */
  private delays(begin: number, end: number): readonly [number, number] {
    let along = 0
    let against = 0
    for (let i = begin + 1; i < end; i++) {
      const rules = this.nodeRules.get(this.raw.ways.node[i])
      if (!rules) continue
      along += rules.delayForwardSeconds
      against += rules.delayBackwardSeconds
    }
    return [along, against]
  }

  private measure(begin: number, end: number): number {
    const { ways, nodes } = this.raw
    let meters = 0
    for (let i = begin; i < end; i++) {
      const a = ways.node[i]
      const b = ways.node[i + 1]
      if (a === NO_NODE || b === NO_NODE) continue
      meters += flatDistanceMeters(
        nodes.latitude[a] * DEGREES,
        nodes.longitude[a] * DEGREES,
        nodes.latitude[b] * DEGREES,
        nodes.longitude[b] * DEGREES,
      )
    }
    return meters
  }

  finish(): Pieces {
    return {
      count: this.begin.length,
      begin: this.begin.finish(),
      end: this.end.finish(),
      way: this.way.finish(),
      road: this.road.finish(),
      side: [this.side[0].finish(), this.side[1].finish()],
      lengthMeters: this.length.finish(),
      duration: [this.duration[0].finish(), this.duration[1].finish()],
      weight: [this.weight[0].finish(), this.weight[1].finish()],
      delay: [this.delay[0].finish(), this.delay[1].finish()],
      limit: [this.limit[0].finish(), this.limit[1].finish()],
    }
  }
}
