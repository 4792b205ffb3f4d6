import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishMap, square } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { FeedStore } from '../../maps/traffic/store/feed-store.ts'
import { runCommand } from '../testing/run-command.ts'
import { CENTER, street } from './testing/street.ts'

let folder: TempDir
let dataDir: string
let feed: string
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
  feed = join(folder.path, 'feed')
  await publishMap(dataDir, 'tokyo', street)
  await publishMap(dataDir, 'porto', square([41.15, -8.61], { oneway: 'yes' }))
})
afterEach(() => folder.dispose())

function check(...args: string[]) {
  return runCommand(['traffic', 'check', feed, ...args, '--data-dir', dataDir])
}
function tail(stdout: string): string[] {
  const lines = stdout.split('\n').map((line) => line.trimEnd().replace(/(\S) {2,}/g, '$1 | '))
  return lines.slice(lines.findIndex((line) => line.startsWith('MAP')))
}

describe('traffic check', () => {
  test('reports for every map which segments match its roads in a permitted direction', async () => {
    // Both maps number their nodes from 1. In Porto, vehicles can only drive from node 1 to 2, 3, 4 and back to 1. In
    // Tokyo, node 4 is not next to node 1.
    await writeFile(feed, '1,2,30\n2,1,30\n4,1,30\n1,3,30\n')
    const { code, stdout, stderr } = await check()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Checked ${feed}\n\n  contains  4 segments\n  events    none\n`)
    expect(tail(stdout)).toEqual([
      'MAP | MATCHED SEGMENTS | MATCHED EVENTS',
      'porto | 2 of 4 | 0 of 0',
      'tokyo | 2 of 4 | 0 of 0',
      '',
      'Not on any map: 1 segment',
      '  from node 1 to node 3',
      '',
    ])
    expect(await new FeedStore(dataDir).list()).toEqual([])
  })

  test('reports matching events, and names the first five that match no map', async () => {
    const away = Array.from({ length: 6 }, (_, i) => ({ kind: 'hazard', id: `h${i}`, at: [0, i] }))
    const area = [
      [1, 1],
      [2, 1],
      [2, 2],
    ]
    const incidents = [{ kind: 'accident', id: 'a', at: CENTER }, { kind: 'weather', id: 'w', area }, ...away]
    await writeFile(feed, JSON.stringify({ incidents }))
    expect(tail((await check()).stdout)).toEqual([
      'MAP | MATCHED SEGMENTS | MATCHED EVENTS',
      'porto | 0 of 0 | 0 of 8',
      'tokyo | 0 of 0 | 1 of 8',
      '',
      'Not on any map: 7 events, first 5 shown',
      '  weather w at [1, 1]',
      '  hazard h0 at [0, 0]',
      '  hazard h1 at [0, 1]',
      '  hazard h2 at [0, 2]',
      '  hazard h3 at [0, 3]',
      '',
    ])
  })

  test('checks a single map, and prints JSON with --json', async () => {
    await writeFile(feed, '1,2,30\n2,1,0\n')
    const fields = JSON.parse((await check('--region', 'porto', '--json')).stdout)
    expect(fields).toEqual({
      segments: 2,
      closed_segments: 1,
      events: {},
      skipped: { count: 0, first: [] },
      left_out: 0,
      maps: [{ region: 'porto', dataset: expect.any(String), segments: 1, events: 0 }],
      on_no_map: { segments: 1, events: 0, first_segments: ['from node 2 to node 1'], first_events: [] },
    })
  })

  test.each([
    [['--region', 'lisbon'], '1,2,3\n', 3, 'there is no map of lisbon in DIR; available: porto, tokyo'],
    [['--region', 'A'], '1,2,3\n', 2, 'a region cannot be named "A"'],
    [[], '', 1, 'the feed is empty; it must be'],
  ])('rejects %j of %j with exit code %i', async (args, content, code, text) => {
    await writeFile(feed, content)
    const run = await check(...args)
    const stderr = expect.stringContaining(text.replace('DIR', dataDir))
    expect(run).toEqual({ code, stdout: '', stderr })
  })

  test('exits with code 3 when there is no map to check against', async () => {
    await writeFile(feed, '1,2,3\n')
    const empty = join(folder.path, 'empty')
    const run = await runCommand(['traffic', 'check', feed, '--data-dir', empty])
    const stderr = `fairway: there is no map in ${empty}; add one with: fairway regions add europe/monaco\n`
    expect(run).toEqual({ code: 3, stdout: '', stderr })
  })
})
