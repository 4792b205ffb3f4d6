import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { PlaceDirectory } from '../../../maps/places/place-directory.ts'
import type { WorldHandle } from '../../../maps/places/place-index.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { Geocoder } from '../geocode/geocoder.ts'
import { smallWorld } from '../testing/small-index.ts'
import { toWorldFilePath } from './world-file.ts'
import { createWorldLoader } from './world-loader.ts'

let folder: Awaited<ReturnType<typeof createTempDir>>
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())

/** Runs a loader with the given thread script. Returns the logged and published data. */
async function runLoader(script: string) {
  const published: WorldHandle[] = []
  const logged: string[] = []
  const loader = createWorldLoader({
    dataDir: folder.path,
    threadModule: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    publish: async (world) => void published.push(world),
    log: {
      info: (_fields, text) => logged.push(text),
      warn: (fields, text) => logged.push(`${text}: ${(fields as { why: string }).why}`),
    },
  })
  loader.start()
  await loader.waitFor(20_000)
  await loader.stop()
  return { loader, published, logged }
}

test('publishes a thread failure once, and logs the reason', async () => {
  const { loader, published, logged } = await runLoader("throw new Error('the disk is full')")
  expect(logged).toEqual(['the world index could not be built: only places on the maps are found: the disk is full'])
  expect(published).toEqual([expect.objectContaining({ hasFailed: true })])
  expect(loader.handle).toBe(published[0])
})

test('reports a thread that exits silently as a failure', async () => {
  const { published, logged } = await runLoader('process.exit(0)')
  expect(logged).toEqual([
    expect.stringMatching(/could not be built: .*: its thread exited before the result was ready$/),
  ])
  expect(published).toHaveLength(1)
})

test('warns in replies while the world index is being built or after it failed', async () => {
  const places = new PlaceDirectory({ list: () => [] } as unknown as RegionDirectory, true)
  const geocoder = new Geocoder(places, undefined)
  const query = { text: 'paris', limit: 1, near: undefined, countryCode: undefined, language: undefined }
  const warnings = async () => (await geocoder.find(query)).warnings
  expect(await warnings()).toEqual([
    expect.stringMatching(/not found yet, because .* is still being built; try again in a few seconds$/),
  ])
  const { published } = await runLoader("throw new Error('broken')")
  for (const world of published) places.setWorld(world)
  expect(await warnings()).toEqual([
    'places outside the maps of this service are not found until the service restarts, because the world index could not be built; the service log states the reason',
  ])
  places.setWorld(smallWorld())
  expect(await warnings()).toEqual([])
})

test('logs that a damaged file is rebuilt', async () => {
  await mkdir(dirname(toWorldFilePath(folder.path)), { recursive: true })
  await writeFile(toWorldFilePath(folder.path), 'x'.repeat(500))
  // The real thread would take several seconds to build the file.
  const path = JSON.stringify(new URL('./world-file.ts', import.meta.url).href)
  const { logged } = await runLoader(`
    import { parentPort, workerData } from 'node:worker_threads'
    import { readWorld } from ${path}
    await readWorld(workerData.dataDir, (reason) => parentPort.postMessage({ kind: 'unusable', reason }))
  `)
  expect(logged[0]).toMatch(/^the world index cannot be read and will be rebuilt: .*places-.*\.dat, byte 0: /)
  expect(logged[0]).not.toContain('fairway compile')
})
