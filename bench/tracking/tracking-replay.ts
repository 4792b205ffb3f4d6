import { existsSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { BenchOptions } from '../bench.ts'
import type { ChildServer } from '../http/child-server.ts'
import { send } from './tracking-load.ts'
import type { TrackingStore } from './tracking-stores.ts'

const folder = new URL('../../../shared/data/traffic/', import.meta.url)

export interface RecordedFix {
  readonly at: readonly [number, number]
  readonly timeMs: number
  readonly speedMs?: number
}

export interface Recording {
  readonly name: string
  readonly kind: 'vessel' | 'vehicle'
  /** Tracks in file order, which is not always chronological. */
  readonly tracks: readonly (readonly RecordedFix[])[]
}

export function hasRecordings(): boolean {
  return existsSync(new URL('ais_instants_dk.csv.gz', folder))
}

/**
 * Reads real positions of ships around Denmark and of cars in Berlin and Hof. The positions in Berlin have no times, so
 * an interval of ten seconds is assumed.
 */
export function readRecordings(mostFixes: number): Recording[] {
  return [
    {
      name: 'Danish AIS',
      kind: 'vessel',
      tracks: group('ais_instants_dk.csv.gz', mostFixes, ([time = '', mmsi = '', latitude, longitude, knots]) => ({
        track: mmsi,
        fix: {
          at: [Number(latitude), Number(longitude)],
          timeMs: Date.parse(`${time}Z`),
          ...(knots !== '' && { speedMs: Math.min(1000, Number(knots) * 0.514444) }),
        },
      })),
    },
    {
      name: 'Berlin',
      kind: 'vehicle',
      tracks: group('berlin_gps_traces.csv.gz', mostFixes, ([track = '', latitude, longitude], row) => ({
        track,
        fix: { at: [Number(latitude), Number(longitude)], timeMs: row * 10_000 },
      })),
    },
    {
      name: 'Hof',
      kind: 'vehicle',
      tracks: group('hof_fcd_points.csv.gz', mostFixes, ([track = '', time = '', geometry = '']) => {
        const [, longitude, latitude] = /POINT \((\S+) (\S+)\)/.exec(geometry) ?? []
        return { track, fix: { at: [Number(latitude), Number(longitude)], timeMs: Date.parse(time) } }
      }),
    },
  ]
}

function group(
  file: string,
  mostFixes: number,
  read: (cells: string[], row: number) => { track: string; fix: RecordedFix },
): RecordedFix[][] {
  const lines = gunzipSync(readFileSync(new URL(file, folder)))
    .toString()
    .trim()
    .split('\n')
    .slice(1, mostFixes + 1)
  const tracks = new Map<string, RecordedFix[]>()
  lines.forEach((line, row) => {
    const { track, fix } = read(line.split(','), row)
    const known = tracks.get(track)
    if (known) known.push(fix)
    else tracks.set(track, [fix])
  })
  return [...tracks.values()]
}

export interface Replayed {
  readonly fixes: number
  readonly accepted: number
  readonly rejected: number
  readonly kept: number
  readonly flags: Readonly<Record<string, number>>
  readonly states: Readonly<Record<string, number>>
}

/** Sends one request to the service and returns the JSON of the reply. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ status: number; json: unknown }>

const BATCH_SIZE = 50

/** Replays all tracks through the service and reads them back. Each track is shifted in time so that it ends now. */
export async function replay(ask: Ask, { name, kind, tracks }: Recording): Promise<Replayed> {
  const sum = { fixes: 0, accepted: 0, rejected: 0, kept: 0, flags: {}, states: {} } satisfies Replayed
  const count = (table: Record<string, number>, key: string) => {
    table[key] = (table[key] ?? 0) + 1
  }
  for (const [index, track] of tracks.entries()) {
    const { id } = (await good(ask('POST', '/v1/assets', { name: `${name} ${index}`, kind }))) as { id: string }
    const later = Date.now() - Math.max(...track.map(({ timeMs }) => timeMs))
    for (let at = 0; at < track.length; at += BATCH_SIZE) {
      const positions = track.slice(at, at + BATCH_SIZE).map(({ at: place, timeMs, speedMs }) => ({
        at: place,
        time: timeMs + later,
        ...(speedMs !== undefined && { speed_ms: speedMs }),
      }))
      const reply = await good(ask('POST', `/v1/assets/${id}/position`, { positions }))
      const { accepted, rejected } = reply as { accepted: number; rejected: unknown[] }
      sum.accepted += accepted
      sum.rejected += rejected.length
    }
    sum.fixes += track.length
    for (let query: string | undefined = ''; query !== undefined; ) {
      const page = await good(ask('GET', `/v1/assets/${id}/track?from=1990-01-01T00:00:00Z${query}`))
      const { positions, next } = page as { positions: { flag?: string }[]; next?: string }
      sum.kept += positions.length
      for (const { flag } of positions) if (flag) count(sum.flags, flag)
      query = next && `&after=${next}`
    }
    count(sum.states, ((await good(ask('GET', `/v1/assets/${id}/live`))) as { state: string }).state)
  }
  return sum
}

async function good(asked: ReturnType<Ask>): Promise<unknown> {
  const { status, json } = await asked
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`)
  return json
}

export type Figures = Record<string, number | string | boolean>

/** Data that all sections of the benchmark share. */
export interface Measured {
  readonly store: TrackingStore
  readonly server: ChildServer
  readonly options: BenchOptions
  readonly figures: Figures
  /** Table rows by label. */
  readonly rows: Map<string, string>
}

export async function replayTracks({ store, server, options, figures, rows }: Measured): Promise<void> {
  const { tiny, progress } = options
  if (!hasRecordings()) return progress('no recordings next to the repository (../shared)')
  const agent = new Agent({ keepAlive: true })
  const ask: Ask = async (method, path, body) => {
    const sent = { method, path, ...(body && { body: JSON.stringify(body) }) }
    const { status, text } = await send(agent, server.port, store.key, sent)
    return { status, json: JSON.parse(text) }
  }
  try {
    for (const recording of readRecordings(tiny ? 100 : 200_000)) {
      progress(`replay of ${recording.name}: ${recording.tracks.length} assets`)
      const done = await replay(ask, recording)
      if (done.kept !== done.accepted) throw new Error(`${done.accepted} accepted, ${done.kept} in the tracks`)
      figures[`replay ${recording.name}`] = JSON.stringify(done)
      const table = (counts: object) =>
        Object.entries(counts)
          .map(([key, value]) => `${value} ${key}`)
          .join(', ')
      rows.set(
        `replay of ${recording.name}`,
        `${recording.tracks.length} assets, ${done.accepted} of ${done.fixes} kept (${table(done.flags) || 'none late'}); ${table(done.states)}`,
      )
    }
  } finally {
    agent.destroy()
  }
}
