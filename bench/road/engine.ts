import { join } from 'node:path'
import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import {
  buildTopology,
  buildTriangles,
  carWeights,
  closuresWhen,
  createMetric,
  customize,
  DistanceQuery,
  defaultProfile,
  INFINITE_WEIGHT,
  type Metric,
  MetricUpdater,
  orderArcs,
  PathQuery,
  type Topology,
  type Triangles,
  type TurnGraph,
  turnGraphOf,
} from '@fairway/road'
import { Dijkstra, randomTurnGraph, randomWeights } from '@fairway/road/testing'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'
import { benchMap } from './porto.ts'
import { cpuMs, least, measureUpdates, pick, scaled, turnsOfStreets } from './updates.ts'

/**
 * Measures the hierarchy alone, without HTTP, snapping or guidance. `--thorough` checks 10,000 queries and 100 updates.
 */
export const engine: Benchmark = {
  async run(options) {
    return measure(options.tiny ? drawRoads(12) : await openRoads(options), options)
  },
}

interface Roads {
  readonly name: string
  readonly graph: TurnGraph
  /** Weight of every turn in centiseconds: the weight of the arc before the turn plus the weight of the turn. */
  readonly turnWeight: Int32Array
}

/** Opens the compiled map in the same form as the server. */
async function openRoads({ progress }: BenchOptions): Promise<Roads> {
  const { name, dataDir } = await benchMap(false, progress)
  const dataset = await new DatasetStore(dataDir).findCurrent(name)
  if (!dataset) throw new Error(`${name} is not in ${dataDir}`)
  const { network } = fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE)))
  const closures = closuresWhen(network, () => false)
  return { name, graph: turnGraphOf(network), turnWeight: carWeights(network, defaultProfile, closures).turn }
}

/**
 * Our targets, and the results of RoutingKit with a plain edge-based graph of the same extract
 * (../shared/design/anchors.md).
 */
const rows: Readonly<Record<string, { unit: string; bar?: number; routingKit?: number }>> = {
  order: { unit: 's', routingKit: 5.7 },
  topology: { unit: 's', routingKit: 0.167 },
  triangles: { unit: 's' },
  customize: { unit: 'ms', bar: 25, routingKit: 105.7 },
  turns1: { unit: 'ms', routingKit: 0.02 },
  turns10: { unit: 'ms', routingKit: 0.2 },
  turns100: { unit: 'ms', routingKit: 8.9 },
  turns1000: { unit: 'ms', routingKit: 61 },
  streets1: { unit: 'ms', bar: 0.1 },
  streets10: { unit: 'ms', bar: 0.5 },
  streets100: { unit: 'ms', bar: 5 },
  streets1000: { unit: 'ms' },
  distance: { unit: 'µs', bar: 25, routingKit: 66.1 },
  search: { unit: 'µs' },
  searchAndPath: { unit: 'µs', bar: 45, routingKit: 139 },
  searchFour: { unit: 'µs' },
  searchFourAndPath: { unit: 'µs' },
  searchForAlternatives: { unit: 'µs' },
}

interface Engine extends Roads {
  readonly topology: Topology
  readonly triangles: Triangles
  readonly metric: Metric
}

function measure(roads: Roads, options: BenchOptions): BenchResult {
  const times: Record<string, number> = {}
  const timed = <T>(name: string, work: () => T): T => {
    options.progress(name)
    const before = cpuMs()
    const result = work()
    times[name] = (cpuMs() - before) / 1000
    return result
  }
  const rank = timed('order', () => orderArcs(roads.graph))
  const topology = timed('topology', () => buildTopology(roads.graph, rank))
  const triangles = timed('triangles', () => buildTriangles(topology))
  const made: Engine = { ...roads, topology, triangles, metric: createMetric(topology) }
  measureAll(made, options, times)
  const { checked, wrong } = checkQueries(made, options)
  const { updates, wrongUpdates } = checkUpdates(made, options)
  const size = { junctions: roads.graph.nodeCount, arcs: roads.graph.arcCount, turns: roads.graph.turnCount }
  const shape = { hierarchyArcs: topology.arcCount, height: topology.height, triangleCount: triangles.count }
  return {
    figures: {
      map: roads.name,
      ...size,
      ...shape,
      ...roundAll(times),
      checked,
      wrong,
      updates,
      wrongUpdates,
    },
    table: toTable(times),
    notes: [
      `${roads.name}: ${describe({ ...size, ...shape })}`,
      `queries checked against Dijkstra: ${checked}, wrong: ${wrong}; updates: ${updates}, wrong: ${wrongUpdates}`,
      'CPU time of one thread; RoutingKit (C++), plain edge-based, on the anchors’ machine; its updates are of single turns',
    ],
  }
}

function drawRoads(side: number): Roads {
  const random = seededRandom(1)
  const graph = randomTurnGraph(random, side, side)
  return { name: 'drawn', graph, turnWeight: randomWeights(random, graph.turnCount) }
}

function measureAll(made: Engine, options: BenchOptions, times: Record<string, number>): void {
  const { triangles, turnWeight, metric } = made
  options.progress('customization')
  times.customize = least(options.tiny ? 1 : 25, () => customize(triangles, turnWeight, metric))
  measureUpdates(made, options, times)
  measureQueries(made, options, times)
}

/**
 * Applies successive updates. After each update, compares queries with Dijkstra and every weight with a full
 * customization.
 */
function checkUpdates(made: Engine, { tiny, progress }: BenchOptions): { updates: number; wrongUpdates: number } {
  const { graph, turnWeight, topology, triangles } = made
  const updates = tiny ? 3 : isThorough() ? 100 : 20
  const updater = new MetricUpdater(triangles)
  const [metric, full] = [createMetric(topology), createMetric(topology)]
  const [oracle, query] = [new Dijkstra(graph), new DistanceQuery(topology)]
  const random = seededRandom(9)
  const weights = turnWeight.slice()
  const streets = turnsOfStreets(graph)
  customize(triangles, weights, metric)
  progress(`checking ${updates} updates`)
  let wrongUpdates = 0
  for (let update = 0; update < updates; update++) {
    const { turns, factor } = pick(streets, Math.ceil(1000 ** random()), random)
    for (const turn of turns) weights[turn] = factor === 0 ? INFINITE_WEIGHT : scaled(turnWeight, turn, factor)
    updater.update(metric, weights, turns)
    customize(triangles, weights, full)
    const isEqual = metric.weight.every((weight, slot) => weight === full.weight[slot])
    const [from, to] = [Math.floor(random() * graph.arcCount), Math.floor(random() * graph.arcCount)]
    if (!isEqual || query.distance(metric, from, to) !== oracle.run(weights, from)[to]) wrongUpdates++
  }
  return { updates, wrongUpdates }
}

function isThorough(): boolean {
  return process.argv.includes('--thorough')
}

function measureQueries(made: Engine, { tiny, progress }: BenchOptions, times: Record<string, number>): void {
  const { graph, topology, metric } = made
  const distances = new DistanceQuery(topology)
  const query = new PathQuery(topology)
  const pairs = reachablePairs(made, distances, tiny ? 20 : 2000)
  const ends = (arc: number) => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })
  const back = backArcs(graph)
  const street = (arc: number) => ({
    count: (back[arc] ?? -1) < 0 ? 1 : 2,
    arc: Uint32Array.of(arc, Math.max(0, back[arc] ?? 0)),
    weight: Int32Array.of(-100, 100),
  })
  const single = pairs.map(([from, to]) => [ends(from), ends(to)] as const)
  const double = pairs.map(([from, to]) => [street(from), street(to)] as const)
  const micros = (name: string, each: (index: number) => void): void => {
    progress(name)
    const run = (): void => {
      for (let index = 0; index < pairs.length; index++) each(index)
    }
    times[name] = (least(tiny ? 1 : 15, run) / pairs.length) * 1000
  }
  const search = (list: typeof single, index: number, stretch = 0): void => {
    const pair = list[index]
    if (pair) query.search(metric, pair[0], pair[1], { stretch, mustLeaveArc: true })
  }
  micros('distance', (index) => distances.distance(metric, pairs[index]?.[0] ?? 0, pairs[index]?.[1] ?? 0))
  micros('search', (index) => search(single, index))
  micros('searchAndPath', (index) => {
    search(single, index)
    query.path()
  })
  micros('searchFour', (index) => search(double, index))
  micros('searchFourAndPath', (index) => {
    search(double, index)
    query.path()
  })
  micros('searchForAlternatives', (index) => search(double, index, 0.25))
}

function reachablePairs({ graph, metric }: Engine, query: DistanceQuery, count: number): [number, number][] {
  const random = seededRandom(5)
  const pairs: [number, number][] = []
  while (pairs.length < count) {
    const from = Math.floor(random() * graph.arcCount)
    const to = Math.floor(random() * graph.arcCount)
    if (from !== to && query.distance(metric, from, to) < INFINITE_WEIGHT) pairs.push([from, to])
  }
  return pairs
}

/** Returns the opposite arc of the same street for each arc, or -1. */
function backArcs({ arcCount, arcTail, arcHead, nodeCount }: TurnGraph): Int32Array {
  const byEnds = new Map<number, number>()
  for (let arc = 0; arc < arcCount; arc++) byEnds.set((arcTail[arc] ?? 0) * nodeCount + (arcHead[arc] ?? 0), arc)
  return Int32Array.from({ length: arcCount }, (_, arc) => {
    const back = byEnds.get((arcHead[arc] ?? 0) * nodeCount + (arcTail[arc] ?? 0))
    return back === undefined || back === arc ? -1 : back
  })
}

/** Checks distances and search weights, with ten targets per source. Some targets are unreachable. */
function checkQueries(made: Engine, { tiny, progress }: BenchOptions): { checked: number; wrong: number } {
  const { graph, turnWeight, topology, metric } = made
  const sources = tiny ? 3 : isThorough() ? 1000 : 100
  const oracle = new Dijkstra(graph)
  const distances = new DistanceQuery(topology)
  const query = new PathQuery(topology)
  const random = seededRandom(7)
  const end = (arc: number) => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })
  let wrong = 0
  progress(`checking ${sources * 10} queries`)
  for (let source = 0; source < sources; source++) {
    const from = Math.floor(random() * graph.arcCount)
    const truth = oracle.run(turnWeight, from)
    for (let sample = 0; sample < 10; sample++) {
      const to = Math.floor(random() * graph.arcCount)
      const found = distances.distance(metric, from, to)
      const searched = query.search(metric, end(from), end(to))
      if (found !== truth[to] || searched !== truth[to]) wrong++
    }
  }
  return { checked: sources * 10, wrong }
}

function toTable(times: Readonly<Record<string, number>>): string[][] {
  const show = (value: number | undefined, unit: string): string =>
    value === undefined ? '' : `${round(value, value < 1 ? 3 : 1)} ${unit}`
  return [
    ['', 'ours', 'bar', 'RoutingKit'],
    ...Object.entries(rows).map(([name, { unit, bar, routingKit }]) => [
      name,
      show(times[name], unit),
      show(bar, unit),
      show(routingKit, unit),
    ]),
  ]
}

function roundAll(times: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(times).map(([name, value]) => [name, round(value, 3)]))
}

function describe(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${value.toLocaleString('en')} ${name}`)
    .join(', ')
}
