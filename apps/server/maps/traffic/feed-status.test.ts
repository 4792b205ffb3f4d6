import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { FeedRegistry } from './feed-status.ts'
import { sendBody, startFeedServer } from './feeds/testing/feed-server.ts'
import { listSegmentRows } from './feeds/testing/reading.ts'
import { FeedStore } from './store/feed-store.ts'

const server = startFeedServer()
const soon = { timeout: 120_000, interval: 5 }

let folder: TempDir
let clock: FakeClock
let store: FeedStore
const boards: FeedRegistry[] = []
beforeEach(async () => {
  folder = await createTempDir()
  clock = new FakeClock()
  store = new FeedStore(folder.path, clock.now)
})
afterEach(async () => {
  for (const registry of boards.splice(0)) registry.stop()
  await folder.dispose()
})

function open(...feeds: string[]): FeedRegistry {
  const board = new FeedRegistry({ dataDir: folder.path, feeds, refreshMs: 60_000, now: clock.now })
  boards.push(board)
  return board
}
const put = (name: string, text: string, untilMs?: number) =>
  store.put(name, Buffer.from(text), { source: `${name}.csv`, untilMs })
/** Returns the name and speed of every feed, in order. */
const listContents = (board: FeedRegistry) =>
  board.list().map(({ name, content }) => [name, content && listSegmentRows(content)[0]?.[2]])

test('lists configured feeds in their order, then loaded feeds by name', async () => {
  const file = join(folder.path, 'z.csv')
  await writeFile(file, '1,2,10\n')
  server.respond = sendBody('1,2,20\n')
  await put('b', '1,2,40\n')
  await put('a', '1,2,30\n')
  const registry = open(file, server.url())
  await registry.pollAndWait(300_000)
  expect(listContents(registry)).toEqual([
    [file, 10],
    [server.url(), 20],
    ['a', 30],
    ['b', 40],
  ])
  expect([registry.takeChanged(), registry.takeChanged()]).toEqual([true, false])
})

describe('feed store', () => {
  test('is picked up as a whole at the next check when feeds are added, replaced or removed', async () => {
    const registry = open()
    await registry.poll()
    expect([listContents(registry), registry.takeChanged()]).toEqual([[], false])
    await put('a', '1,2,30\n')
    await registry.poll()
    expect([listContents(registry), registry.takeChanged()]).toEqual([[['a', 30]], true])
    await registry.poll()
    expect(registry.takeChanged()).toBe(false)
    clock.advance(1000)
    await put('a', '1,2,50\n')
    await put('b', '1,2,70\n')
    await registry.poll()
    // The replacement is atomic, so the list always contains either the old feed or the new one.
    expect([listContents(registry), registry.takeChanged()]).toEqual([
      [
        ['a', 50],
        ['b', 70],
      ],
      true,
    ])
    await store.remove('a')
    await registry.poll()
    expect([listContents(registry), registry.takeChanged()]).toEqual([[['b', 70]], true])
  })

  test('drops feeds at their expiry', async () => {
    const registry = open()
    await put('a', '1,2,30\n', clock.now() + 10_000)
    await registry.poll()
    clock.advance(9_999)
    await registry.poll()
    expect(listContents(registry)).toEqual([['a', 30]])
    registry.takeChanged()
    clock.advance(1)
    await registry.poll()
    expect([listContents(registry), registry.takeChanged()]).toEqual([[], true])
  })

  test('drops expired feeds even when they cannot be deleted', async () => {
    const registry = open()
    const { path } = await put('a', '1,2,30\n', clock.now() + 10_000)
    await registry.poll()
    await rm(path)
    await mkdir(path)
    clock.advance(10_000)
    await expect(registry.poll()).rejects.toThrow()
    expect([listContents(registry), registry.takeChanged()]).toEqual([[], true])
  })

  test('has feeds that do not age', async () => {
    const registry = open()
    await put('a', '1,2,30\n')
    await registry.poll()
    expect(registry.list()[0]).toMatchObject({ asOfMs: undefined, readAtMs: clock.now() })
  })
})

describe('first check', () => {
  test('waits for feeds that respond, and not for others', async () => {
    const file = join(folder.path, 'f.csv')
    await writeFile(file, '1,2,10\n')
    server.respond = () => undefined
    const registry = open(server.url(), file)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let isOver = false
    const wait = registry.pollAndWait(300).then(() => {
      isOver = true
    })
    while (server.requests.length === 0 || listContents(registry)[1]?.[1] !== 10) await turn()
    vi.advanceTimersByTime(299)
    for (let turns = 0; turns < 10; turns++) await turn()
    expect(isOver).toBe(false)
    vi.advanceTimersByTime(1)
    await wait
    expect(listContents(registry)).toEqual([
      [server.url(), undefined],
      [file, 10],
    ])
    await registry.poll()
    expect(server.requests).toHaveLength(1)
  })

  test('does not wait once all have responded', async () => {
    server.respond = sendBody('1,2,20\n')
    const registry = open(server.url())
    // The limit is longer than the timeout of a test.
    await registry.pollAndWait(3_600_000)
    expect(listContents(registry)).toEqual([[server.url(), 20]])
  })
})

test('numbers feeds with the same display name, so that none hides the errors of another', () => {
  const [a, b] = ['http://example.test/feed?key=a', 'http://example.test/feed?key=b']
  const names = open(a, 'x.csv', b, a)
    .list()
    .map(({ name }) => name)
  const shown = 'http://example.test/feed?…'
  expect(names).toEqual([shown, 'x.csv', `${shown} (2)`, `${shown} (3)`])
})

test('reports an unreadable store as an error, and still reads configured feeds', async () => {
  const file = join(folder.path, 'f.csv')
  await writeFile(file, '1,2,10\n')
  await mkdir(join(folder.path, 'traffic'))
  // The feed folder is a symbolic link to itself.
  await symlink('feeds', join(folder.path, 'traffic/feeds'))
  const registry = open(file)
  await expect(registry.poll()).rejects.toThrow('ELOOP')
  await vi.waitFor(() => expect(listContents(registry)).toEqual([[file, 10]]), soon)
})

test('does not wait for URLs during a check; their replies apply when they arrive', async () => {
  const answers: (() => void)[] = []
  server.respond = (response) => void answers.push(() => response.end('1,2,20\n'))
  const registry = open(server.url())
  await registry.poll()
  await vi.waitFor(() => expect(answers).toHaveLength(1), soon)
  expect([listContents(registry), registry.takeChanged()]).toEqual([[[server.url(), undefined]], false])
  answers[0]?.()
  await vi.waitFor(() => expect(listContents(registry)).toEqual([[server.url(), 20]]), soon)
  await vi.waitFor(() => expect(registry.takeChanged()).toBe(true), soon)
})

test('reports no changes after it is stopped', async () => {
  server.respond = () => undefined
  const registry = open(server.url())
  await registry.poll()
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), soon)
  registry.stop()
  await vi.waitFor(() => expect(registry.list()[0]?.failure?.text).toMatch(/is stopping/), soon)
  expect(registry.takeChanged()).toBe(false)
})
