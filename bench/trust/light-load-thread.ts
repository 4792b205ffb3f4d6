import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { post } from '../http/load.ts'
import type { LightLoadOptions, LightSample } from './light-load.ts'

const { url, key, perSecond } = workerData as LightLoadOptions
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const headers = { 'x-api-key': key }

/** Returns a short route through Montevideo that is slightly different every time. */
function makeBody(count: number): string {
  const shift = (count % 100) * 1e-5
  return JSON.stringify({ from: [-34.9066 + shift, -56.1671], to: [-34.9094 + shift, -56.1653], steps: false })
}

/**
 * Requests are sent at fixed times without waiting for replies, because a slow server must not slow down its clients.
 */
const begun = performance.now()
for (let count = 0; ; count++) {
  const dueAt = begun + (1000 * count) / perSecond
  await sleep(Math.max(0, dueAt - performance.now()))
  const atMs = Date.now()
  const sentAt = performance.now()
  void post(agent, { url: `${url}/v1/route`, headers }, makeBody(count))
    .catch(() => 0)
    .then((status) => {
      const sample: LightSample = { atMs, lateMs: sentAt - dueAt, ms: performance.now() - sentAt, status }
      parentPort?.postMessage(sample)
    })
}
