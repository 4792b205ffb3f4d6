import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOnPath } from '../support/servers/processes.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { lastWords, launchServer } from './support/launch.ts'

const UNAVAILABLE = 5

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
  await chmod(folder.path, 0o755)
})
afterAll(() => folder.dispose())

/**
 * Root can access every file, so the test drops that capability. It does not run as another user, who may not be able
 * to read this checkout.
 */
const asRoot = process.getuid?.() === 0
const ordinary = asRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []
const possible = !asRoot || findOnPath('setpriv') !== undefined
if (!possible) console.warn('\n*** SKIPPED: folders closed to the server; root needs setpriv (util-linux) for it ***\n')

async function expectGivesUp(dataDir: string, why: RegExp): Promise<void> {
  const env = { FAIRWAY_DATABASE_WAIT_SECONDS: '0' }
  const server = launchServer({ store: { dataDir }, env, through: ordinary })
  expect(await server.exited, server.output()).toEqual({ code: UNAVAILABLE, signal: null })
  expect(lastWords(server)).toMatch(
    /^fairway: the data folder [^\n]+ cannot be used: [^\n]+; give the current user read and write access to the folder$/,
  )
  expect(lastWords(server)).toContain(dataDir)
  expect(lastWords(server)).toMatch(why)
}

test.skipIf(!possible)('names a data folder that cannot be created, with exit code 5', async () => {
  const closed = join(folder.path, 'closed')
  await mkdir(closed, { mode: 0o555 })
  await expectGivesUp(join(closed, 'data'), /permission denied/)
})

test.skipIf(!possible)('names a data folder that is not writable, with exit code 5', async () => {
  const closed = join(folder.path, 'unwritable')
  await mkdir(closed, { mode: 0o555 })
  await expectGivesUp(closed, /permission denied/)
})
