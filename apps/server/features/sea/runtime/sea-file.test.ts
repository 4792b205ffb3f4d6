import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { block, drawSea } from '@fairway/sea/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { hasSeas, makeSeas, readSeas, seaFile } from './sea-file.ts'
import { createSeaHost } from './sea-loader.ts'
import { SeaDesk } from './sea-service.ts'

let folder: Awaited<ReturnType<typeof createTempDir>>
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())

const build = () => drawSea({ south: 50, west: 1, north: 52, east: 3, lands: [block(50.5, 1.5, 51, 2)] })
const never = (why: string) => expect.unreachable(why)

test('is read back into memory shared by threads', async () => {
  expect([hasSeas(folder.path), await readSeas(folder.path, never)]).toEqual([false, undefined])
  const made = await makeSeas(folder.path, never, () => {}, build)
  const read = await readSeas(folder.path, never)
  expect(read).toEqual(made)
  for (const group of Object.values(read?.sea ?? {})) {
    for (const array of Object.values(group)) {
      expect((array as Uint8Array).buffer).toBeInstanceOf(SharedArrayBuffer)
    }
  }
})

test('reports a damaged file without reading it, and tolerates a folder that is not writable', async () => {
  await makeSeas(folder.path, never, () => {}, build)
  await writeFile(seaFile(folder.path), 'x'.repeat(500))
  const why: string[] = []
  expect(await readSeas(folder.path, (text) => why.push(text))).toBeUndefined()
  expect(why).toEqual([expect.stringMatching(/seas-.*\.dat, byte 0: /)])
  const blocked = join(folder.path, 'blocked')
  await writeFile(blocked, '')
  const kept: string[] = []
  const made = await makeSeas(
    blocked,
    (text) => kept.push(text),
    () => {},
    build,
  )
  expect(kept).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
  expect(made.sea?.nodes.latitude.buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('reports the loading state', async () => {
  expect(new SeaDesk(false).state).toBe('off')
  const desk = new SeaDesk(true)
  expect([desk.state, desk.open()]).toEqual(['awaited', undefined])
  desk.use({ version: 'seas-failed', attribution: '', sea: undefined })
  expect([desk.state, desk.open()]).toEqual(['failed', undefined])
  desk.use({ version: 'seas-0', attribution: 'nobody', sea: build() })
  const open = desk.open()
  expect([desk.state, open?.version]).toEqual(['ready', 'seas-0'])
  expect(desk.open()).toBe(open)
})

test('publishes a thread failure once', async () => {
  const published: unknown[] = []
  const logged: string[] = []
  const host = createSeaHost({
    dataDir: folder.path,
    thread: new URL(`data:text/javascript,${encodeURIComponent("throw new Error('the disk is full')")}`),
    publish: async (handle) => void published.push(handle),
    log: { info: () => {}, warn: (_fields, text) => void logged.push(text) },
  })
  host.start()
  await host.waitFor(20_000)
  await host.stop()
  expect(logged).toEqual(['the sea map could not be built: ship routes are not available'])
  expect(published).toEqual([{ version: 'seas-failed', attribution: '', sea: undefined }])
})
