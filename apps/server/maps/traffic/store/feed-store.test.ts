import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { FeedStore } from './feed-store.ts'

let folder: TempDir
let feeds: string
let clock: number
let store: FeedStore
beforeEach(async () => {
  folder = await createTempDir()
  feeds = join(folder.path, 'traffic', 'feeds')
  clock = Date.parse('2026-11-15T12:00:00Z')
  store = new FeedStore(folder.path, () => clock)
})
afterEach(() => folder.dispose())

function put(name: string, text: string, untilMs?: number) {
  return store.put(name, Buffer.from(text), { source: `${name}.csv`, untilMs })
}
async function names(): Promise<string[]> {
  return (await store.list()).map(({ name }) => name)
}
async function feedFiles(): Promise<string[]> {
  return (await readdir(feeds)).filter((file) => file.endsWith('.feed'))
}

describe('feed store', () => {
  test('is empty at first, and creates no folder when read', async () => {
    expect(await store.list()).toEqual([])
    expect(await store.removeExpired(clock)).toEqual([])
    expect(existsSync(join(folder.path, 'traffic'))).toBe(false)
  })

  test('lists feeds by name with the paths of their files', async () => {
    const second = await put('b', 'second', clock + 1000)
    const first = await put('a', 'first')
    expect(await store.list()).toEqual([first, second])
    expect(first).toMatchObject({ source: 'a.csv', loadedAtMs: clock, untilMs: undefined })
    expect(second.untilMs).toBe(clock + 1000)
    expect(await readFile(first.path, 'utf8')).toBe('first')
    expect(await new FeedStore(folder.path).list()).toEqual([first, second])
  })

  test('uses documented file names, and leaves nothing else', async () => {
    const { path } = await put('a', 'first', clock + 1000)
    expect(path).toMatch(/\/traffic\/feeds\/a\.[0-9a-f]{16}\.feed$/)
    expect(JSON.parse(await readFile(join(feeds, 'a.json'), 'utf8'))).toEqual({
      file: path.split('/').at(-1),
      source: 'a.csv',
      loaded_at: '2026-11-15T12:00:00.000Z',
      until: '2026-11-15T12:00:01.000Z',
    })
    expect(await readdir(join(folder.path, 'traffic', '.work'))).toEqual([])
  })

  test('rejects invalid names', async () => {
    await expect(put('../a', 'x')).rejects.toThrow('a feed cannot be named "../a"; at most 64 lowercase letters')
    expect(await store.remove('../a')).toBe(false)
  })

  test('reads metadata again only when its time or size has changed', async () => {
    await put('a', 'first')
    const file = join(feeds, 'a.json')
    const noteText = await readFile(file, 'utf8')
    const rewrite = async (source: string, seconds: number) => {
      await writeFile(file, noteText.replace('a.csv', source))
      await utimes(file, seconds, seconds)
    }
    const sources = async () => (await store.list()).map(({ source }) => source)
    await rewrite('b.csv', 1000)
    expect(await sources()).toEqual(['b.csv'])
    await rewrite('c.csv', 1000)
    expect(await sources()).toEqual(['b.csv'])
    await rewrite('c.csv', 1001)
    expect(await sources()).toEqual(['c.csv'])
    await rewrite('longer.csv', 1001)
    expect(await sources()).toEqual(['longer.csv'])
  })
})

describe('replaced feed', () => {
  test('gets a new version and path; the same bytes loaded again get a new version', async () => {
    const first = await put('a', 'first')
    const second = await put('a', 'second')
    clock++
    const again = await put('a', 'second')
    const bounded = await put('a', 'second', clock + 1)
    expect(new Set([first, second, again, bounded].map(({ version }) => version)).size).toBe(4)
    expect(second.path).not.toBe(first.path)
    expect(again.path).toBe(second.path)
    expect(await store.list()).toEqual([bounded])
  })

  test('stays readable for recent readers, and is deleted later', async () => {
    const first = await put('a', 'first')
    clock += 3_600_000
    const second = await put('a', 'second')
    expect(await readFile(first.path, 'utf8')).toBe('first')
    clock += 60_001
    await store.removeExpired(clock)
    expect(await feedFiles()).toHaveLength(1)
    expect(await readFile(second.path, 'utf8')).toBe('second')
  })

  test('is always complete for concurrent readers', async () => {
    await put('a', 'round 0')
    const reader = new FeedStore(folder.path)
    let isWriting = true
    const writing = (async () => {
      for (let round = 1; round <= 40; round++) await put('a', `round ${round}`)
      isWriting = false
    })()
    const contents = new Set<string>()
    while (isWriting) {
      const [feed, ...others] = await reader.list()
      expect(others).toEqual([])
      contents.add(await readFile(feed?.path ?? 'nothing was listed', 'utf8'))
    }
    await writing
    expect(contents.size).toBeGreaterThan(1)
  })

  test('by several writers at once is one of their versions, complete', async () => {
    const stores = Array.from({ length: 8 }, () => new FeedStore(folder.path))
    await Promise.all(
      stores.map((one, i) => one.put('a', Buffer.from(`from ${i}`), { source: String(i), untilMs: undefined })),
    )
    const [feed] = await store.list()
    expect(await readFile(feed?.path ?? '', 'utf8')).toBe(`from ${feed?.source}`)
  })
})

describe('expired feed', () => {
  test('is removed at its expiry, not before', async () => {
    await put('open', 'x')
    await put('short', 'y', clock + 1000)
    expect(await store.removeExpired(clock + 999)).toEqual([])
    expect(await names()).toEqual(['open', 'short'])
    expect(await store.removeExpired(clock + 1000)).toEqual(['short'])
    expect(await names()).toEqual(['open'])
    expect(await feedFiles()).toHaveLength(1)
  })

  test('is removed once with its bytes on request', async () => {
    await put('a', 'x')
    expect([await store.remove('a'), await store.remove('a')]).toEqual([true, false])
    expect(await readdir(feeds)).toEqual([])
  })

  test('of a killed process is deleted when old, but never a file that another process may still register', async () => {
    await put('a', 'x')
    const [old, young] = ['b.0123456789abcdef.feed', 'b.fedcba9876543210.feed']
    for (const file of [old, young, 'notes.txt']) await writeFile(join(feeds, file), 'bytes')
    for (const file of [old, 'notes.txt']) await utimes(join(feeds, file), clock / 1000 - 61, clock / 1000 - 61)
    await utimes(join(feeds, young), clock / 1000 - 59, clock / 1000 - 59)
    await store.removeExpired(clock)
    const remainingFiles = await readdir(feeds)
    expect(remainingFiles).not.toContain(old)
    expect(remainingFiles).toEqual(expect.arrayContaining([young, 'notes.txt', 'a.json']))
  })
})

describe('damaged metadata', () => {
  const note = { file: 'bad.0123456789abcdef.feed', source: 'x', loaded_at: '2026-11-15T12:00:00Z', until: null }
  test.each([
    ['cut off', '{"file": "bad.01234'],
    ['empty', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['without a file', { ...note, file: undefined }],
    ['with the file of another feed', { ...note, file: 'good.0123456789abcdef.feed' }],
    ['with a file elsewhere', { ...note, file: 'bad.../../../secret' }],
    ['without a source', { ...note, source: 1 }],
    ['without a time', { ...note, loaded_at: 'yesterday' }],
    ['with a wrong end', { ...note, until: 'tomorrow' }],
    ['without an end', { ...note, until: undefined }],
  ])('%s hides no other feed, and can be removed and replaced', async (_what, content) => {
    await put('good', 'x')
    await writeFile(join(feeds, 'bad.json'), typeof content === 'string' ? content : JSON.stringify(content))
    await mkdir(join(feeds, 'folder.json'))
    expect(await names()).toEqual(['good'])
    expect(await store.remove('bad')).toBe(true)
    await writeFile(join(feeds, 'bad.json'), typeof content === 'string' ? content : JSON.stringify(content))
    await put('bad', 'y')
    expect(await names()).toEqual(['bad', 'good'])
  })
})
