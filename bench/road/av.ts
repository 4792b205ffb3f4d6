import { setTimeout as sleep } from 'node:timers/promises'
import { montevideoSample, montevideoTilesFolder, readDocument } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { DomainArea } from '@fairway/road'
import { OddStore } from '../../apps/server/features/road/av/domains/odd-store.ts'
import { checkPath } from '../../apps/server/features/road/av/tests/av-checker.ts'
import { type RandomOdd, randomDomains, randomPosition } from '../../apps/server/features/road/av/tests/av-domains.ts'
import { StreetMap } from '../../apps/server/features/road/av/tests/av-streets.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { ChildServer } from '../http/child-server.ts'
import { sendLoad } from '../http/load.ts'
import { benchMap } from './porto.ts'

const server = new URL('./route-server.ts', import.meta.url)
const CONNECTION_COUNT = 16
const SEED = 20_261_115
const BAR = 1.2

const cases = [
  { name: 'none', label: 'no geometry, no steps', body: { steps: false, geometry: 'none', alternatives: 0 } },
  { name: 'polyline', label: 'polyline + steps', body: { geometry: 'polyline', alternatives: 0 } },
  { name: 'usual', label: 'default options', body: {} },
] as const

/**
 * Compares the cost of a route within an operational domain with the cost of an ordinary route, and checks the rules of
 * the domain.
 */
export const av: Benchmark = {
  async run(options) {
    const { dataDir } = await benchMap(true, options.progress)
    const store = new OddStore(dataDir)
    const domains = randomDomains(SEED, options.tiny ? 2 : 20)
    const child = await ChildServer.start(server, ['serve', '--port', '0', '--threads', '1'], {
      FAIRWAY_DATA_DIR: dataDir,
      FAIRWAY_LOG_LEVEL: 'error',
      FAIRWAY_SAMPLES: 'true',
      FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
      FAIRWAY_ANONYMOUS_BURST: '10000000',
      FAIRWAY_SHED_DELAY_MS: '0',
    })
    try {
      const url = `http://127.0.0.1:${child.port}/v1`
      const micros = await measure(child, url, options)
      for (const domain of domains) await store.put(domain)
      const checked = await check(url, domains, options)
      return report(micros, checked)
    } finally {
      await child.stop()
      for (const { id } of domains) await store.remove(id)
    }
  },
}

/**
 * Returns only pairs for which both operations return the same route. A route that the rules make longer would also
 * cost more.
 */
async function findPairs(url: string, count: number): Promise<object[]> {
  const random = seededRandom(SEED)
  const area = new DomainArea(readDocument(montevideoSample()).areas)
  const place = (): [number, number] => {
    for (;;) {
      const at: [number, number] = [-34.93 + 0.06 * random(), -56.22 + 0.1 * random()]
      if (area.nameAt(at[0], at[1]) !== undefined) return at
    }
  }
  const pairs: object[] = []
  for (let tries = 0; pairs.length < count && tries < count * 10; tries++) {
    const pair = { from: place(), to: place() }
    const [road, driven] = await Promise.all(['route', 'av/route'].map((path) => ask(`${url}/${path}`, pair)))
    if (driven?.status === 200 && road?.body.distance_km === driven.body.distance_km) pairs.push(pair)
  }
  return pairs
}

async function measure(child: ChildServer, url: string, { tiny, progress }: BenchOptions) {
  const pairs = await findPairs(url, tiny ? 5 : 200)
  const requests = tiny ? 50 : 3000
  const micros = new Map<string, { route: number[]; av: number[] }>(
    cases.map(({ name }) => [name, { route: [], av: [] }]),
  )
  for (let index = -1; index < (tiny ? 1 : 5); index++) {
    progress(index < 0 ? 'warming up' : `round ${index + 1}`)
    for (const { name, body } of cases) {
      const bodies = pairs.map((pair) => JSON.stringify({ ...pair, ...body }))
      for (const [kind, path] of [
        ['route', 'route'],
        ['av', 'av/route'],
      ] as const) {
        const before = await child.cpuSeconds()
        const { statuses } = await sendLoad({
          url: `${url}/${path}`,
          requests,
          connections: CONNECTION_COUNT,
          body: bodies,
        })
        const spent = ((await child.cpuSeconds()) - before) / requests
        if (statuses.get(200) !== requests) throw new Error(`${path} answered ${JSON.stringify([...statuses])}`)
        if (index >= 0) micros.get(name)?.[kind].push(spent * 1e6)
      }
    }
  }
  return micros
}

interface Checked {
  served: number
  refused: number
  ways: number
  pieces: number
  readonly faults: string[]
}

/** Checks every road segment of every reply against the extract. */
async function check(url: string, domains: readonly RandomOdd[], { tiny, progress }: BenchOptions): Promise<Checked> {
  const streets = await StreetMap.read(montevideoTilesFolder())
  const random = seededRandom(SEED)
  const seen: Checked = { served: 0, refused: 0, ways: 0, pieces: 0, faults: [] }
  const count = tiny ? 20 : 5000
  // A running server loads new domains within two seconds.
  await sleep(2000)
  for (let i = 0; i < count; i++) {
    if (i % 1000 === 0) progress(`${i} of ${count} random trips`)
    const odd = domains[i % domains.length] as RandomOdd
    const body = { from: randomPosition(random, odd), to: randomPosition(random, odd), odd: odd.id, steps: false }
    const reply = await ask(`${url}/av/route`, body)
    if (reply.status !== 200) {
      seen.refused++
      if (reply.status !== 422) seen.faults.push(`${reply.status} for ${JSON.stringify(body)}`)
      continue
    }
    seen.served++
    for (const { geometry } of [reply.body, ...reply.body.alternatives]) {
      const { violations, segments } = checkPath(streets, odd, geometry)
      seen.faults.push(...violations)
      seen.ways++
      seen.pieces += segments
    }
  }
  return seen
}

interface Reply {
  readonly status: number
  readonly body: {
    readonly distance_km: number
    readonly geometry: [number, number][]
    readonly alternatives: readonly { readonly geometry: [number, number][] }[]
  }
}

async function ask(url: string, body: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, body: (await reply.json()) as Reply['body'] }
}

function report(micros: Awaited<ReturnType<typeof measure>>, checked: Checked): BenchResult {
  const of = (name: string, kind: 'route' | 'av') => round(median(micros.get(name)?.[kind] ?? []), 1)
  const ratio = (name: string) => round(of(name, 'av') / of(name, 'route'), 2)
  const { served, refused, ways, pieces, faults } = checked
  return {
    figures: {
      ...Object.fromEntries(
        cases.flatMap(({ name }) => [
          [`${name}RouteMicros`, of(name, 'route')],
          [`${name}AvMicros`, of(name, 'av')],
          [`${name}Ratio`, ratio(name)],
        ]),
      ),
      served,
      refused,
      ways,
      pieces,
      violations: faults.length,
    },
    table: [
      ['CPU per request', '/v1/route', '/v1/av/route', 'ratio', 'bar'],
      ...cases.map(({ name, label }) => [
        label,
        `${of(name, 'route')} µs`,
        `${of(name, 'av')} µs`,
        String(ratio(name)),
        String(BAR),
      ]),
    ],
    notes: [
      `${served + refused} random trips: ${served} served with ${ways} routes over ${pieces} road segments, ${refused} refused; ${faults.length} rule violations (target 0)`,
      ...faults.slice(0, 10),
    ],
  }
}
