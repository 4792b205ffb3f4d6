import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from '../bench.ts'
import { round } from '../bench.ts'
import { addAssets } from './tracking-fleet.ts'
import { send } from './tracking-load.ts'
import { hasScaledStore, openTrackingStore, type TrackingStore } from './tracking-stores.ts'

const OUTAGE_S = 30
const TRACKER_COUNT = 8

/**
 * Measures how many positions are lost when PostgreSQL crashes and stays unavailable. The trackers resend each position
 * until the server acknowledges it.
 */
export const trackingOutage: Benchmark = {
  async run({ tiny, progress }) {
    if (!hasScaledStore()) throw new Error('PostgreSQL and Redis are needed: apt-get install postgresql redis-server')
    const store = await openTrackingStore('scaled')
    try {
      return await measure(store, tiny ? 1 : OUTAGE_S, progress)
    } finally {
      await store.dispose()
    }
  },
}

async function measure(store: TrackingStore, outageSeconds: number, progress: (text: string) => void) {
  const server = await store.startServer()
  const ids = await addAssets(store, TRACKER_COUNT, false)
  const agent = new Agent({ keepAlive: true })
  const listener = listen(server.port, store.key)
  const drives = ids.map((id) => drive(agent, server.port, store.key, id))
  try {
    await sleep(2000)
    progress(`unavailable for ${outageSeconds} s`)
    await store.postgres?.crash()
    const acknowledgedBefore = sum(drives.map(({ acknowledged }) => acknowledged.length))
    await sleep(1000 * outageSeconds)
    const meanwhile = sum(drives.map(({ acknowledged }) => acknowledged.length)) - acknowledgedBefore
    await store.postgres?.start()
    const back = performance.now()
    await until(() => drives.every((one) => one.lastAt > back))
    const backMs = Math.max(...drives.map(({ firstAfter }) => firstAfter(back))) - back
    await sleep(1000)
    for (const one of drives) one.stop()
    await Promise.all(drives.map(({ over }) => over))
    await until(() => ids.every((id, at) => listener.heard.get(id) === drives[at]?.acknowledged.at(-1)))
    const acknowledged = sum(drives.map((one) => one.acknowledged.length))
    let lost = 0
    for (const [at, id] of ids.entries()) lost += await missing(store, id, drives[at]?.acknowledged ?? [])
    if (lost > 0) throw new Error(`${lost} of ${acknowledged} acknowledged positions are not in the track`)
    const refusals = drives.flatMap((one) => one.refusals)
    const slowest = Math.max(0, ...refusals.map(({ ms }) => ms))
    const others = refusals.filter(({ status }) => status !== 503).length
    return {
      figures: {
        outageSeconds,
        acknowledged,
        meanwhile,
        refused: refusals.length,
        otherStatuses: others,
        lost,
        backMs: round(backMs),
      },
      table: [
        ['PostgreSQL unavailable, s', String(outageSeconds)],
        ['positions acknowledged', String(acknowledged)],
        ['… while it was unavailable', String(meanwhile)],
        ['… and not in the track', String(lost)],
        ['refused with 503, sent again', String(refusals.length - others)],
        ['refused otherwise', String(others)],
        ['slowest refusal, ms', String(round(slowest, 0))],
        ['all trackers acknowledged again after, ms', String(round(backMs, 0))],
        ['the stream that stayed open reported the last position of each', 'yes'],
      ],
    }
  } finally {
    for (const one of drives) one.stop()
    listener.stop()
    agent.destroy()
    await server.stop()
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

async function until(isDone: () => boolean): Promise<void> {
  const patientUntil = performance.now() + 30_000
  while (!isDone()) {
    if (performance.now() > patientUntil) throw new Error('it did not recover within 30 s')
    await sleep(20)
  }
}

/** Runs a tracker. The latitude of a position encodes its sequence number. */
function drive(agent: Agent, port: number, key: string, id: string) {
  const acknowledged: number[] = []
  const times: number[] = []
  const refusals: { status: number; ms: number }[] = []
  let isOver = false
  const begunMs = Date.now()
  const over = (async () => {
    for (let count = 0; !isOver; await sleep(50)) {
      const time = new Date(begunMs + 50 * count).toISOString()
      const body = JSON.stringify({ at: [48 + count * 1e-5, 11], time })
      const begun = performance.now()
      const { status } = await send(agent, port, key, { method: 'POST', path: `/v1/assets/${id}/position`, body })
      if (status === 200) {
        acknowledged.push(count++)
        times.push(performance.now())
      } else refusals.push({ status, ms: performance.now() - begun })
    }
  })()
  return {
    acknowledged,
    refusals,
    over,
    get lastAt() {
      return times.at(-1) ?? 0
    },
    firstAfter: (instant: number) => times.find((time) => time > instant) ?? Number.POSITIVE_INFINITY,
    stop() {
      isOver = true
    },
  }
}

async function missing({ database }: TrackingStore, id: string, acknowledged: readonly number[]): Promise<number> {
  const rows = await database.db
    .selectFrom('positions')
    .innerJoin('assets', 'assets.number', 'positions.asset')
    .select('positions.latitude')
    .where('assets.id', '=', id)
    .execute()
  const kept = new Set(rows.map(({ latitude }) => Math.round((latitude - 48) * 1e5)))
  return acknowledged.filter((count) => !kept.has(count)).length
}

/** Opens one fleet stream, which is never reopened, and records the last event of each asset. */
function listen(port: number, key: string) {
  const heard = new Map<string, number>()
  const end = new AbortController()
  void (async () => {
    const url = `http://127.0.0.1:${port}/v1/assets/stream`
    const reply = await fetch(url, { headers: { 'x-api-key': key }, signal: end.signal })
    let text = ''
    for await (const part of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines.filter((one) => one.startsWith('data: '))) {
        const { asset, position } = JSON.parse(line.slice(6))
        if (position) heard.set(asset.id, Math.round((position.at[0] - 48) * 1e5))
      }
    }
  })().catch(() => {})
  return { heard, stop: () => end.abort() }
}
