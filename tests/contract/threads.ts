import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

export interface Gate {
  /** Two int32 values: the number of threads that wait at the gate, and whether the gate is open. */
  readonly gate: SharedArrayBuffer
}

/**
 * Starts one thread of the module per data item, lets all threads begin together, and returns their messages.
 * `meanwhile` runs at the same time. A thread waits at the gate with
 * `Atomics.add(cells, 0, 1); Atomics.wait(cells, 1, 0)`.
 */
export async function runTogether<D extends object>(
  module: URL,
  data: readonly D[],
  meanwhile: () => void | Promise<void> = () => {},
): Promise<unknown[]> {
  const gate = new SharedArrayBuffer(8)
  const cells = new Int32Array(gate)
  const workers = data.map((one) => new Worker(module, { workerData: { ...one, gate } satisfies D & Gate }))
  const answers = Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0] as unknown))
  try {
    // `once` rejects when the thread fails, at the gate or later.
    await Promise.race([atTheGate(cells, workers.length), answers])
    Atomics.store(cells, 1, 1)
    Atomics.notify(cells, 1)
    await meanwhile()
    return await answers
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

async function atTheGate(cells: Int32Array, count: number): Promise<void> {
  while (Atomics.load(cells, 0) < count) await nextTurn()
}
