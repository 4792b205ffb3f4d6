import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatasetStore } from './dataset-store.ts'
import { createOwnerMark, isAbandoned } from './owner-mark.ts'
import { makeSampleWriter, readSample } from './testing/sample-dataset.ts'

/** Tests that run several real processes on one store and kill some of them. */

const program = fileURLToPath(new URL('./testing/publish-process.ts', import.meta.url))
let dataDir: string
let store: DatasetStore
const children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fairway-processes-'))
  store = new DatasetStore(dataDir)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

function start(region: string, how: 'once' | 'halfway' | 'forever', first = 1) {
  const child = spawn(process.execPath, [program, dataDir, region, how, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
  const exited = once(child, 'close')
  return {
    lines,
    exited,
    async waitForLines(count: number): Promise<void> {
      while (lines.length < count) await once(child.stdout, 'data')
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
  }
}
const work = () => readdir(join(dataDir, 'datasets', '.work'))

test('serves nothing of a process killed halfway, and cleans up at the next publish', async () => {
  const child = start('porto', 'halfway')
  await child.waitForLines(1)
  await child.kill()
  expect(await store.list()).toEqual([])
  expect(await store.findCurrent('porto')).toBeUndefined()
  expect(await work()).toHaveLength(1)

  await store.publish('elsewhere', makeSampleWriter(1))
  expect(await work()).toEqual([])
  expect((await store.list()).map(({ region }) => region)).toEqual(['elsewhere'])
})

test('does not clean up files that another process is writing', async () => {
  const child = start('porto', 'halfway')
  await child.waitForLines(1)
  await store.publish('porto', makeSampleWriter(1))
  expect(await work()).toHaveLength(1)
  await child.kill()
})

test('lists only complete datasets, and all acknowledged ones, when killed at any moment', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < 8; round++) {
    const child = start('porto', 'forever', round * 1000)
    await child.waitForLines(1 + (round % 3))
    // The process is killed at an arbitrary moment of a publication, which takes a few milliseconds.
    const spin = performance.now() + round * 1.3
    while (performance.now() < spin);
    await child.kill()
    acknowledged.push(...child.lines.map((line) => line.replace('published ', '')))
    const listed = await store.list()
    for (const dataset of listed) await readSample(dataset)
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    expect((await store.listRegions()).flatMap(({ unusable }) => unusable)).toEqual([])
  }
  await store.publish('porto', makeSampleWriter(1))
  expect(await work()).toEqual([])
})

test('survives two processes publishing and pruning one region', async () => {
  const both = [start('porto', 'forever', 1), start('porto', 'forever', 100)]
  let polls = 0
  while (both.some(({ lines }) => lines.length < 15)) {
    await store.prune({ region: 'porto' }).catch((error) => expect(error).toMatchObject({ kind: 'no-such-region' }))
    const current = await store.findCurrent('porto')
    if (current) await readSample(current)
    polls++
  }
  for (const child of both) await child.kill()
  expect(polls).toBeGreaterThan(5)
  for (const dataset of await store.list()) await readSample(dataset)
})

test('notices a dataset of another process in a running server', async () => {
  const noticed = Promise.withResolvers<void>()
  const watch = store.watch((served) => {
    if (served.has('porto')) noticed.resolve()
  })
  const child = start('porto', 'once')
  await child.exited
  await noticed.promise
  watch.close()
})

test('leaves the work of other hosts alone for a day', async () => {
  const ownerMark = createOwnerMark()
  expect(isAbandoned(ownerMark, 1e12)).toBe(false)
  expect(isAbandoned(ownerMark.replace(/~\d+~\d+~/, '~999999999~1~'), 0)).toBe(true)
  // The mark has the same process ID as the current process but another start time.
  expect(isAbandoned(ownerMark.replace(/~\d+~(?=[0-9a-f]{16})/, '~1~'), 0)).toBe(true)
  const foreign = ownerMark.replace(/^[^~]+/, `not-${hostname()}`)
  expect([isAbandoned(foreign, 23 * 3600_000), isAbandoned(foreign, 25 * 3600_000)]).toEqual([false, true])
  await mkdir(join(dataDir, 'datasets', '.work', foreign), { recursive: true })
  await store.publish('porto', makeSampleWriter(1))
  expect(await work()).toEqual([foreign])
})
