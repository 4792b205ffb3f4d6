import { existsSync } from 'node:fs'
import { compileRoads } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import {
  buildTopology,
  carWeights,
  closuresWhen,
  defaultProfile,
  orderArcs,
  type Topology,
  type TurnGraph,
  turnGraphOf,
} from '@fairway/road'
import { checkExactness, type ExactnessReport, randomTurnGraph, randomWeights } from '@fairway/road/testing'
import type { Benchmark, BenchOptions, BenchResult } from '../bench.ts'

/** Checks correctness rather than speed. Every distance and path of the hierarchy is compared with Dijkstra. */
export const exact: Benchmark = {
  async run(options) {
    const results: Checked[] = []
    for await (const graph of graphs(options)) results.push(check(graph, options))
    return report(results)
  },
}

const roads = sharedPath('data/roads/')
const extracts = { Monaco: 'monaco-2025', Liechtenstein: 'liechtenstein-2024', Porto: 'porto-r5' }

interface Graph {
  readonly name: string
  readonly graph: TurnGraph
  readonly topology: Topology
  readonly turnWeight: Int32Array
}

interface Checked extends Pick<Graph, 'name' | 'graph'> {
  readonly result: ExactnessReport
}

async function* graphs({ tiny, progress }: BenchOptions): AsyncGenerator<Graph> {
  for (const [seed, side] of tiny
    ? [[1, 9] as const]
    : ([
        [1, 12],
        [2, 40],
        [3, 120],
      ] as const)) {
    yield drawn(seed, side)
  }
  for (const [name, file] of Object.entries(tiny ? {} : extracts)) {
    const extract = `${roads}${file}.osm.pbf`
    if (!existsSync(extract)) {
      progress(`${name} is not next to the repository (../shared/data/roads): skipped`)
      continue
    }
    progress(`compiling ${name}`)
    yield await compiled(name, extract)
  }
}

function drawn(seed: number, side: number): Graph {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, side, side)
  const topology = buildTopology(graph, orderArcs(graph))
  return { name: `random, ${side}²`, graph, topology, turnWeight: randomWeights(random, graph.turnCount) }
}

async function compiled(name: string, extract: string): Promise<Graph> {
  const { network, topology } = await compileRoads({ extract, threads: 1, onProgress() {} })
  const { turn } = carWeights(
    network,
    defaultProfile,
    closuresWhen(network, () => false),
  )
  return { name, graph: turnGraphOf(network), topology, turnWeight: turn }
}

function check({ name, graph, topology, turnWeight }: Graph, { tiny, progress }: BenchOptions): Checked {
  const result = checkExactness(graph, topology, turnWeight, {
    random: seededRandom(20),
    sources: tiny ? 5 : 100,
    targets: tiny ? 20 : 100,
    rounds: tiny ? 5 : 100,
    reportProgress: (text) => progress(`${name}: ${text}`),
  })
  return { name, graph, result }
}

function report(results: readonly Checked[]): BenchResult {
  const sum = (of: keyof ExactnessReport) => results.reduce((total, { result }) => total + result[of], 0)
  const wrong = sum('wrongDistances') + sum('wrongPaths') + sum('wrongRounds') + sum('wrongAfterUpdates')
  const rows = results.map(({ name, graph, result }) => [
    name,
    ...[
      graph.arcCount,
      result.pairs,
      result.connected,
      result.wrongDistances,
      result.wrongPaths,
      result.rounds,
      result.changedTurns,
      result.wrongRounds,
      result.pairsAfterUpdates,
      result.wrongAfterUpdates,
    ].map((value) => value.toLocaleString('en')),
  ])
  const header = ['', 'arcs', 'pairs', 'connected', 'wrong', 'wrong paths']
  const more = ['rounds', 'changed turns', 'wrong rounds', 'pairs after', 'wrong after']
  return {
    figures: {
      maps: results.length,
      pairs: sum('pairs'),
      rounds: sum('rounds'),
      pairsAfterUpdates: sum('pairsAfterUpdates'),
      wrong,
    },
    table: [[...header, ...more], ...rows],
    notes: [
      wrong === 0 ? 'Everything is equal, to the integer.' : `${wrong} DIFFERENCES`,
      'Wrong rounds: those whose weights differ from a full customization anywhere.',
    ],
  }
}
