import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueKey } from '../faults/support/accounts.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { runHere } from './run-here.ts'

const EMAIL = 'pilot@example.com'

describe('failed operator command, with its reason and exit code', () => {
  let folder: TempDir
  beforeAll(async () => {
    folder = await createTempDir()
    await issueKey({ dataDir: folder.path }, EMAIL, 'aviation')
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(() => folder.dispose())

  const admin = (...args: string[]) => runHere('admin', ...args, '--data-dir', folder.path)

  test.each([
    ['keys nobody@example.com', 3, /^fairway: there is no account "nobody@example\.com"\n$/],
    ['usage nobody@example.com', 3, /^fairway: there is no account "nobody@example\.com"\n$/],
    ['set-plan acc_0 --plan pro', 3, /^fairway: there is no account "acc_0"\n$/],
    ['extend-trial acc_0 --days 1', 3, /^fairway: there is no account "acc_0"\n$/],
    ['revoke key_000000000000', 3, /^fairway: there is no key "key_000000000000"\n$/],
    ['rotate key_000000000000', 3, /^fairway: there is no key "key_000000000000"\n$/],
    [`extend-trial ${EMAIL} --days 3`, 4, /^fairway: .* is on the aviation plan, which does not expire\n$/],
    [`set-plan ${EMAIL} --plan gold`, 2, /The plans are trial, free, starter, pro, aviation, military\./],
    ['issue-key --email a@example.com --plan gold', 2, /The plans are trial, free/],
    ['issue-key --email nobody --plan pro', 2, /^fairway: email is "nobody"; give a valid email address/],
    ['rotate key_000000000000 --overlap-hours 721', 2, /a number of hours from 0 to 720/],
    [`extend-trial ${EMAIL} --days -1`, 2, /must be a whole number/],
  ])('admin %s: %i', async (args, code, text) => {
    const run = await admin(...args.split(' '))
    expect(run).toMatchObject({ code, stdout: '' })
    expect(run.stderr).toMatch(text)
  })

  test('exits with code 4 at the maximum number of keys of an account', async () => {
    const issue = () => admin('issue-key', '--email', EMAIL, '--plan', 'aviation')
    // The account already has its first key.
    for (let keys = 2; keys <= 20; keys++) expect((await issue()).code).toBe(0)
    expect(await issue()).toMatchObject({ code: 4, stderr: expect.stringContaining('The account has 20 active keys') })
  })

  test('exits with code 5 for an unreachable PostgreSQL, without its password', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://fairway:sesame@127.0.0.1:1/fairway')
    const text = 'fairway: PostgreSQL (DATABASE_URL) cannot be used: connect ECONNREFUSED 127.0.0.1:1\n'
    expect(await admin('list')).toEqual({ code: 5, stdout: '', stderr: text })
  })
})

describe('unusable database, named with exit code 5', () => {
  let folder: TempDir
  beforeAll(async () => {
    folder = await createTempDir()
    vi.stubEnv('FAIRWAY_DATABASE_WAIT_SECONDS', '0')
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await folder.dispose()
  })

  test.each([['admin', 'list'], ['serve']])('is a data folder below a file: %s', async (...words) => {
    await writeFile(join(folder.path, 'file'), '')
    const dataDir = join(folder.path, 'file', 'data')
    const { code, stderr } = await runHere(...words, '--data-dir', dataDir)
    const text =
      words[0] === 'admin' ? `there is no database ${dataDir}` : `the data folder ${dataDir} cannot be used: ENOTDIR`
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining(text) })
  })

  test.each(['0', '3651', '1.5', '-1', 'x'])('rejects extending a trial by %s days', async (days) => {
    const { code, stderr } = await runHere('admin', 'extend-trial', 'a@example.com', '--days', days)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('from 1 to 3650') })
  })

  test('does not create an empty database for a mistyped folder', async () => {
    const dataDir = join(folder.path, 'mistyped')
    expect(await runHere('admin', 'list', '--data-dir', dataDir)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`there is no database ${join(dataDir, 'fairway.db')}; check --data-dir`),
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  test.each([['admin', 'list'], ['serve']])('leaves a file that is not a database unchanged: %s', async (...words) => {
    const notes = 'notes of somebody else, '.repeat(100)
    await writeFile(join(folder.path, 'fairway.db'), notes)
    const { code, stderr } = await runHere(...words, '--data-dir', folder.path)
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('file is not a database') })
    expect(await readFile(join(folder.path, 'fairway.db'), 'utf8')).toBe(notes)
  })
})
