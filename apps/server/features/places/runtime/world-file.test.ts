import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PlacesBuilder } from '@fairway/places'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { fillSmallWorld } from '../testing/small-index.ts'
import { loadOrBuildWorld, readWorld, toWorldFilePath } from './world-file.ts'

let folder: Awaited<ReturnType<typeof createTempDir>>
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())

const build = () => {
  const builder = new PlacesBuilder()
  fillSmallWorld(builder)
  return { index: builder.build() }
}
const never = (why: string) => expect.unreachable(why)

test('is read back into memory shared by threads', async () => {
  expect(await readWorld(folder.path, never)).toBeUndefined()
  const built = await loadOrBuildWorld(folder.path, never, build)
  const read = await readWorld(folder.path)
  expect(read?.sections).toEqual(built.sections)
  for (const { sections } of [built, ...(read ? [read] : [])]) {
    for (const array of sections.values()) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
  }
})

test('removes the files of earlier versions, and nothing else', async () => {
  const world = join(folder.path, 'world')
  await mkdir(world)
  for (const name of ['places-0.dat', 'notes.txt']) await writeFile(join(world, name), 'x')
  await loadOrBuildWorld(folder.path, never, build)
  expect((await readdir(world)).sort()).toEqual(['notes.txt', toWorldFilePath('').split('/').at(-1)].sort())
})

test('does not read a file that is damaged, truncated or of another format', async () => {
  await loadOrBuildWorld(folder.path, never, build)
  const file = toWorldFilePath(folder.path)
  const fileBytes = await readFile(file)
  const flipped = Buffer.from(fileBytes)
  // The loop flips more bytes than the padding between two sections.
  for (let at = 300; at < 600; at++) flipped[at] = (flipped[at] ?? 0) ^ 255
  for (const bytes of [fileBytes.subarray(0, fileBytes.length - 100), flipped, Buffer.from('hello'), Buffer.alloc(0)]) {
    await writeFile(file, bytes)
    const reasons: string[] = []
    expect((await readWorld(folder.path, (text) => reasons.push(text))) === undefined).toBe(true)
    expect(reasons).toEqual([expect.stringMatching(/places-.*\.dat, byte \d+: /)])
  }
  expect((await loadOrBuildWorld(folder.path, never, build)).sections.size).toBeGreaterThan(10)
})

test('starts normally when the folder is not writable, at the cost of rebuilding on the next start', async () => {
  const blocked = join(folder.path, 'blocked')
  await writeFile(blocked, 'a file where a folder should be')
  await chmod(blocked, 0o400)
  const reasons: string[] = []
  const built = await loadOrBuildWorld(blocked, (text) => reasons.push(text), build)
  expect(reasons).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
  for (const array of built.sections.values()) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
})
