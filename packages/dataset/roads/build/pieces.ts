import { flatDistanceMeters, type Terrain } from '@fairway/geo'
import { NodeFlag } from '@fairway/road'
import { Float64Builder, Uint32Builder } from '../../osm/growing.ts'
import { withAreaPaths } from '../areas/area-paths.ts'
import { NO_NODE, type RawNodes, type RawRoads } from '../collect.ts'
import type { NodeRules, RoadRules } from '../rules/rules.ts'
import { getTrafficRegion } from '../rules/speed/country.ts'
import type { TravelRules } from '../rules/travel-rules.ts'
import { findSummits, type NodeHeight, readNodeHeights } from '../terrain/summits.ts'
import { TraitTables } from './traits.ts'

/** Segments of ways between junctions or barriers. Durations and weights are in seconds. */
export interface WaySegments {
  readonly count: number
  /** Range of the nodes of a segment in `ways.node`, from `begin` through `end`. */
  readonly begin: Uint32Array
  readonly end: Uint32Array
  readonly way: Uint32Array
  readonly road: Uint32Array
  /** Numbers of the side traits in both directions of the way. */
  readonly side: readonly [Uint32Array, Uint32Array]
  readonly lengthMeters: Float64Array
  readonly duration: readonly [Float64Array, Float64Array]
  readonly weight: readonly [Float64Array, Float64Array]
  /** Part of the duration and of the weight that obstacles along the segment cause, in seconds. */
  readonly delay: readonly [Float64Array, Float64Array]
  /** Speed limit in km/h. */
  readonly limit: readonly [Float64Array, Float64Array]
}

export interface SegmentedRoads {
  /** Roads, including the paths across areas as additional ways. */
  readonly raw: RawRoads
  readonly segments: WaySegments
  readonly traits: TraitTables
  readonly nodeRules: ReadonlyMap<number, NodeRules>
  /** Returns the height of a node. Undefined without terrain data. */
  readonly heightOf: NodeHeight | undefined
  /** Number of usable ways. */
  readonly roadWayCount: number
}

const DEGREES_PER_UNIT = 1e-6

/** Evaluates the rules of all ways and nodes and splits the ways at junctions and barriers. */
export function splitWays(source: RawRoads, travelRules: TravelRules, terrain?: Terrain): SegmentedRoads {
  const nodeRules = readNodeRules(source.nodes, travelRules)
  const { raw, rules } = withAreaPaths(source, readWayRules(source, travelRules), travelRules)
  const isJunction = findJunctions(raw, rules, nodeRules)
  const heightOf = terrain && readNodeHeights(raw, terrain)
  if (heightOf) for (const node of findSummits(raw, rules, heightOf)) isJunction[node] = 1
  const waySplitter = new WaySplitter(raw, nodeRules)
  let roadWayCount = 0
  for (let way = 0; way < raw.ways.count; way++) {
    const rule = rules[way]
    if (!rule) continue
    roadWayCount++
    waySplitter.split(way, rule, isJunction)
  }
  return { raw, segments: waySplitter.finish(), traits: waySplitter.traits, nodeRules, heightOf, roadWayCount }
}

function readNodeRules({ tags, latitude, longitude }: RawNodes, { readNode }: TravelRules): Map<number, NodeRules> {
  const rules = new Map<number, NodeRules>()
  for (const [node, nodeTags] of tags) {
    const read = readNode(
      nodeTags,
      getTrafficRegion(latitude[node] * DEGREES_PER_UNIT, longitude[node] * DEGREES_PER_UNIT),
    )
    if (read) rules.set(node, read)
  }
  return rules
}

function readWayRules({ ways, nodes }: RawRoads, { readWay }: TravelRules): (RoadRules | undefined)[] {
  return ways.tags.map((tags, way) => {
    const node = findFirstNode(ways.node, ways.refFirst[way], ways.refFirst[way + 1])
    if (node === NO_NODE) return undefined
    return readWay(
      tags,
      getTrafficRegion(nodes.latitude[node] * DEGREES_PER_UNIT, nodes.longitude[node] * DEGREES_PER_UNIT),
    )
  })
}

function findFirstNode(node: Uint32Array, begin: number, end: number): number {
  for (let i = begin; i < end; i++) if (node[i] !== NO_NODE) return node[i]
  return NO_NODE
}

/** Finds nodes where ways touch, where a way ends, where a barrier blocks some vehicles, and where a toll is paid. */
function findJunctions(
  { ways, nodes }: RawRoads,
  rules: readonly unknown[],
  nodeRules: ReadonlyMap<number, NodeRules>,
) {
  const useCounts = new Uint8Array(nodes.count)
  for (let way = 0; way < ways.count; way++) {
    if (!rules[way]) continue
    let previousNode = NO_NODE
    for (let i = ways.refFirst[way]; i < ways.refFirst[way + 1]; i++) {
      const node = ways.node[i]
      const isEnd = i === ways.refFirst[way] || i === ways.refFirst[way + 1] - 1
      // A way also ends next to a node that is missing from the extract.
      if (node !== NO_NODE && node !== previousNode)
        useCounts[node] = Math.min(2, useCounts[node] + (isEnd || previousNode === NO_NODE ? 2 : 1))
      if (node === NO_NODE && previousNode !== NO_NODE) useCounts[previousNode] = 2
      previousNode = node
    }
  }
  const isJunction = useCounts.map((count) => (count >= 2 ? 1 : 0))
  for (const [node, { isBlocked, isRestricted, timed, flags, limits, exit, charges = [] }] of nodeRules) {
    const stopsSome = isBlocked || isRestricted || (flags & NodeFlag.noWheelchairs) !== 0 || timed.length > 0
    if (stopsSome || exit !== '' || charges.length > 0 || Object.keys(limits).length > 0) isJunction[node] = 1
  }
  return isJunction
}

/** A way with the properties that all its segments share. */
interface SplitWay {
  readonly way: number
  readonly road: number
  readonly rules: RoadRules
  readonly sides: readonly [number, number]
  readonly secondsPerMeter: number | undefined
}

class WaySplitter {
  readonly traits = new TraitTables()
  private readonly rawRoads: RawRoads
  private readonly nodeRules: ReadonlyMap<number, NodeRules>
  private readonly begin = new Uint32Builder()
  private readonly end = new Uint32Builder()
  private readonly way = new Uint32Builder()
  private readonly road = new Uint32Builder()
  private readonly side = [new Uint32Builder(), new Uint32Builder()] as const
  private readonly length = new Float64Builder()
  private readonly duration = [new Float64Builder(), new Float64Builder()] as const
  private readonly weight = [new Float64Builder(), new Float64Builder()] as const
  private readonly delay = [new Float64Builder(), new Float64Builder()] as const
  private readonly limit = [new Float64Builder(), new Float64Builder()] as const

  constructor(rawRoads: RawRoads, nodeRules: ReadonlyMap<number, NodeRules>) {
    this.rawRoads = rawRoads
    this.nodeRules = nodeRules
  }

  split(way: number, rules: RoadRules, isJunction: Uint8Array): void {
    const { ways, nodes } = this.rawRoads
    const begin = ways.refFirst[way]
    const end = ways.refFirst[way + 1]
    const node = findFirstNode(ways.node, begin, end)
    const { country } = getTrafficRegion(
      nodes.latitude[node] * DEGREES_PER_UNIT,
      nodes.longitude[node] * DEGREES_PER_UNIT,
    )
    const road = this.traits.internRoad(rules, country)
    const sides = [this.traits.internSide(rules.forward), this.traits.internSide(rules.backward)] as const
    const secondsPerMeter = this.taggedDuration(rules, begin, end)
    let from = -1
    for (let i = begin; i < end; i++) {
      const currentNode = ways.node[i]
      if (currentNode === NO_NODE) from = -1
      else if (from < 0) from = i
      else if (isJunction[currentNode] === 1 || i === end - 1) {
        this.add({ way, road, rules, sides, secondsPerMeter }, from, i)
        from = i
      }
    }
  }

  /** Returns the tagged duration of a way in seconds per meter. */
  private taggedDuration({ durationSeconds }: RoadRules, begin: number, end: number): number | undefined {
    if (durationSeconds === undefined) return undefined
    const meters = this.lengthMeters(begin, end - 1)
    return meters > 0 ? durationSeconds / meters : undefined
  }

  private add({ way, road, rules, sides, secondsPerMeter }: SplitWay, begin: number, end: number): void {
    const meters = this.lengthMeters(begin, end)
    this.begin.push(begin)
    this.end.push(end)
    this.way.push(way)
    this.road.push(road)
    this.length.push(meters)
    const directions = [rules.forward, rules.backward]
    const delays = this.sumDelays(begin, end)
    for (const directionIndex of [0, 1] as const) {
      const direction = directions[directionIndex]
      this.side[directionIndex].push(sides[directionIndex])
      const seconds = direction ? meters * (secondsPerMeter ?? 3.6 / Math.max(1, direction.speedKmh)) : 0
      this.delay[directionIndex].push(delays[directionIndex])
      this.limit[directionIndex].push(direction?.limitKmh ?? 0)
      this.duration[directionIndex].push(seconds + delays[directionIndex])
      this.weight[directionIndex].push(direction ? seconds * direction.weightFactor + delays[directionIndex] : 0)
    }
  }

  /** Returns the delay in seconds at the nodes between the two end points, in both directions. */
  private sumDelays(begin: number, end: number): readonly [number, number] {
    let forwardSeconds = 0
    let backwardSeconds = 0
    for (let i = begin + 1; i < end; i++) {
      const rules = this.nodeRules.get(this.rawRoads.ways.node[i])
      if (!rules) continue
      forwardSeconds += rules.delayForwardSeconds
      backwardSeconds += rules.delayBackwardSeconds
    }
    return [forwardSeconds, backwardSeconds]
  }

  private lengthMeters(begin: number, end: number): number {
    const { ways, nodes } = this.rawRoads
    let meters = 0
    for (let i = begin; i < end; i++) {
      const a = ways.node[i]
      const b = ways.node[i + 1]
      if (a === NO_NODE || b === NO_NODE) continue
      meters += flatDistanceMeters(
        nodes.latitude[a] * DEGREES_PER_UNIT,
        nodes.longitude[a] * DEGREES_PER_UNIT,
        nodes.latitude[b] * DEGREES_PER_UNIT,
        nodes.longitude[b] * DEGREES_PER_UNIT,
      )
    }
    return meters
  }

  finish(): WaySegments {
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
