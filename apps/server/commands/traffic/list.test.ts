import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noTypicalSpeeds, type TypicalSpeeds } from '@fairway/road'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishEmbedded } from '../../../../tests/support/maps/maps.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { FeedStore } from '../../maps/traffic/store/feed-store.ts'
import { TypicalSpeedStore } from '../../maps/traffic/store/typical-speed-store.ts'
import { runCommand } from '../testing/run-command.ts'

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder.dispose()
})

function list(...args: string[]) {
  return runCommand(['traffic', 'list', ...args, '--data-dir', folder.path])
}
function toLines(stdout: string): string[] {
  return stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))
}

const typicalSpeeds: TypicalSpeeds = {
  ...noTypicalSpeeds(2000),
  first: new Uint32Array(2001).fill(1, 2),
  run: Uint16Array.of(64),
  speed: Uint8Array.of(100),
  weight: Uint8Array.of(50),
}

describe('traffic list', () => {
  test('explains what to do when there are no feeds', async () => {
    expect(await list()).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'There are no feeds; load one with: fairway traffic load <feed>\n\n' +
        'No typical speeds yet; learn them with: fairway traffic probes <tracks>\n',
    })
    expect(JSON.parse((await list('--json')).stdout)).toEqual({ loaded: [], configured: [], typical: [] })
  })

  test('shows loaded feeds and their expiry', async () => {
    const loadedAt = Date.parse('2026-11-15T12:00:00Z')
    const store = new FeedStore(folder.path, () => loadedAt)
    const bytes = Buffer.from('1,2,3\n')
    await store.put('open', bytes, { source: 'open.csv', untilMs: undefined })
    await store.put('over', bytes, { source: 'over.csv', untilMs: Date.parse('2020-01-01T00:00:00Z') })
    await store.put('short', bytes, { source: 'short.csv', untilMs: Date.parse('2090-01-01T00:00:00Z') })
    const { stdout } = await list()
    expect(toLines(stdout).slice(0, 4)).toEqual([
      'FEED | SOURCE | LOADED | UNTIL',
      'open | open.csv | 2026-11-15T12:00:00.000Z | unloaded',
      'over | over.csv | 2026-11-15T12:00:00.000Z | 2020-01-01T00:00:00.000Z (expired)',
      'short | short.csv | 2026-11-15T12:00:00.000Z | 2090-01-01T00:00:00.000Z',
    ])
    const { loaded } = JSON.parse((await list('--json')).stdout)
    expect(loaded[0]).toEqual({
      name: 'open',
      source: 'open.csv',
      loaded_at: '2026-11-15T12:00:00.000Z',
      until: null,
    })
  })

  test('shows configured feeds, without their secrets', async () => {
    vi.stubEnv('FAIRWAY_TRAFFIC_FEEDS', '/srv/speeds.csv,https://ann:sesame@example.com/work.json?key=sesame')
    const { stdout } = await list()
    expect(toLines(stdout).slice(0, 3)).toEqual([
      'FEED | SOURCE | LOADED | UNTIL',
      '(configured) | /srv/speeds.csv',
      '(configured) | https://example.com/work.json?…',
    ])
    expect(JSON.parse((await list('--json')).stdout).configured).toEqual([
      '/srv/speeds.csv',
      'https://example.com/work.json?…',
    ])
  })

  test('shows the coverage of typical speeds for the served datasets', async () => {
    const { id } = await publishEmbedded(folder.path)
    const store = new TypicalSpeedStore(folder.path)
    const bytes = await store.write(id, 7, typicalSpeeds)
    await store.write('20200101T000000000Z-000000000000', 7, typicalSpeeds)
    const { stdout } = await list()
    expect(toLines(stdout).slice(2)).toEqual([
      'TYPICAL SPEEDS OF | DATASET | ARCS COVERED | SIZE',
      `montevideo | ${id} | 1 of 2,000 | ${(bytes / 1000).toFixed(1)} kB`,
      '',
    ])
    expect(JSON.parse((await list('--json')).stdout).typical).toEqual([
      { region: 'montevideo', dataset: id, known_arcs: 1, arcs: 2000, bytes, fault: null },
    ])
  })

  test('marks damaged feeds as damaged', async () => {
    const { id } = await publishEmbedded(folder.path)
    await mkdir(join(folder.path, 'traffic', 'typical'), { recursive: true })
    await writeFile(join(folder.path, 'traffic', 'typical', `${id}.typical`), 'damaged')
    expect(toLines((await list()).stdout)[3]).toBe(`montevideo | ${id} | not usable: it is truncated | 0.0 kB`)
  })
})
