import { chmodSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatasetStore } from '@fairway/dataset'
import { makeSampleWriter } from '@fairway/dataset/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Exit, startProcess } from '../support/servers/processes.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey } from './support/accounts.ts'
import { lastWords, launchServer } from './support/launch.ts'
import { mountSmallDisk } from './support/small-disk.ts'

const UNAVAILABLE = 5
const FAILED = 1
const command = fileURLToPath(new URL('../../apps/server/bin/fairway.js', import.meta.url))

let stores: Stores
let store: StoreSettings
let file: string
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterAll(() => stores?.dispose())
beforeEach(async () => {
  store = await stores.fresh()
  file = join(store.dataDir, 'fairway.db')
  await issueKey(store, 'pro@example.com', 'pro')
})

/** Expects that the server exits with one sentence and exit code 5, without waiting and without a stack trace. */
async function expectRefusal(sentence: RegExp, settings = store): Promise<void> {
  const server = launchServer({ store: settings })
  expect(await server.exited, server.output()).toEqual({ code: UNAVAILABLE, signal: null })
  expect(lastWords(server)).toMatch(sentence)
  expect(lastWords(server).split('\n')).toHaveLength(1)
  expect(server.output()).not.toMatch(/ {4}at |waiting for the database/)
}

async function runAdmin(...args: string[]): Promise<Exit & { output: string }> {
  const child = startProcess(process.execPath, [command, 'admin', ...args, '--data-dir', store.dataDir])
  return { ...(await child.exited), output: child.output() }
}
const runCheck = (...args: string[]) => runAdmin('check', ...args)

test('does not start with a truncated database', async () => {
  truncateSync(file, statSync(file).size - 4096)
  await expectRefusal(
    /^fairway: the database .*fairway\.db is damaged \(.+\); restore it from a backup, or move it elsewhere to start with an empty one$/,
  )
})

test('does not start with a file that is not a database', async () => {
  writeFileSync(file, 'this is not a database'.repeat(1000))
  await expectRefusal(/^fairway: the database .*fairway\.db is damaged \(file is not a database\); restore it/)
})

test('does not start with an empty database, and no command accepts it', async () => {
  truncateSync(file, 0)
  const sentence =
    /^fairway: the database .*fairway\.db is empty \(0 bytes\); restore it from a backup, or delete the empty file to start with an empty database$/
  await expectRefusal(sentence)
  const issue = ['issue-key', '--email', 'pro@example.com', '--plan', 'pro']
  for (const args of [['check'], ['list'], issue]) {
    const { code, output } = await runAdmin(...args)
    expect({ code, output: output.trim() }).toEqual({ code: UNAVAILABLE, output: expect.stringMatching(sentence) })
  }
  expect(statSync(file).size).toBe(0)
})

test('does not start on a full disk', async () => {
  const disk = await mountSmallDisk(1)
  if (!disk) return console.warn('\n*** SKIPPED: a full disk; this user may not mount a file system ***\n')
  try {
    disk.fill()
    await expectRefusal(/^fairway: the disk that contains .* is full; free some space and start again$/, {
      dataDir: join(disk.path, 'data'),
    })
  } finally {
    await disk.dispose()
  }
})

test('removes the access of other users to existing files, and logs it', async () => {
  chmodSync(store.dataDir, 0o755)
  chmodSync(file, 0o644)
  const server = launchServer({ store })
  await server.waitFor(/API\s+http:/)
  expect([statSync(store.dataDir).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  for (const path of [store.dataDir, file]) {
    await server.waitFor(new RegExp(`"path":"${path}".*other users no longer have access`))
  }
  expect((await server.end()).code).toBe(0)
})

test('"admin check" reports an intact store with exit code 0', async () => {
  const dataset = await new DatasetStore(store.dataDir).publish('porto', makeSampleWriter(7))
  const { code, output } = await runCheck()
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/fairway\.db +ok\nporto .* +ok\n$/) })
  const json = JSON.parse((await runCheck('--json')).output)
  expect(json).toEqual({
    items: [
      { item: file, problems: [] },
      { item: `porto ${dataset.id}`, problems: [] },
    ],
  })
})

test('"admin check" names a damaged dataset and a damaged database with exit code 1', async () => {
  const dataset = await new DatasetStore(store.dataDir).publish('porto', makeSampleWriter(7))
  writeFileSync(join(dataset.folder, 'roads.bin'), 'x', { flag: 'r+' })
  truncateSync(file, statSync(file).size - 4096)
  const { code, output } = await runCheck()
  expect(code).toBe(FAILED)
  expect(output).toContain('roads.bin differs from its checksum')
  expect(output).toMatch(
    /fairway: damaged: .*fairway\.db, porto .*; restore the database from a backup, and compile damaged datasets again/,
  )
  expect(output).not.toContain('    at ')
})
