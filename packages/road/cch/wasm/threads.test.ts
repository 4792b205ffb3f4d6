import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { randomWeights } from '../../testing/random-weights.ts'
import { customize } from '../customize.ts'
import { orderArcs } from '../order/arc-order.ts'
import { buildTopology } from '../topology.ts'
import { buildTriangles } from '../triangles.ts'
import { createMetric } from './metric-memory.ts'
import { HEADER_BYTES, SCRATCH_COUNT } from './source/layout.ts'
import { type SearchTask, searchAll } from './testing/search-thread.ts'

test('searches one metric from several threads at once, each with its own scratch memory', async () => {
  const random = seededRandom(51)
  const graph = randomTurnGraph(random, 20, 20)
  const topology = buildTopology(graph, orderArcs(graph))
  const metric = createMetric(topology)
  customize(buildTriangles(topology), randomWeights(random, graph.turnCount), metric)
  const arc = () => Math.floor(random() * graph.arcCount)
  const pairs = Array.from({ length: 300 }, () => [arc(), arc()] as const)
  const task: SearchTask = { topology, metric, pairs, times: 5 }
  const script = new URL('./testing/search-thread.ts', import.meta.url)
  const threads = Array.from({ length: 3 }, () => new Worker(script, { workerData: task }))
  const answers = await Promise.all(threads.map(async (thread) => (await once(thread, 'message'))[0]))
  const expected = searchAll({ ...task, times: 1 })
  for (const answer of answers) expect(answer).toEqual(expected)
  const header = new Int32Array(metric.memory?.buffer ?? new SharedArrayBuffer(HEADER_BYTES))
  expect(header[SCRATCH_COUNT / 4]).toBe(3 * task.times + 1)
})
