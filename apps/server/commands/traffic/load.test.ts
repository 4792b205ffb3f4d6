import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { sendBody, startFeedServer } from '../../maps/traffic/feeds/testing/feed-server.ts'
import { deviceFeature, makeFeed, makeWorkZone } from '../../maps/traffic/feeds/testing/wzdx.ts'
import { FeedStore } from '../../maps/traffic/store/feed-store.ts'
import { runCommand } from '../testing/run-command.ts'

const server = startFeedServer()
let folder: TempDir
let dataDir: string
let feed: string
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
  feed = join(folder.path, 'Porto Speeds.csv')
  await writeFile(feed, 'from,to,km/h\n1,2,30\n2,3,0\nx,3,4\n')
})
afterEach(() => folder.dispose())

function traffic(...args: string[]) {
  return runCommand(['traffic', ...args, '--data-dir', dataDir])
}
async function loaded() {
  return await new FeedStore(dataDir).list()
}

describe('traffic load', () => {
  test('stores the feed and prints a summary of its contents', async () => {
    const { code, stdout, stderr } = await traffic('load', feed)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        `Loaded ${feed} as porto-speeds`,
        '',
        '  contains  2 segments, 1 of them closed',
        '  events    none',
        '  skipped   1 record that cannot be read:',
        '            line 4: from_osm_node is "x"; allowed: a whole number, the id of an OSM node',
        '  until     it is unloaded or replaced',
        '',
        'Servers that use this data folder will load it within a second. To unload it:',
        '',
        '  fairway traffic unload porto-speeds',
        '',
      ].join('\n'),
    )
    const [found] = await loaded()
    expect(found).toMatchObject({ name: 'porto-speeds', source: feed, untilMs: undefined })
    expect(await readFile(found?.path ?? '')).toEqual(await readFile(feed))
  })

  test('downloads compressed feeds from URLs, and never shows their secrets', async () => {
    const bytes = gzipSync(JSON.stringify(makeFeed(makeWorkZone(), makeWorkZone({}, { event_type: 'detour' }))))
    server.respond = sendBody(bytes)
    const feedUrl = server.url('/work.json?key=sesame').replace('http://', 'http://ann:sesame@')
    const { code, stdout, stderr } = await traffic('load', feedUrl, '--for', '90min', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('sesame')
    const fields = JSON.parse(stdout)
    expect(fields).toEqual({
      name: 'work',
      source: `${server.url('/work.json')}?…`,
      loaded_at: expect.stringMatching(/^\d{4}-.*Z$/),
      until: expect.stringMatching(/^\d{4}-.*Z$/),
      bytes: bytes.length,
      replaced: false,
      segments: 0,
      closed_segments: 0,
      events: { roadworks: 1 },
      skipped: { count: 0, first: [] },
      left_out: 1,
    })
    const [found] = await loaded()
    const validMs = (found?.untilMs ?? 0) - (found?.loadedAtMs ?? 0)
    expect(Math.abs(validMs - 90 * 60_000)).toBeLessThan(100_000)
    expect(await readFile(found?.path ?? '')).toEqual(bytes)
  })

  test('replaces a feed of the same name', async () => {
    await traffic('load', feed, '--name', 'one')
    await writeFile(feed, '7,8,90\n')
    const { stdout } = await traffic('load', feed, '--name', 'one')
    expect(stdout).toContain(`Loaded ${feed} as one, replacing the previous one\n`)
    const [found, ...others] = await loaded()
    expect(others).toEqual([])
    expect(await readFile(found?.path ?? '', 'utf8')).toBe('7,8,90\n')
  })

  test('lists events by kind, including those that obstruct nothing', async () => {
    const incidents = ['closure', 'accident', 'accident'].map((kind) => ({ kind, at: [41, -8] }))
    await writeFile(feed, JSON.stringify({ incidents }))
    expect((await traffic('load', feed)).stdout).toContain('  events    3: 1 closure, 2 accident\n')
    await writeFile(feed, JSON.stringify(makeFeed(makeWorkZone({}, { event_type: 'detour' }))))
    expect((await traffic('load', feed)).stdout).toContain('  ignored   1 record without effect on traffic\n')
  })

  test.each(['1min', '90min', '24h', '365d', '525600min'])('accepts a lifetime of %s', async (time) => {
    expect(await traffic('load', feed, '--for', time)).toMatchObject({ code: 0 })
  })

  test.each(['0min', '0h', '-1h', '2', 'h', '1.5h', '2 weeks', '366d', '525601min', '2H', '1h30min'])(
    'rejects a lifetime of %s with exit code 2',
    async (time) => {
      const { code, stderr } = await traffic('load', feed, `--for=${time}`)
      const text = 'It must be a whole number followed by min, h or d, such as 90min, 2h or 3d, up to 365d.'
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(text) })
      expect(await loaded()).toEqual([])
    },
  )
})

describe('feeds that cannot be loaded', () => {
  const html = '<!doctype html><html><body>Please sign in</body></html>'
  test.each([
    ['', 1, 'the feed is empty; it must be a segment-speed CSV, a WZDx work zone feed or incidents as JSON'],
    [html, 1, 'the reply is a web page, not a feed; give the URL of the data itself, with a key if it requires one'],
    ['<a/>', 1, 'the feed is XML; it must be'],
    ['a,b\n', 1, 'no part of the feed can be read: 1 record is invalid. First error: line 1: the row has fewer than 3'],
    ['{"incidents": [', 1, 'the feed is truncated; try again'],
    [
      JSON.stringify(makeFeed(deviceFeature)),
      1,
      'the feed lists devices such as arrow boards and cameras, not work zones',
    ],
    [gzipSync('1,2,3\n').subarray(0, -9), 1, 'the compressed feed is damaged or truncated; try again'],
  ])('%s: %i', async (content, code, text) => {
    await traffic('load', feed, '--name', 'one')
    const before = await loaded()
    await writeFile(feed, content)
    const run = await traffic('load', feed, '--name', 'one')
    expect(run).toMatchObject({ code, stdout: '' })
    expect(run.stderr.startsWith(`fairway: ${feed}: ${text}`), run.stderr).toBe(true)
    expect(await loaded()).toEqual(before)
  })

  test.each([
    [404, 3, 'the server has no such feed (404); check the URL'],
    [403, 5, 'the server returned 403; check the key or the password in the URL'],
    [503, 5, 'the server returned 503; try again'],
  ])('maps a %i reply from the server to exit code %i', async (status, code, text) => {
    server.respond = sendBody('no', {}, status)
    const stderr = `fairway: ${server.url()}: ${text}\n`
    expect(await traffic('load', server.url())).toEqual({ code, stdout: '', stderr })
  })

  test('exits with code 5 when the server is unreachable', async () => {
    const { code, stderr } = await traffic('load', 'http://127.0.0.1:1/feed')
    const text = 'the connection failed (ECONNREFUSED); check the URL, and check that the server is running'
    expect({ code, stderr }).toEqual({ code: 5, stderr: `fairway: http://127.0.0.1:1/feed: ${text}\n` })
  })

  test('exits with code 3 when the file does not exist', async () => {
    const stderr = 'fairway: ./nowhere.csv: there is no such file; check the path\n'
    expect(await traffic('load', './nowhere.csv')).toEqual({ code: 3, stdout: '', stderr })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('exits with code 1 for a folder', async () => {
    const { code, stderr } = await traffic('load', folder.path)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('cannot be read (not a regular file)'),
    })
  })

  test.each([
    [
      ['ftp://ann:sesame@example.com/feed', '--name', 'x'],
      'URLs that start with ftp:// are not supported; give a file path',
    ],
    [['http://127.0.0.1/'], '"http://127.0.0.1/" has no name; give one with --name'],
    [
      ['feed.csv', '--name', 'Speeds'],
      'a feed cannot be named "Speeds"; use at most 64 lowercase letters, digits and hyphens',
    ],
    [['feed.csv', '--name', '../x'], 'a feed cannot be named "../x"; use at most'],
    [['feed.csv', '--name', ''], '"feed.csv" has no name; give one with --name'],
  ])('rejects %j with exit code 2', async (args, text) => {
    const { code, stdout, stderr } = await traffic('load', ...args)
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(text) })
    expect(stderr).not.toContain('sesame')
  })

  test('exits with code 5 when the data folder cannot be used', async () => {
    await writeFile(dataDir, 'a file')
    const { code, stderr } = await traffic('load', feed)
    const text = `fairway: the data folder ${dataDir} cannot be used: `
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining(text) })
  })
})

describe('traffic unload', () => {
  test('removes a feed', async () => {
    await traffic('load', feed, '--name', 'one')
    const stdout = 'Unloaded one; servers that use this data folder will drop it within a second\n'
    expect(await traffic('unload', 'one')).toEqual({ code: 0, stdout, stderr: '' })
    expect(await loaded()).toEqual([])
  })

  test('prints JSON with --json', async () => {
    await traffic('load', feed, '--name', 'one')
    expect(JSON.parse((await traffic('unload', 'one', '--json')).stdout)).toEqual({ unloaded: 'one' })
  })

  test('lists the loaded feeds when the named one does not exist, with exit code 3', async () => {
    const refused = (known: string) => ({
      code: 3,
      stdout: '',
      stderr: `fairway: no feed two is loaded in ${dataDir}; ${known}\n`,
    })
    expect(await traffic('unload', 'two')).toEqual(refused('none is loaded'))
    await traffic('load', feed, '--name', 'one')
    await traffic('load', feed, '--name', 'other')
    expect(await traffic('unload', 'two')).toEqual(refused('available: one, other'))
  })

  test('rejects an invalid name with exit code 2', async () => {
    await mkdir(dataDir)
    expect(await traffic('unload', '../one')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a feed cannot be named "../one"'),
    })
  })
})
