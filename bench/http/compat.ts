import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { type BenchMap, benchMap, type Pair } from '../road/porto.ts'
import { ChildServer } from './child-server.ts'
import { type LoadRequest, sendLoad } from './load.ts'

const server = new URL('../road/route-server.ts', import.meta.url)

/** Number of connections. With this many, one server thread stays busy while the client prepares the next request. */
const CONNECTIONS = 16

/** Number of rounds before the measurement, in which all code is compiled. */
const WARM_UP_ROUNDS = 12

/** Kinds of native routes that the formats are compared with. */
const nativeBodies = {
  line: { steps: false, geometry: 'polyline', alternatives: 0 },
  steps: { steps: true, geometry: 'polyline', alternatives: 0 },
} as const

interface FormatCase {
  readonly name: string
  readonly label: string
  readonly native: keyof typeof nativeBodies
  toRequest(pair: Pair): LoadRequest
}

const toOsrmPath = ([from, to]: Pair) => `/v1/compat/osrm/route/v1/driving/${from[1]},${from[0]};${to[1]},${to[0]}`

const cases: readonly FormatCase[] = [
  {
    name: 'osrmLine',
    label: 'OSRM, overview=full',
    native: 'line',
    toRequest: (pair) => ({ path: `${toOsrmPath(pair)}?overview=full` }),
  },
  {
    name: 'osrmSteps',
    label: 'OSRM, overview=full&steps=true',
    native: 'steps',
    toRequest: (pair) => ({ path: `${toOsrmPath(pair)}?steps=true&overview=full` }),
  },
  {
    name: 'valhalla',
    label: 'Valhalla, route',
    native: 'steps',
    toRequest: ([from, to]) => ({
      path: '/v1/compat/valhalla/route',
      body: JSON.stringify({
        locations: [from, to].map(([lat, lon]) => ({ lat, lon })),
        costing: 'auto',
      }),
    }),
  },
  {
    name: 'google',
    label: 'Google, directions',
    native: 'steps',
    toRequest: ([from, to]) => ({
      path: `/v1/compat/google/directions/json?origin=${from.join()}&destination=${to.join()}`,
    }),
  },
]

/** Measures the server cost of routes in the formats of other providers, compared with native routes for the same pairs. */
export const compat: Benchmark = {
  async run(options) {
    return await measure(await benchMap(options.tiny, options.progress), options)
  },
}

async function measure(map: BenchMap, { tiny, numbers, progress }: BenchOptions): Promise<BenchResult> {
  const requests = tiny ? 50 : 500
  const rounds = tiny ? 1 : (numbers[0] ?? 24)
  const warmUpRounds = tiny ? 1 : WARM_UP_ROUNDS
  const child = await ChildServer.start(server, ['serve', '--port', '0', '--threads', '1'], {
    FAIRWAY_DATA_DIR: map.dataDir,
    FAIRWAY_LOG_LEVEL: 'info',
    FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
    FAIRWAY_ANONYMOUS_BURST: '10000000',
  })
  let failed = 0
  const cpuMicros = async (list: readonly LoadRequest[]): Promise<number> => {
    const before = await child.cpuSeconds()
    const url = `http://127.0.0.1:${child.port}`
    const { statuses } = await sendLoad({ url, requests, connections: CONNECTIONS, body: list })
    failed += requests - (statuses.get(200) ?? 0)
    return (((await child.cpuSeconds()) - before) / requests) * 1e6
  }
  const micros = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  const nativeMicros = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  try {
    for (let index = -warmUpRounds; index < rounds; index++) {
      progress(index < 0 ? 'warming up' : `round ${index + 1} of ${rounds}`)
      for (const { name, native, toRequest } of cases) {
        const nativeCost = await cpuMicros(map.pairs.map((pair) => toNativeRequest(pair, nativeBodies[native])))
        const cost = await cpuMicros(map.pairs.map(toRequest))
        if (index < 0) continue
        nativeMicros.get(name)?.push(nativeCost)
        micros.get(name)?.push(cost)
      }
    }
  } finally {
    await child.stop()
  }
  return report(map, micros, nativeMicros, failed)
}

function toNativeRequest([from, to]: Pair, fields: object): LoadRequest {
  return { path: '/v1/route', body: JSON.stringify({ from, to, ...fields }) }
}

type Micros = ReadonlyMap<string, readonly number[]>

function report(map: BenchMap, micros: Micros, nativeMicros: Micros, failed: number): BenchResult {
  const figures: Record<string, number | string> = { map: map.name, failed }
  const rows = cases.map(({ name, label }) => {
    const costs = micros.get(name) ?? []
    const nativeCosts = nativeMicros.get(name) ?? []
    const ratios = costs.map((cost, index) => cost / (nativeCosts[index] ?? Number.NaN))
    figures[`${name}CpuMicros`] = round(median(costs), 1)
    figures[`${name}NativeCpuMicros`] = round(median(nativeCosts), 1)
    figures[`${name}Ratio`] = round(median(ratios), 2)
    const range = `${round(Math.min(...ratios))} to ${round(Math.max(...ratios))}`
    return [
      label,
      `${round(median(costs), 1)} µs`,
      `${round(median(nativeCosts), 1)} µs`,
      String(round(median(ratios))),
      range,
    ]
  })
  return {
    figures,
    table: [['CPU per request', 'format', 'native', 'ratio', 'all rounds'], ...rows],
    notes: [
      `map: ${map.name}; ${failed} requests failed; the ratio is the median of the rounds (target for OSRM: at most 1.2)`,
    ],
  }
}
