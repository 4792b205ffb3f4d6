import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readDeferredGroup } from './deferred-sections.ts'
import { readSections, readSectionsDeferred } from './read-sections.ts'
import type { TypedArray } from './typed-array.ts'
import { writeSections } from './write-sections.ts'

const sample: [string, TypedArray][] = [
  ['nodes.flags', Uint8Array.of(1, 2, 3)],
  ['foot/nodes.flags', Uint8Array.of(4, 5, 6)],
  ['bicycle/edges.way', Float64Array.of(7, -8.5)],
  ['foot/long', new Uint32Array(600_000).map((_, index) => index * 7)],
]
/** Assigns a section such as `foot/nodes.flags` to the group `foot`. */
const groupOf = (name: string) => (name.includes('/') ? name.split('/')[0] : undefined)

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-deferred-'))
  file = join(folder, 'roads.bin')
})
beforeEach(() => writeSections(file, sample))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function flipByteOf(section: string): Promise<void> {
  const offset = (await readSections(file)).get(section)?.byteOffset ?? 0
  const bytes = await readFile(file)
  bytes[offset + 1] ^= 1
  await writeFile(file, bytes)
}

test('reads a group when it is needed, and only that group', async () => {
  const { sections, deferred } = await readSectionsDeferred(file, { groupOf })
  expect([...sections.keys()]).toEqual(sample.map(([name]) => name))
  expect(sections.get('nodes.flags')).toEqual(Uint8Array.of(1, 2, 3))
  expect(sections.get('foot/nodes.flags')).toEqual(Uint8Array.of(0, 0, 0))
  readDeferredGroup(deferred, 'foot')
  expect(sections.get('foot/nodes.flags')).toEqual(Uint8Array.of(4, 5, 6))
  expect(sections.get('foot/long')).toEqual(sample[3]?.[1])
  expect(sections.get('bicycle/edges.way')).toEqual(Float64Array.of(0, 0))
  // The second call works without the file, because the group is already in memory.
  await rm(file)
  readDeferredGroup(deferred, 'foot')
  readDeferredGroup(deferred, 'no such group')
  readDeferredGroup(undefined, 'foot')
})

test('verifies the sections that are not read', async () => {
  await flipByteOf('foot/long')
  await expect(readSectionsDeferred(file, { groupOf, region: 'porto' })).rejects.toThrow(
    /roads\.bin, byte \d+: the checksum of section foot\/long is wrong; rebuild it with: .* --region porto$/,
  )
})

test('rejects a file that has changed or no longer exists, and retries on the next call', async () => {
  const { sections, deferred } = await readSectionsDeferred(file, { groupOf })
  await flipByteOf('bicycle/edges.way')
  expect(() => readDeferredGroup(deferred, 'bicycle')).toThrow('section bicycle/edges.way has changed since')
  await rm(file)
  expect(() => readDeferredGroup(deferred, 'bicycle')).toThrow(`${file}, byte 0: there is no such file`)
  await writeFile(file, 'cut off')
  expect(() => readDeferredGroup(deferred, 'bicycle')).toThrow('section bicycle/edges.way has changed since')
  await writeSections(file, sample)
  readDeferredGroup(deferred, 'bicycle')
  expect(sections.get('bicycle/edges.way')).toEqual(Float64Array.of(7, -8.5))
})

test('lets threads that need a group at the same time read it once', async () => {
  const { sections, deferred } = await readSectionsDeferred(file, { groupOf })
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(({ readDeferredGroup }) => {
      readDeferredGroup(workerData.deferred, 'foot')
      parentPort.postMessage(workerData.sections.get('foot/long')[599999])
    })`
  const module = new URL('./deferred-sections.ts', import.meta.url).href
  const values = [0, 1, 2].map(() => {
    const thread = new Worker(source, { eval: true, workerData: { sections, deferred, module } })
    return new Promise((resolve, reject) => thread.on('message', resolve).on('error', reject))
  })
  expect(await Promise.all(values)).toEqual([0, 1, 2].map(() => 599_999 * 7))
})
