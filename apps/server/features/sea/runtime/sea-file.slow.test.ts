import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeRectangle, makeSea } from '@fairway/sea/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { hasSeas, loadOrBuildSeas, readSeas, toSeaFilePath } from './sea-file.ts'
import { createSeaLoader } from './sea-loader.ts'
import { SeaService } from './sea-service.ts'

let folder: Awaited<ReturnType<typeof createTempDir>>
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())

const build = () => makeSea({ south: 50, west: 1, north: 52, east: 3, lands: [makeRectangle(50.5, 1.5, 51, 2)] })
const never = (why: string) => expect.unreachable(why)

test('is read back into memory shared by threads', async () => {
  expect([hasSeas(folder.path), await readSeas(folder.path, never)]).toEqual([false, undefined])
  const built = await loadOrBuildSeas(folder.path, never, () => {}, build)
  const read = await readSeas(folder.path, never)
  expect(read).toEqual(built)
  for (const group of Object.values(read?.sea ?? {})) {
    for (const array of Object.values(group)) {
      expect((array as Uint8Array).buffer).toBeInstanceOf(SharedArrayBuffer)
    }
  }
})

test('reports a damaged file without reading it, and tolerates a folder that is not writable', async () => {
  await loadOrBuildSeas(folder.path, never, () => {}, build)
  await writeFile(toSeaFilePath(folder.path), 'x'.repeat(500))
  const reasons: string[] = []
  expect(await readSeas(folder.path, (text) => reasons.push(text))).toBeUndefined()
  expect(reasons).toEqual([expect.stringMatching(/seas-.*\.dat, byte 0: /)])
  const blocked = join(folder.path, 'blocked')
  await writeFile(blocked, '')
  const warnings: string[] = []
  const built = await loadOrBuildSeas(
    blocked,
    (text) => warnings.push(text),
    () => {},
    build,
  )
  expect(warnings).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
  expect(built.sea?.nodes.latitude.buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('reports the loading state', async () => {
  expect(new SeaService(false).state).toBe('off')
  const seaService = new SeaService(true)
  expect([seaService.state, seaService.open()]).toEqual(['awaited', undefined])
  seaService.use({ version: 'seas-failed', attribution: '', sea: undefined })
  expect([seaService.state, seaService.open()]).toEqual(['failed', undefined])
  seaService.use({ version: 'seas-0', attribution: 'nobody', sea: build() })
  const open = seaService.open()
  expect([seaService.state, open?.version]).toEqual(['ready', 'seas-0'])
  expect(seaService.open()).toBe(open)
})

test('publishes a thread failure once', async () => {
  const published: unknown[] = []
  const logged: string[] = []
  const loader = createSeaLoader({
    dataDir: folder.path,
    threadModule: new URL(`data:text/javascript,${encodeURIComponent("throw new Error('the disk is full')")}`),
    publish: async (handle) => void published.push(handle),
    log: { info: () => {}, warn: (_fields, text) => void logged.push(text) },
  })
  loader.start()
  await loader.waitFor(20_000)
  await loader.stop()
  expect(logged).toEqual(['the sea map could not be built: ship routes are not available'])
  expect(published).toEqual([{ version: 'seas-failed', attribution: '', sea: undefined }])
})
