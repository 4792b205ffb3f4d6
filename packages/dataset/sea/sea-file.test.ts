import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sectionBytes } from '@fairway/geo'
import { type Sea, seaToSections } from '@fairway/sea'
import { makeRectangle, makeSea } from '@fairway/sea/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatasetUnreadable } from '../format/dataset-unreadable.ts'
import { writeSections } from '../format/write-sections.ts'
import { readSea, writeSea } from './sea-file.ts'

let folder: string
let sea: Sea
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sea-file-'))
  sea = makeSea({ south: -4, west: 20, north: 4, east: 26, lands: [makeRectangle(-1, 22, 1, 24)] })
})
afterAll(() => rm(folder, { recursive: true }))

async function getReadError(file: string): Promise<DatasetUnreadable> {
  const fault = await readSea(file).catch((error: unknown) => error)
  if (fault instanceof DatasetUnreadable) return fault
  throw new Error(`${file} should not be readable`)
}

test('round-trips a sea through a file of less than a quarter of its size, into shared memory', async () => {
  const file = join(folder, 'new', 'sea.dat')
  await writeSea(sea, file)
  const back = await readSea(file)
  expect(back).toEqual(sea)
  for (const [name, array] of seaToSections(back)) expect(array.buffer, name).toBeInstanceOf(SharedArrayBuffer)
  expect((await readFile(file)).length).toBeLessThan(sectionBytes(sea) / 4)
  expect(await readdir(join(folder, 'new'))).toEqual(['sea.dat'])
})

test('passes the same memory to another thread', async () => {
  const file = join(folder, 'shared.dat')
  await writeSea(sea, file)
  const original = await readSea(file)
  const copy = structuredClone(original)
  original.far.distance[7] = 201
  expect(copy.far.distance[7]).toBe(201)
})

test('keeps the previous file, and nothing else, when writing fails', async () => {
  const file = join(folder, 'kept', 'sea.dat')
  await writeSea(sea, file)
  const before = await readFile(file)
  const broken = { ...sea, far: { distance: new Float64Array(3) } } as unknown as Sea
  await expect(writeSea(broken, file)).rejects.toThrow('a packed array cannot be a Float64Array')
  expect(await readFile(file)).toEqual(before)
  expect(await readdir(join(folder, 'kept'))).toEqual(['sea.dat'])
})

test('reports files that are missing, damaged, truncated, of another type or edition, with a remedy', async () => {
  const file = join(folder, 'whole.dat')
  await writeSea(sea, file)
  const fileBytes = await readFile(file)
  const writeCopy = async (name: string, bytes: Uint8Array) => {
    await writeFile(join(folder, name), bytes)
    return getReadError(join(folder, name))
  }
  const missing = await getReadError(join(folder, 'none.dat'))
  expect(missing.kind).toBe('missing')
  expect(missing.message).toBe(
    `${join(folder, 'none.dat')}, byte 0: there is no such file; it is built from installed npm packages: delete it to rebuild it`,
  )
  const damaged = Uint8Array.from(fileBytes)
  damaged[1000] = (damaged[1000] ?? 0) ^ 1
  expect((await writeCopy('damaged.dat', damaged)).message).toMatch(
    /the checksum of section sea\.\S+ is wrong; it is built/,
  )
  expect((await writeCopy('short.dat', fileBytes.subarray(0, 900))).kind).toBe('truncated')
  expect((await writeCopy('text.dat', Buffer.from('no sea'))).kind).toBe('not-a-dataset')

  await writeSections(join(folder, 'roads.dat'), [['roads', Uint8Array.of(1)]])
  expect((await getReadError(join(folder, 'roads.dat'))).message).toContain('this file contains no sea map')
  await writeSections(join(folder, 'old.dat'), [['sea.version', Buffer.from('0')]])
  const old = await getReadError(join(folder, 'old.dat'))
  expect(old.kind).toBe('other-version')
  expect(old.message).toMatch(/contains version 0 of the sea map, but this server reads \S+; it is built/)
})
