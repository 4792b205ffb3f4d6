import { stat } from 'node:fs/promises'
import { compileRoads, toRoadSections, writeSections } from '@fairway/dataset'
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
  orderArcs,
  PathQuery,
  type Topology,
  type TurnGraph,
  turnGraphOf,
} from '@fairway/road'
import { readMoscow } from './moscow.ts'
import type { ChildMessage, SizeFigures } from './scale.ts'

/**
 * Measures one map in a separate process, so that other maps do not affect its peak memory.
 * `node scale-child.ts EXTRACT|moscow DATASET QUERIES`
 */
const [, , source = '', dataset = '', queries = '1000'] = process.argv

const stages: Record<string, number> = {}
let stage = 'starting'
let stageBegan = process.cpuUsage()
function enter(next: string): void {
  if (next === stage) return
  const { user, system } = process.cpuUsage(stageBegan)
  stages[stage] = (stages[stage] ?? 0) + (user + system) / 1e6
  stage = next
  stageBegan = process.cpuUsage()
  send({ progress: next })
}

function send(message: ChildMessage): void {
  process.send?.(message)
}

interface Prepared {
  readonly graph: TurnGraph
  readonly topology: Topology
  readonly turnWeight: Int32Array
  readonly fileBytes: number
}

async function prepareExtract(): Promise<Prepared> {
  const map = await compileRoads({ extract: source, threads: 1, onProgress: (progress) => enter(progress.stage) })
  enter('writing the dataset')
  await writeSections(dataset, toRoadSections(map))
  const { size } = await stat(dataset)
  enter('done')
  const { network, topology } = map
  const { turn } = carWeights(
    network,
    defaultProfile,
    closuresWhen(network, () => false),
  )
  return { graph: turnGraphOf(network), topology, turnWeight: turn, fileBytes: size }
}

/** Prepares only the hierarchy, because this map contains no other data. */
function prepareMoscow(): Prepared {
  enter('building the network')
  const { graph, turnWeight } = readMoscow()
  enter('ordering the roads')
  const rank = orderArcs(graph)
  enter('building the hierarchy')
  const topology = buildTopology(graph, rank)
  enter('done')
  const arrays = Object.values(topology).filter((value) => ArrayBuffer.isView(value))
  return { graph, topology, turnWeight, fileBytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) }
}

function measure({ graph, topology, turnWeight, fileBytes }: Prepared): SizeFigures {
  const peakBytes = process.resourceUsage().maxRSS * 1024
  enter('measuring')
  const triangles = buildTriangles(topology)
  const metric = createMetric(topology)
  const customizeMs = least(5, () => customize(triangles, turnWeight, metric))
  const distances = new DistanceQuery(topology)
  const paths = new PathQuery(topology)
  const pairs = connectedPairs(graph, (from, to) => distances.distance(metric, from, to), Number(queries))
  const ends = pairs.map(([from, to]) => [endAt(from), endAt(to)] as const)
  const each = (work: () => void) => (least(7, work) / pairs.length) * 1000
  const queryMicros = each(() => {
    for (const [from, to] of pairs) distances.distance(metric, from, to)
  })
  let arcs = 0
  const pathMicros = each(() => {
    arcs = 0
    for (const [from, to] of ends) {
      paths.search(metric, from, to)
      arcs += paths.path()?.arcs.length ?? 0
    }
  })
  enter('ending')
  const { starting: _, done: __, measuring: ___, ...compileStages } = stages
  return {
    arcs: graph.arcCount,
    turns: graph.turnCount,
    hierarchyArcs: topology.arcCount,
    height: topology.height,
    triangles: triangles.count,
    stages: compileStages,
    peakBytes,
    fileBytes,
    customizeMs,
    queryMicros,
    pathMicros,
    arcsPerPath: arcs / pairs.length,
  }
}

function connectedPairs(
  { arcCount }: TurnGraph,
  distance: (from: number, to: number) => number,
  count: number,
): [number, number][] {
  const random = seededRandom(5)
  const pairs: [number, number][] = []
  while (pairs.length < count) {
    const [from, to] = [Math.floor(random() * arcCount), Math.floor(random() * arcCount)]
    if (from !== to && distance(from, to) < INFINITE_WEIGHT) pairs.push([from, to])
  }
  return pairs
}

function endAt(arc: number) {
  return { count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) }
}

/** Returns the lowest CPU time of several runs, in milliseconds. Other processes on the machine can slow down a run. */
function least(rounds: number, work: () => void): number {
  return Math.min(
    ...Array.from({ length: rounds }, () => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}

send({ figures: measure(source === 'moscow' ? prepareMoscow() : await prepareExtract()) })
process.disconnect?.()
