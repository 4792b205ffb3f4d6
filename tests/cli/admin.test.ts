import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { probe } from '../faults/support/calls.ts'
import { openDoor } from '../faults/support/plans.ts'
import { type ServerProcess, startServer, storeEnvironment } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores, storeKinds } from '../support/servers/stores.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'
import { type CliRun, runCli } from './run-cli.ts'
import { runHere } from './run-here.ts'
import { accountShape, apiKey, keyShape, limitsShape, quotaShape } from './shapes.ts'

const EMAIL = 'pilot@example.com'
interface Issued {
  readonly account: { readonly id: string; readonly expires_at: string | null }
  readonly key: { readonly id: string; readonly expires_at: string | null }
  readonly api_key: string
}

interface AuditPage {
  readonly entries: { readonly action: string; readonly actor: string; readonly network: string | null }[]
  readonly next: string | null
}

describe.each(storeKinds())('operator commands next to a running server, store %s', (kind) => {
  let stores: Stores
  let store: StoreSettings
  let server: ServerProcess
  let first: Issued
  let second: Issued

  beforeAll(async () => {
    stores = await startStores(kind)
    store = await stores.fresh()
    server = await startServer({ store, env: openDoor, hasProbe: true, args: ['--threads', '1'] })
  })
  afterAll(async () => {
    await server?.stop()
    await stores?.dispose()
  })

  /**
   * Commands that run in a separate process. Starting a process takes most of the time of a command, so all other
   * commands run in this process, which is not the process of the server either.
   */
  const separate = ['issue-key', 'revoke']
  const admin = async (...args: string[]): Promise<CliRun> => {
    if (kind === 'embedded' && separate.includes(String(args[0]))) return await runCli(['admin', ...args], { store })
    for (const [name, value] of Object.entries(storeEnvironment(store))) vi.stubEnv(name, value)
    return await runHere('admin', ...args).finally(() => vi.unstubAllEnvs())
  }
  const json = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await admin(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout) as T
  }

  /**
   * Waits until a change to a key takes effect. The server applies it within a second, but a busy machine may need
   * longer.
   */
  const becomes = async (key: string, status: number): Promise<void> => {
    const begun = performance.now()
    await expect.poll(async () => (await probe(server.url, key)).status, { interval: 20 }).toBe(status)
    expect(performance.now() - begun).toBeLessThan(20_000)
  }

  test('issue a key that works immediately', async () => {
    first = await json<Issued>('issue-key', '--email', EMAIL, '--plan', 'aviation', '--label', 'fleet')
    expect(first).toEqual({
      account: accountShape,
      created: true,
      plan_before: 'aviation',
      revoked_keys: 0,
      kept_keys: 0,
      key: keyShape,
      api_key: apiKey,
      limits: limitsShape,
    })
    expect(first).toMatchObject({ account: { email: EMAIL, plan: 'aviation', expires_at: null } })
    expect((await probe(server.url, first.api_key)).status).toBe(200)
  })

  test('issue another key for an existing account', async () => {
    second = await json<Issued>('issue-key', '--email', EMAIL.toUpperCase(), '--plan', 'aviation')
    expect(second).toMatchObject({ created: false, account: { id: first.account.id } })
    for (const key of [first, second]) expect((await probe(server.url, key.api_key)).status).toBe(200)
  })

  test('list accounts, keys and usage, as JSON and as text', async () => {
    // The server writes its counts within half a second.
    await expect
      .poll(() => json('usage', EMAIL))
      .toEqual({
        account: accountShape,
        quota: quotaShape,
        usage: {
          by_operation: [{ operation: 'probe', calls: 3, routes: 3 }],
          by_day: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), calls: 3, routes: 3 }],
        },
      })
    expect(await json('list')).toEqual({ accounts: [{ number: 1, ...accountShape, name: null }], next: null })
    expect(await json('list', '--plan', 'military')).toEqual({ accounts: [], next: null })
    expect(await json('list', '--limit', '0')).toEqual({ accounts: [], next: null })
    const keys = await json('keys', first.account.id)
    expect(keys).toEqual({ keys: [keyShape, keyShape] })
    expect(JSON.stringify(keys)).not.toContain(first.api_key)
    const people = await admin('list')
    expect(people.stdout).toMatch(/^NUMBER +ID +EMAIL +PLAN +ENDS\n1 +acc_\w+ +pilot@example\.com +aviation +never\n$/)
  })

  test('rotate a key, which keeps working only during the overlap', async () => {
    const kept = await json<Issued>('rotate', first.key.id, '--overlap-hours', '2')
    expect(kept).toEqual({ key: keyShape, api_key: apiKey })
    const { keys } = await json<{ keys: { id: string; state: string; expires_at: string }[] }>('keys', EMAIL)
    const old = keys.find(({ id }) => id === first.key.id)
    expect(old?.state).toBe('expiring')
    expect(Date.parse(old?.expires_at ?? '') - Date.now()).toBeGreaterThan(1.9 * 3_600_000)
    for (const key of [first, kept]) expect((await probe(server.url, key.api_key)).status).toBe(200)

    const replaced = await json<Issued>('rotate', kept.key.id, '--overlap-hours', '0')
    await becomes(kept.api_key, 401)
    expect((await probe(server.url, replaced.api_key)).status).toBe(200)
  })

  test('revoke a key within a second on the running server, after which it cannot be rotated', async () => {
    const revoked = await json('revoke', second.key.id)
    await becomes(second.api_key, 401)
    expect(revoked).toEqual({ key: { ...keyShape, state: 'revoked' } })
    expect((await probe(server.url, first.api_key)).status).toBe(200)
    const refused = await admin('rotate', second.key.id)
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('only an active key can be rotated') })
  })

  test('restrict and rename a key, which the running server applies', async () => {
    const words = [
      '--operations',
      'usage,route',
      '--networks',
      '127.0.0.1,::1',
      '--expires',
      '2030-01-01',
      '--label',
      'x',
    ]
    const issued = await json<Issued>('issue-key', '--email', EMAIL, '--plan', 'aviation', ...words)
    const scopes = { operations: ['usage', 'route'], origins: null, networks: ['127.0.0.1', '::1'] }
    expect(issued.key).toEqual({ ...keyShape, scopes, expires_at: '2030-01-01T00:00:00.000Z' })
    await becomes(issued.api_key, 403)
    const { stdout } = await admin('update-key', issued.key.id, '--operations', 'none', '--label', 'night')
    expect(stdout).toBe(
      `Key ${issued.key.id} of ${EMAIL}: night\nOnly from: 127.0.0.1, ::1\nExpires: 2030-01-01T00:00:00.000Z\n`,
    )
    await becomes(issued.api_key, 200)
    const changed = await json('update-key', issued.key.id, '--origins', 'https://a.example', '--expires', 'none')
    expect(changed).toEqual({
      key: { ...keyShape, label: 'night', scopes: { ...scopes, operations: null, origins: ['https://a.example'] } },
    })
    await becomes(issued.api_key, 403)
    const listed = await admin('keys', EMAIL)
    expect(listed.stdout).toMatch(/ +origins,networks +night$/m)
    for (const [option, value, message] of [
      ['--operations', 'fly', 'scopes.operations[0] is "fly"; the operations are '],
      ['--networks', '1.2.3', 'scopes.networks[0] is "1.2.3"; give an IP address or a network'],
      ['--expires', '2020-01-01', 'expires_at is "2020-01-01T00:00:00.000Z"; give a future time'],
      ['--expires', 'soon', 'It must be a date or a time, such as 2027-12-31'],
    ] as const) {
      const refused = await admin('update-key', issued.key.id, option, value)
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    }
    await json('revoke', issued.key.id)
  })

  test('change a plan on the running server, and extend a trial', async () => {
    const { account } = await json<Issued>('set-plan', EMAIL, '--plan', 'trial')
    expect(account).toEqual({ ...accountShape, plan: 'trial', expires_at: expect.any(String) })
    const limit = async () => (await probe(server.url, first.api_key)).headers.get('ratelimit-limit')
    await expect.poll(limit, { interval: 20 }).toBe('4')

    const extended = await json<Issued>('extend-trial', EMAIL, '--days', '30')
    expect(extended).toEqual({ account: { ...accountShape, plan: 'trial' } })
    const days = (Date.parse(extended.account.expires_at ?? '') - Date.parse(account.expires_at ?? '')) / 86_400_000
    expect(days).toBe(30)
  })

  test('show the audit log in pages', async () => {
    const { entries, next } = await json<AuditPage>('audit', EMAIL, '--limit', '2')
    expect(entries.map(({ action, actor, network }) => [action, actor, network])).toEqual([
      ['trial.extended', 'operator', null],
      ['plan.set', 'operator', null],
    ])
    const rest = await json<AuditPage>('audit', EMAIL, '--before', String(next))
    expect(rest.next).toBeNull()
    expect(rest.entries.at(-1)).toMatchObject({ action: 'account.created', subject: 'aviation' })
    expect(JSON.stringify([entries, rest])).not.toContain('fw_live_')
    const { stdout } = await admin('audit', EMAIL, '--limit', '1')
    expect(stdout).toMatch(
      /^ID +TIME +ACTOR +NETWORK +ACTION +SUBJECT +DETAILS\n\d+ +\S+Z +operator +trial\.extended +\{"days"/,
    )
    expect(stdout).toMatch(/\n\nThere are more entries; continue with --before \d+\n$/)
  })

  test('end all sessions', async () => {
    expect(await json('end-sessions', EMAIL)).toEqual({ ended: 0 })
    expect((await admin('end-sessions', EMAIL)).stdout).toBe(`Ended 0 sessions of ${EMAIL}\n`)
  })

  test('export an account to the standard output or to a new file', async () => {
    const { stdout } = await admin('export-account', EMAIL)
    const exported = JSON.parse(stdout)
    expect(exported).toMatchObject({ account: { email: EMAIL }, assets: [], usage: [{ operation: 'probe' }] })
    expect(exported.audit_log[0]).toMatchObject({ action: 'account.exported', actor: 'operator' })
    const folder = await createTempDir()
    const file = join(folder.path, 'account.json')
    expect((await admin('export-account', EMAIL, '--output', file)).code).toBe(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: { email: EMAIL } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const again = await admin('export-account', EMAIL, '--output', file)
    expect(again).toMatchObject({ code: 4, stderr: expect.stringContaining(`${file} cannot be written: EEXIST`) })
    await folder.dispose()
  })

  test('delete an account, whose keys end on the running server', async () => {
    expect((await probe(server.url, first.api_key)).status).not.toBe(401)
    const refused = await admin('delete-account', EMAIL)
    expect(refused).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('cannot be undone; add --yes to confirm'),
    })
    expect((await probe(server.url, first.api_key)).status).not.toBe(401)
    expect(await json('delete-account', EMAIL, '--yes')).toEqual({ deleted: first.account.id })
    await becomes(first.api_key, 401)
    expect(await json('list')).toEqual({ accounts: [], next: null })
    expect((await admin('keys', EMAIL)).code).toBe(3)
    const { entries } = await json<AuditPage>('audit', first.account.id)
    expect(entries).toMatchObject([{ action: 'account.deleted', actor: 'operator', network: null }])
    const again = await json<Issued>('issue-key', '--email', EMAIL, '--plan', 'pro')
    expect(again).toMatchObject({ created: true })
    await becomes(again.api_key, 200)
  })
})
