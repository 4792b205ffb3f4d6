import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AerodromeTable, packAerodromes } from '@fairway/dataset'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { hasAerodromes, loadOrBuildAerodromes, readAerodromes, toAerodromeFilePath } from './aerodrome-file.ts'

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())

const field = { identifier: 'TEST', name: 'Tést field', kind: 'airport', latitude: 1, longitude: 2, radiusMeters: 4630 }
const build = () => packAerodromes([field])
const refuse = (why: string) => expect.unreachable(why)

test('is reused on the next start, from memory shared by threads', async () => {
  expect([hasAerodromes(folder.path), await readAerodromes(folder.path, refuse)]).toEqual([false, undefined])
  const built = await loadOrBuildAerodromes(folder.path, refuse, build)
  expect(hasAerodromes(folder.path)).toBe(true)
  const read = await readAerodromes(folder.path, refuse)
  expect(read).toEqual(built)
  for (const handle of [built, read]) {
    for (const array of handle?.sections?.values() ?? []) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
  }
  expect(new AerodromeTable(read?.sections ?? new Map()).count).toBe(1)
})

test('removes the file of an earlier version', async () => {
  const file = toAerodromeFilePath(folder.path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(join(dirname(file), 'aerodromes-0.dat'), 'old')
  await loadOrBuildAerodromes(folder.path, refuse, build)
  expect(await readdir(dirname(file))).toEqual(['aerodromes-1.dat'])
})

test('reports a damaged file and rebuilds it', async () => {
  const file = toAerodromeFilePath(folder.path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'x'.repeat(5000))
  const messages: string[] = []
  expect(await readAerodromes(folder.path, (why) => void messages.push(why))).toBeUndefined()
  expect(messages).toEqual([expect.stringContaining('aerodromes-1.dat')])
})

test('starts normally when the folder is not writable, at the cost of rebuilding on the next start', async () => {
  const messages: string[] = []
  await writeFile(join(folder.path, 'world'), 'in the way')
  const built = await loadOrBuildAerodromes(folder.path, (why) => void messages.push(why), build)
  expect(new AerodromeTable(built.sections ?? new Map()).count).toBe(1)
  expect(messages).toHaveLength(1)
})
