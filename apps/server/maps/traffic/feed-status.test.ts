import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { FeedBoard } from './feed-status.ts'
import { send, startFeedServer } from './feeds/testing/feed-server.ts'
import { toRows } from './feeds/testing/reading.ts'
import { FeedShelf } from './store/feed-store.ts'

const server = startFeedServer()
const soon = { timeout: 5000, interval: 5 }

let folder: TempDir
let clock: FakeClock
let shelf: FeedShelf
const boards: FeedBoard[] = []
beforeEach(async () => {
  folder = await createTempDir()
  clock = new FakeClock()
  shelf = new FeedShelf(folder.path, clock.now)
})
afterEach(async () => {
  for (const board of boards.splice(0)) board.stop()
  await folder.dispose()
})

function open(...feeds: string[]): FeedBoard {
  const board = new FeedBoard({ dataDir: folder.path, feeds, refreshMs: 60_000, now: clock.now })
  boards.push(board)
  return board
}
const put = (name: string, text: string, untilMs?: number) =>
  shelf.put(name, Buffer.from(text), { source: `${name}.csv`, untilMs })
/** Name and speed of every feed, in order. */
const said = (board: FeedBoard) => board.list().map(({ name, content }) => [name, content && toRows(content)[0]?.[2]])

test('lists configured feeds in their order, then loaded feeds by name', async () => {
  const file = join(folder.path, 'z.csv')
  await writeFile(file, '1,2,10\n')
  server.answer = send('1,2,20\n')
  await put('b', '1,2,40\n')
  await put('a', '1,2,30\n')
  const board = open(file, server.url())
  await board.lookFirst(5000)
  expect(said(board)).toEqual([
    [file, 10],
    [server.url(), 20],
    ['a', 30],
    ['b', 40],
  ])
  expect([board.takeChanged(), board.takeChanged()]).toEqual([true, false])
})

describe('feed store', () => {
  test('is picked up as a whole at the next check when feeds are added, replaced or removed', async () => {
    const board = open()
    await board.look()
    expect([said(board), board.takeChanged()]).toEqual([[], false])
    await put('a', '1,2,30\n')
    await board.look()
    expect([said(board), board.takeChanged()]).toEqual([[['a', 30]], true])
    await board.look()
    expect(board.takeChanged()).toBe(false)
    clock.advance(1000)
    await put('a', '1,2,50\n')
    await put('b', '1,2,70\n')
    await board.look()
    // The replacement is atomic: there is always either the old feed or the new one.
    expect([said(board), board.takeChanged()]).toEqual([
      [
        ['a', 50],
        ['b', 70],
      ],
      true,
    ])
    await shelf.remove('a')
    await board.look()
    expect([said(board), board.takeChanged()]).toEqual([[['b', 70]], true])
  })

  test('drops feeds at their expiry', async () => {
    const board = open()
    await put('a', '1,2,30\n', clock.now() + 10_000)
    await board.look()
    clock.advance(9_999)
    await board.look()
    expect(said(board)).toEqual([['a', 30]])
    board.takeChanged()
    clock.advance(1)
    await board.look()
    expect([said(board), board.takeChanged()]).toEqual([[], true])
  })

  test('drops expired feeds even when they cannot be deleted', async () => {
    const board = open()
    const { path } = await put('a', '1,2,30\n', clock.now() + 10_000)
    await board.look()
    await rm(path)
    await mkdir(path)
    clock.advance(10_000)
    await expect(board.look()).rejects.toThrow()
    expect([said(board), board.takeChanged()]).toEqual([[], true])
  })

  test('has feeds that do not age', async () => {
    const board = open()
    await put('a', '1,2,30\n')
    await board.look()
    expect(board.list()[0]).toMatchObject({ asOfMs: undefined, readAtMs: clock.now() })
  })
})

describe('first check', () => {
  test('waits for feeds that respond, and not for others', async () => {
    const file = join(folder.path, 'f.csv')
    await writeFile(file, '1,2,10\n')
    server.answer = () => undefined
    const board = open(server.url(), file)
    const begun = performance.now()
    await board.lookFirst(300)
    expect(performance.now() - begun).toBeGreaterThan(250)
    expect(said(board)).toEqual([
      [server.url(), undefined],
      [file, 10],
    ])
    await board.look()
    expect(server.requests).toHaveLength(1)
  })

  test('does not wait once all have responded', async () => {
    server.answer = send('1,2,20\n')
    const begun = performance.now()
    await open(server.url()).lookFirst(20_000)
    expect(performance.now() - begun).toBeLessThan(10_000)
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
  // A symbolic link to itself.
  await symlink('feeds', join(folder.path, 'traffic/feeds'))
  const board = open(file)
  await expect(board.look()).rejects.toThrow('ELOOP')
  await vi.waitFor(() => expect(said(board)).toEqual([[file, 10]]), soon)
})

test('does not wait for URLs during a check; their replies apply when they arrive', async () => {
  const answers: (() => void)[] = []
  server.answer = (response) => void answers.push(() => response.end('1,2,20\n'))
  const board = open(server.url())
  await board.look()
  await vi.waitFor(() => expect(answers).toHaveLength(1), soon)
  expect([said(board), board.takeChanged()]).toEqual([[[server.url(), undefined]], false])
  answers[0]?.()
  await vi.waitFor(() => expect(said(board)).toEqual([[server.url(), 20]]), soon)
  await vi.waitFor(() => expect(board.takeChanged()).toBe(true), soon)
})

test('reports no changes after it is stopped', async () => {
  server.answer = () => undefined
  const board = open(server.url())
  await board.look()
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), soon)
  board.stop()
  await vi.waitFor(() => expect(board.list()[0]?.failure?.text).toMatch(/is stopping/), soon)
  expect(board.takeChanged()).toBe(false)
})
