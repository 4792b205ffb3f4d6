import { parentPort, workerData } from 'node:worker_threads'
import type { Metric } from '../../metric.ts'
import { PathQuery } from '../../path-query.ts'
import type { Topology } from '../../topology.ts'

/** A task for a thread that repeatedly searches all given pairs on a metric and reports the results. */
export interface SearchTask {
  readonly topology: Topology
  readonly metric: Metric
  readonly pairs: readonly (readonly [number, number])[]
  readonly times: number
}

export function searchAll({ topology, metric, pairs, times }: SearchTask): string[] {
  const end = (arc: number) => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })
  let found: string[] = []
  for (let time = 0; time < times; time++) {
    const query = new PathQuery(topology)
    found = pairs.map(([from, to]) => {
      const weight = query.search(metric, end(from), end(to))
      return `${weight}: ${query.path()?.arcs.join()}`
    })
  }
  return found
}

parentPort?.postMessage(searchAll(workerData as SearchTask))
