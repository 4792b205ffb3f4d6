import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { sendLoad } from '../http/load.ts'
import { matrixPoints } from '../matrix/matrix-anchors.ts'
import { startServer } from '../matrix/matrix-http.ts'
import { type BenchMap, benchMap } from './porto.ts'

const profiles = ['car', 'bicycle', 'foot', 'wheelchair', 'truck'] as const
const MATRIX_SIZE = 100
const MATRIX_COUNT = 30
const CONNECTION_COUNT = 16
const targets: Readonly<Record<string, string>> = { bicycle: '600 µs, 8 ms', foot: '600 µs, 8 ms' }

/** Measures the server cost of routes and matrices by profile, in alternating rounds. */
export const profileCosts: Benchmark = {
  async run(options) {
    return await measure(await benchMap(options.tiny, options.progress), options)
  },
}

async function measure(map: BenchMap, { tiny, progress }: BenchOptions): Promise<BenchResult> {
  const rounds = tiny ? 1 : 5
  const child = await startServer(map)
  const spent = new Map<string, number[]>()
  let failed = 0
  const send = async (key: string, path: string, bodies: readonly string[], requests: number): Promise<void> => {
    const before = await child.cpuSeconds()
    const url = `http://127.0.0.1:${child.port}${path}`
    const { statuses } = await sendLoad({ url, requests, connections: CONNECTION_COUNT, body: bodies })
    failed += requests - (statuses.get(200) ?? 0)
    spent.set(key, [...(spent.get(key) ?? []), ((await child.cpuSeconds()) - before) / requests])
  }
  try {
    // The first round is the warm-up.
    for (let index = 0; index <= rounds; index++) {
      progress(`round ${index} of ${rounds}`)
      if (index === 1) spent.clear()
      for (const profile of profiles) {
        await send(`${profile} route`, '/v1/route', routeBodies(map, profile), tiny ? 20 : 2000)
        await send(`${profile} matrix`, '/v1/matrix', matrixBodies(map, profile, tiny), tiny ? 2 : MATRIX_COUNT)
      }
    }
    return toBenchResult(map, spent, failed)
  } finally {
    await child.stop()
  }
}

function routeBodies({ pairs }: BenchMap, profile: string): string[] {
  return pairs.map(([from, to]) => JSON.stringify({ from, to, profile, geometry: 'polyline', alternatives: 0 }))
}

function matrixBodies(map: BenchMap, profile: string, tiny: boolean): string[] {
  const points = matrixPoints(map)
  const size = tiny ? 5 : MATRIX_SIZE
  return Array.from({ length: 10 }, (_, matrix) =>
    JSON.stringify({
      points: Array.from({ length: size }, (_, index) => points[(matrix * size + index) % points.length]),
      profile,
      metrics: ['duration', 'distance'],
    }),
  )
}

function toBenchResult({ name }: BenchMap, spent: ReadonlyMap<string, readonly number[]>, failed: number): BenchResult {
  const of = (key: string) => median(spent.get(key) ?? [])
  const rows = profiles.map((profile) => [
    profile,
    `${round(1e6 * of(`${profile} route`), 0)} µs`,
    `${round(1e3 * of(`${profile} matrix`), 2)} ms`,
    targets[profile] ?? '',
  ])
  const figures = Object.fromEntries([...spent.keys()].map((key) => [`${key}, ms`, round(1e3 * of(key), 3)]))
  return {
    figures: { map: name, failed, ...figures },
    table: [['server CPU', 'route, polyline + steps', `matrix ${MATRIX_SIZE}²`, 'target'], ...rows],
    notes: [`map: ${name}; ${failed} requests failed`],
  }
}
