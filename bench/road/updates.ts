import { seededRandom } from '@fairway/geo'
import {
  INFINITE_WEIGHT,
  type Metric,
  MetricUpdater,
  type Topology,
  type Triangles,
  type TurnGraph,
} from '@fairway/road'
import type { BenchOptions } from '../bench.ts'

/** Hierarchy with a mutable metric. */
export interface Updatable {
  readonly graph: TurnGraph
  /** Weight of every turn in centiseconds: the weight of the arc before the turn plus the weight of the turn. */
  readonly turnWeight: Int32Array
  readonly topology: Topology
  readonly triangles: Triangles
  readonly metric: Metric
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the lowest CPU time of several runs, in milliseconds. Other processes on the machine can slow down a run. */
export function least(rounds: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = cpuMs()
    work()
    best = Math.min(best, cpuMs() - before)
  }
  return best
}

/**
 * Measures updates of single turns and of whole streets. A street update changes all turns that begin on one of the two
 * arcs of the street. See `toggle`.
 */
export function measureUpdates(made: Updatable, { tiny, progress }: BenchOptions, times: Record<string, number>): void {
  const { graph, turnWeight, triangles, metric } = made
  const updater = new MetricUpdater(triangles)
  const random = seededRandom(3)
  const weights = turnWeight.slice()
  const groups = { turns: Array.from(turnWeight.keys(), (turn) => [turn]), streets: turnsOfStreets(graph) }
  for (const [kind, all] of Object.entries(groups)) {
    for (const count of [1, 10, 100, 1000]) {
      progress(`updates of ${count} ${kind}`)
      const changes = Array.from({ length: tiny ? 2 : Math.max(10, 1000 / count) }, () => pick(all, count, random))
      const run = (): void => {
        for (const change of changes) toggle(updater, metric, weights, turnWeight, change)
      }
      times[`${kind}${count}`] = least(tiny ? 1 : 3, run) / (2 * changes.length)
    }
  }
}

interface Change {
  readonly turns: Uint32Array
  /** Factor for the weights. A factor of 0 closes the turns. */
  readonly factor: number
}

export function pick(groups: readonly (readonly number[])[], count: number, random: () => number): Change {
  const turns = Array.from({ length: count }, () => groups[Math.floor(random() * groups.length)] ?? []).flat()
  return { turns: Uint32Array.from(turns), factor: random() < 0.2 ? 0 : 0.3 + 3 * random() }
}

/** Applies a change and reverts it, which makes two updates. */
function toggle(updater: MetricUpdater, metric: Metric, weights: Int32Array, usual: Int32Array, change: Change): void {
  const { turns, factor } = change
  for (const turn of turns) weights[turn] = factor === 0 ? INFINITE_WEIGHT : scaled(usual, turn, factor)
  updater.update(metric, weights, turns)
  for (const turn of turns) weights[turn] = usual[turn] ?? 0
  updater.update(metric, weights, turns)
}

export function scaled(weights: Int32Array, turn: number, factor: number): number {
  return Math.min(INFINITE_WEIGHT, Math.round((weights[turn] ?? 0) * factor))
}

/** Returns the turns that begin on either arc of a street, for every street. */
export function turnsOfStreets({ arcCount, arcTail, arcHead, turnFrom, nodeCount }: TurnGraph): number[][] {
  const turns = new Map<number, number[]>()
  const edgeKeyByArc = Array.from({ length: arcCount }, (_, arc) => {
    const [a, b] = [arcTail[arc] ?? 0, arcHead[arc] ?? 0]
    return Math.min(a, b) * nodeCount + Math.max(a, b)
  })
  turnFrom.forEach((arc, turn) => {
    const edge = edgeKeyByArc[arc] ?? 0
    const list = turns.get(edge)
    if (list) list.push(turn)
    else turns.set(edge, [turn])
  })
  return [...turns.values()]
}
