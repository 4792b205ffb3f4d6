import { existsSync } from 'node:fs'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROADS_FILE, type StoredDataset } from '@fairway/dataset'
import { networkFingerprint, typicalKmh, weekSlotAt } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishMap, square } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { FeedStore } from '../../maps/traffic/store/feed-store.ts'
import { TypicalSpeedStore } from '../../maps/traffic/store/typical-speed-store.ts'
import { runCommand } from '../testing/run-command.ts'
import { openRoadMap } from './served-maps.ts'
import { makeEastboundTrip, street, toTrackFile } from './testing/street.ts'

/** Time that is not near a five-minute boundary, so that vehicles that drive together are in the same slot. */
const NOW = Date.parse('2026-11-16T00:13:00Z')
const TOKYO_SECONDS = 9 * 3600

let folder: TempDir
let dataDir: string
let tracks: string
let dataset: StoredDataset
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
  tracks = join(folder.path, 'tracks.csv')
  dataset = await publishMap(dataDir, 'asia/tokyo', street)
})
afterEach(async () => {
  vi.useRealTimers()
  await folder.dispose()
})

function probes(...args: string[]) {
  return runCommand(['traffic', 'probes', ...args, '--data-dir', dataDir])
}
async function liveFeed() {
  const [feed] = await new FeedStore(dataDir).list()
  if (!feed) return undefined
  const rows = (await readFile(feed.path, 'utf8')).trim().split('\n').slice(1)
  return { feed, rows: rows.map((row) => row.split(',').map(Number)) }
}
/** Returns the typical speed at an instant for every arc that has one. */
async function typicalAt(instantMs: number): Promise<number[]> {
  const { map } = await openRoadMap(dataset)
  const speeds = await new TypicalSpeedStore(dataDir).read(dataset.id, networkFingerprint(map.network))
  if (!speeds || 'kind' in speeds) return []
  const slot = weekSlotAt(instantMs / 1000, TOKYO_SECONDS)
  return Array.from({ length: speeds.arcCount }, (_, arc) => typicalKmh(speeds, arc, slot)).filter((kmh) => kmh > 0)
}
function fleet(kmh: number, endMs: number, count = 4): string[][] {
  return Array.from({ length: count }, (_, i) => makeEastboundTrip(`${kmh} ${endMs} ${i}`, kmh, endMs - 1000 * i))
}

describe('recent probes', () => {
  test('set the live and typical speed of their road, in their direction', async () => {
    await writeFile(tracks, toTrackFile(...fleet(25, NOW - 60_000)))
    const { code, stdout, stderr } = await probes(tracks)
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^reading positions: .*\n.*\nmatch/),
    })
    const live = await liveFeed()
    expect(live?.feed).toMatchObject({
      name: 'probes-asia-tokyo',
      source: 'positions of tracks.csv',
      untilMs: NOW - 60_000 + 30 * 60_000,
    })
    // Nodes are numbered in alphabetical order, and A is 1.
    expect(live?.rows.map(([from, to]) => [from, to]).sort()).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ])
    for (const [, , kmh = 0] of live?.rows ?? []) expect(Math.abs(kmh / 25 - 1)).toBeLessThan(0.1)
    const usual = await typicalAt(NOW - 100_000)
    expect(usual).toHaveLength(3)
    for (const kmh of usual) expect(Math.abs(kmh / 25 - 1)).toBeLessThan(0.1)
    const lines = stdout.split('\n')
    expect(lines).toEqual([
      `Learned from ${tracks} on the map of asia/tokyo, dataset ${dataset.id}`,
      '',
      expect.stringMatching(/^ {2}positions {2}\d+ from 4 vehicles, 2026-11-16T00:08:.*Z to 2026-11-16T00:12:00.000Z$/),
      expect.stringMatching(/^ {2}matched {4}100\.0 % of the positions, 100\.0 % of the distance; 5\.\d km of road$/),
      expect.stringMatching(/^ {2}traversals 12, matched at [\d,]+ positions per second$/),
      expect.stringMatching(/^ {2}typical {4}3 of \d+ arcs covered \(0 before\), 0\.\d kB$/),
      '  live       3 arcs (3 segments) as feed probes-asia-tokyo, until 2026-11-16T00:42:00.000Z',
      '',
      'Servers that use this data folder will load it within a second',
      '',
    ])
  })

  test('are read from compressed files, and reported as JSON only with --json', async () => {
    await writeFile(tracks, gzipSync(`${toTrackFile(...fleet(25, NOW - 60_000))}late,2031-01-01T00:00:00Z,35,139\n`))
    const { code, stdout, stderr } = await probes(tracks, '--live-name', 'fleet', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      tracks,
      region: 'asia/tokyo',
      dataset: dataset.id,
      positions: expect.any(Number),
      vehicles: 4,
      from: expect.any(String),
      to: '2026-11-16T00:12:00.000Z',
      skipped: {
        count: 1,
        first: [expect.stringMatching(/^line \d+: time is "2031-01-01T00:00:00Z"; allowed: not in the future$/)],
      },
      matched_positions: expect.any(Number),
      matched_length_share: 1,
      driven_km: expect.any(Number),
      passages: 12,
      positions_per_second: expect.any(Number),
      live: { state: 'loaded', name: 'fleet', arcs: 3, segments: 3, until: '2026-11-16T00:42:00.000Z' },
      typical: { known_arcs: 3, known_arcs_before: 0, bytes: expect.any(Number) },
    })
  })

  test('set live speeds only when they are from the last 15 minutes', async () => {
    const [early, now] = [NOW - 16 * 60_000, NOW - 60_000]
    await writeFile(tracks, toTrackFile(...fleet(10, early), ...fleet(30, now, 2)))
    expect((await probes(tracks)).stdout).toContain(
      'live       not loaded: no road was used by at least 3 vehicles within five minutes during the last fifteen minutes\n',
    )
    expect(await liveFeed()).toBeUndefined()
    await writeFile(tracks, toTrackFile(...fleet(20, now - 7.5 * 60_000), ...fleet(30, now, 2)))
    await probes(tracks)
    for (const [, , kmh = 0] of (await liveFeed())?.rows ?? [[]]) expect(Math.abs(kmh / 20 - 1)).toBeLessThan(0.1)
  })

  test('can be excluded from typical speeds or from live speeds', async () => {
    await writeFile(tracks, toTrackFile(...fleet(25, NOW - 60_000)))
    const withoutTypical = await probes(tracks, '--no-typical')
    expect(withoutTypical.stdout).toContain('  typical    not learned because of --no-typical\n')
    expect(await typicalAt(NOW)).toEqual([])
    expect(await liveFeed()).toBeDefined()
    await new FeedStore(dataDir).remove('probes-asia-tokyo')
    const withoutLive = await probes(tracks, '--no-live')
    expect(withoutLive.stdout).toContain('  live       not loaded because of --no-live\n')
    expect(await liveFeed()).toBeUndefined()
    expect(await typicalAt(NOW - 100_000)).toHaveLength(3)
  })
})

describe('old probes', () => {
  test('set no live speeds once they are half an hour old', async () => {
    await writeFile(tracks, toTrackFile(...fleet(25, NOW - 30 * 60_000)))
    expect((await probes(tracks)).stdout).toContain(
      'live       not loaded: the newest position is too old; its speeds expired at 2026-11-16T00:13:00.000Z\n',
    )
    expect(await liveFeed()).toBeUndefined()
    await writeFile(tracks, toTrackFile(...fleet(25, NOW - 30 * 60_000 + 1000)))
    expect(await probes(tracks)).toMatchObject({ code: 0 })
    expect((await liveFeed())?.feed.untilMs).toBe(NOW + 1000)
  })

  test('update typical speeds at their time of the week, in local time', async () => {
    const monday = Date.parse('2026-11-02T08:40:00+09:00')
    await writeFile(tracks, toTrackFile(...fleet(40, monday)))
    await probes(tracks)
    await writeFile(tracks, toTrackFile(...fleet(20, monday + 7 * 86_400_000)))
    const { stdout } = await probes(tracks)
    expect(stdout).toMatch(/typical {4}3 of \d+ arcs covered \(3 before\)/)
    const mondays = await typicalAt(Date.parse('2026-11-23T08:37:00+09:00'))
    // The expected speed is the harmonic mean of equally many vehicles at 40 and 20 km/h.
    for (const kmh of mondays) expect(Math.abs(kmh / (80 / 3) - 1)).toBeLessThan(0.1)
    expect(mondays).toHaveLength(3)
    expect(await typicalAt(Date.parse('2026-11-23T09:00:00+09:00'))).toEqual([])
  })

  test('start over when the stored speeds are damaged, and report it', async () => {
    await writeFile(tracks, toTrackFile(...fleet(40, NOW - 86_400_000)))
    await probes(tracks)
    await truncate(join(dataDir, 'traffic', 'typical', `${dataset.id}.typical`), 10)
    const { stdout } = await probes(tracks)
    expect(stdout).toMatch(/typical {4}3 of \d+ arcs covered \(started over: it is truncated\)/)
  })
})

describe('map selection', () => {
  test('uses the map that contains the vehicles, unless another one is named', async () => {
    await publishMap(dataDir, 'porto', square([41.15, -8.61]))
    await writeFile(tracks, toTrackFile(...fleet(25, NOW - 60_000)))
    expect(await probes(tracks)).toMatchObject({ code: 0, stdout: expect.stringContaining('map of asia/tokyo') })
    const { code, stderr } = await probes(tracks, '--region', 'porto')
    expect(code).toBe(4)
    expect(stderr).toMatch(
      /fairway: none of the \d+ positions is on a road on the map of porto; choose the map with --region\n$/,
    )
  })

  test.each([
    [['--region', 'lisbon'], 3, 'there is no map of lisbon in DIR; available: asia/tokyo'],
    [['--region', '../x'], 2, 'a region cannot be named "../x"'],
    [['--live-name', 'My Fleet'], 2, 'a feed cannot be named "My Fleet"; use at most 64 lowercase letters'],
  ])('rejects %j with exit code %i', async (args, code, text) => {
    await writeFile(tracks, toTrackFile(...fleet(25, NOW - 60_000)))
    const run = await probes(tracks, ...args)
    const stderr = expect.stringContaining(`fairway: ${text.replace('DIR', dataDir)}`)
    expect(run).toEqual({ code, stdout: '', stderr })
  })

  test('exits with code 3 when no map contains the positions', async () => {
    await writeFile(tracks, `vehicle,time,lat,lon\na,${NOW},48.5,2.25\n`)
    const text = `fairway: no map in ${dataDir} contains these positions (the first: [48.5, 2.25]); available: asia/tokyo\n`
    expect(await probes(tracks)).toMatchObject({ code: 3, stderr: expect.stringContaining(text) })
    const nowhere = await runCommand(['traffic', 'probes', tracks, '--data-dir', join(folder.path, 'empty')])
    const none = `there is no map in ${join(folder.path, 'empty')}; add one with: fairway regions add europe/monaco\n`
    expect(nowhere).toMatchObject({ code: 3, stderr: expect.stringContaining(none) })
  })

  test('reports a damaged map with a remedy, with exit code 1', async () => {
    await writeFile(tracks, toTrackFile(...fleet(25, NOW - 60_000)))
    await truncate(join(dataset.folder, ROADS_FILE), 1000)
    const { code, stderr } = await probes(tracks)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('rebuild it with: fairway compile <extract> --region asia/tokyo'),
    })
  })
})

describe('tracks that cannot be read', () => {
  const header = 'vehicle,time,lat,lon\n'
  test.each([
    ['', 1, 'it is empty; it must start with a line such as vehicle,time,lat,lon'],
    ['a,b,c\n1,2,3\n', 1, 'the first line has no column for the vehicle; allowed: vehicle, vehicle_id,'],
    [header, 1, 'it contains no positions; it must have one row per position'],
    [
      `${header}a,noon,1,2\n`,
      1,
      'no position can be read: 1 row is invalid. First error: line 2: time is "noon"; allowed: ISO',
    ],
    [gzipSync(header.repeat(100)).subarray(0, -9), 1, 'it is damaged or truncated; compress it again'],
  ])('rejects %j with exit code %i', async (content, code, text) => {
    await writeFile(tracks, content)
    const run = await probes(tracks)
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(`fairway: ${tracks}: ${text}`) })
    expect(existsSync(join(dataDir, 'traffic'))).toBe(false)
  })

  test('exit with code 3 for a missing file and 1 for a folder', async () => {
    const missing = 'fairway: nowhere.csv: there is no such file; check the path\n'
    expect(await probes('nowhere.csv')).toEqual({ code: 3, stdout: '', stderr: missing })
    const { code, stderr } = await probes(folder.path)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('(not a regular file)') })
  })
})

test('removes the typical speeds of deleted datasets when new ones are learned', async () => {
  await writeFile(tracks, toTrackFile(...fleet(25, NOW - 60_000)))
  await probes(tracks)
  const store = new TypicalSpeedStore(dataDir)
  const old = await readFile(join(dataDir, 'traffic', 'typical', `${dataset.id}.typical`))
  await writeFile(join(dataDir, 'traffic', 'typical', '20200101T000000000Z-000000000000.typical'), old)
  await probes(tracks)
  expect(await store.listDatasets()).toEqual([dataset.id])
  expect(await readdir(join(dataDir, 'traffic', '.work'))).toEqual([])
})
