import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { ChildServer } from '../http/child-server.ts'
import { sendLoad } from '../http/load.ts'
import { type BenchMap, benchMap } from './porto.ts'

const server = new URL('./route-server.ts', import.meta.url)

/** Number of connections. With this many, one server thread stays busy while the client prepares the next request. */
const CONNECTION_COUNT = 16

/** CPU time of OSRM 6.0.0 (CH) per request on the reference machine in microseconds, and the target derived from it. */
const cases = [
  {
    name: 'none',
    label: 'no geometry, no steps',
    osrm: 525,
    target: 105,
    body: { steps: false, geometry: 'none', alternatives: 0 },
  },
  {
    name: 'polyline',
    label: 'polyline + steps',
    osrm: 1441,
    target: 206,
    body: { geometry: 'polyline', alternatives: 0 },
  },
  {
    name: 'alternatives1',
    label: 'polyline + steps + 1 alternative',
    osrm: 2348,
    target: 335,
    body: { geometry: 'polyline', alternatives: 1 },
  },
  {
    name: 'alternatives',
    label: 'polyline + steps + 2 alternatives',
    osrm: 2348,
    target: undefined,
    body: { geometry: 'polyline', alternatives: 2 },
  },
  {
    name: 'points',
    label: 'points + steps',
    osrm: 1441,
    target: undefined,
    body: { geometry: 'points', alternatives: 0 },
  },
] as const

/** Measures the server cost of a route over HTTP, compared with OSRM on the same map and pairs. */
export const route: Benchmark = {
  async run(options) {
    return await measure(await benchMap(options.tiny, options.progress), options)
  },
}

async function measure(map: BenchMap, { tiny, progress }: BenchOptions): Promise<BenchResult> {
  const requests = tiny ? 100 : 4000
  const rounds = tiny ? 1 : 5
  const child = await ChildServer.start(server, ['serve', '--port', '0', '--threads', '1'], {
    FAIRWAY_DATA_DIR: map.dataDir,
    FAIRWAY_LOG_LEVEL: 'info',
    FAIRWAY_ANONYMOUS_PER_SECOND: '1000000',
    FAIRWAY_ANONYMOUS_BURST: '10000000',
  })
  const url = `http://127.0.0.1:${child.port}/v1/route`
  const micros = new Map<string, number[]>(cases.map(({ name }) => [name, []]))
  let failed = 0
  try {
    for (let index = -1; index < rounds; index++) {
      progress(index < 0 ? 'warming up' : `round ${index + 1} of ${rounds}`)
      for (const { name, body } of cases) {
        const bodies = map.pairs.map(([from, to]) => JSON.stringify({ from, to, ...body }))
        const before = await child.cpuSeconds()
        const { statuses } = await sendLoad({ url, requests, connections: CONNECTION_COUNT, body: bodies })
        const spent = ((await child.cpuSeconds()) - before) / requests
        failed += requests - (statuses.get(200) ?? 0)
        if (index >= 0) micros.get(name)?.push(spent * 1e6)
      }
    }
    const plausible = tiny ? undefined : await comparePlausibility(url, map)
    return report(map, micros, failed, plausible)
  } finally {
    await child.stop()
  }
}

interface Plausibility {
  readonly compared: number
  readonly within10pct: number
  readonly correlation: number
}

/** Compares distances and durations with those of OSRM for the same pairs. */
async function comparePlausibility(url: string, { pairs, osrm }: BenchMap): Promise<Plausibility | undefined> {
  if (osrm.length === 0) return undefined
  const ours: number[] = []
  const theirs: number[] = []
  let within = 0
  for (const [index, [from, to]] of pairs.entries()) {
    const expected = osrm[index]
    const body = JSON.stringify({ from, to, alternatives: 0, steps: false, geometry: 'none' })
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (reply.status !== 200 || !expected) continue
    const { distance_km, eta_min } = (await reply.json()) as { distance_km: number; eta_min: number }
    if (Math.abs((distance_km * 1000) / expected[0] - 1) <= 0.1) within++
    ours.push(eta_min * 60)
    theirs.push(expected[1])
  }
  return { compared: ours.length, within10pct: (100 * within) / ours.length, correlation: correlation(ours, theirs) }
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(xs), mean(ys)]
  let [xy, xx, yy] = [0, 0, 0]
  xs.forEach((x, i) => {
    const y = ys[i] ?? 0
    xy += (x - mx) * (y - my)
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
  })
  return xy / Math.sqrt(xx * yy)
}

function report(
  map: BenchMap,
  micros: ReadonlyMap<string, readonly number[]>,
  failed: number,
  plausible: Plausibility | undefined,
): BenchResult {
  const of = (name: string) => round(median(micros.get(name) ?? []), 1)
  const rows = cases.map(({ name, label, osrm, target }) => [
    label,
    `${of(name)} µs`,
    `${osrm} µs`,
    String(round(osrm / of(name), 1)),
    target === undefined ? '' : `${target} µs`,
  ])
  const pointsRatio = round(of('points') / of('polyline'), 2)
  return {
    figures: {
      map: map.name,
      failed,
      ...Object.fromEntries(cases.map(({ name }) => [`${name}CpuMicros`, of(name)])),
      pointsOverPolyline: pointsRatio,
      ...(plausible
        ? {
            compared: plausible.compared,
            within10pct: round(plausible.within10pct, 2),
            durationCorrelation: round(plausible.correlation, 5),
          }
        : {}),
    },
    table: [['CPU per request', 'Fairway', 'OSRM CH', 'times less', 'target'], ...rows],
    notes: [
      `map: ${map.name}; ${failed} requests failed; points cost ${pointsRatio} × polyline (target 1.3)`,
      ...(plausible
        ? [
            `plausibility: ${round(plausible.within10pct, 2)} % of ${plausible.compared} routes within 10 % of OSRM's distance (target 95), durations correlate with ${round(plausible.correlation, 5)} (target 0.98)`,
          ]
        : []),
      "OSRM's figures are those of the anchors' machine: scale them by bench/calibrate before comparing.",
    ],
  }
}
