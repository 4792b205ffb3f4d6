import { once } from 'node:events'
import { Agent } from 'node:http'
import { Worker } from 'node:worker_threads'
import { post } from './load.ts'

export interface PacedOptions {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
  readonly bodies: readonly string[]
  /** Number of seconds at the start to exclude, because a new client process is slow. */
  readonly warmSeconds?: number
}

export interface PacedReport {
  readonly failed: number
  readonly sent: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly mostMs: number
}

/** Sends the requests from a separate thread, so that garbage collection in the benchmark does not delay them. */
export async function sendPacedApart(options: PacedOptions): Promise<PacedReport> {
  const worker = new Worker(new URL('./paced-load-thread.ts', import.meta.url), { workerData: options })
  const [report] = (await once(worker, 'message')) as [PacedReport]
  await worker.terminate()
  return report
}

/**
 * Sends requests at scheduled times without waiting for replies, so that queueing affects the latency as it does for
 * users. Latency is measured from the scheduled time.
 */
export async function sendPaced({
  url,
  perSecond,
  seconds,
  bodies,
  warmSeconds = 0,
}: PacedOptions): Promise<PacedReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  let failed = 0
  const waiting = new Set<Promise<void>>()
  const started = performance.now()
  const count = perSecond * (warmSeconds + seconds)
  const firstCounted = perSecond * warmSeconds
  for (let index = 0; index < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1)
    for (; index < due; index++) {
      const dueAt = started + (index * 1000) / perSecond
      const counts = index >= firstCounted
      const sent = post(agent, { url }, bodies[index % bodies.length] ?? '').then(
        (status) => {
          if (counts) times.push(performance.now() - dueAt)
          if (status !== 200) failed++
        },
        () => {
          failed++
        },
      )
      waiting.add(sent)
      sent.finally(() => waiting.delete(sent))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(waiting)
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { failed, sent: count, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) }
}
