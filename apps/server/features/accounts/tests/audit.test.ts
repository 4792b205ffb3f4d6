import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { hashKey } from '../api-key.ts'
import { AuditStore } from '../audit/audit-store.ts'
import { AccountStore } from '../store.ts'
import {
  findCodeInLog,
  getAccountService,
  issueKey,
  newEmail,
  requestChallenge,
  signIn,
  signUp,
  signUpUnproved,
  type TestSession,
  toSessionHeaders,
  verify,
} from './sample-accounts.ts'

const DAY_MS = 86_400_000
interface Entry {
  readonly id: string
  readonly action: string
  readonly actor: string
  readonly network: string | null
  readonly subject: string | null
  readonly details: Record<string, unknown>
}

describeOnStores('the audit log', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock, config: { anonymousBurst: 100_000 } })
  })

  const read = async (
    { headers }: Pick<TestSession, 'headers'>,
    query = '',
  ): Promise<{ entries: Entry[]; next: string }> =>
    expectServed(await service.app.inject({ url: `/account/audit${query}`, headers })).json()
  const actions = async (session: Pick<TestSession, 'headers'>) =>
    (await read(session)).entries.map(({ action, actor }) => `${actor} ${action}`)
  const call = async (session: TestSession, method: 'POST' | 'PATCH' | 'DELETE' | 'PUT', url: string, payload = {}) =>
    expectServed(await service.app.inject({ method, url, headers: session.headers, payload })).json()

  test('lists the changes of the owner, newest first, with time, network, subject and details', async () => {
    const owner = await signIn(service, await issueKey(service, 'pro'))
    const { key } = await call(owner, 'POST', '/account/keys', { label: 'web' })
    await call(owner, 'PATCH', `/account/keys/${key.id}`, { label: 'map', scopes: { operations: ['route'] } })
    await call(owner, 'PATCH', `/account/keys/${key.id}`, { label: 'map' })
    const rotated = await call(owner, 'POST', `/account/keys/${key.id}/rotate`, { overlap_hours: 1 })
    await call(owner, 'DELETE', `/account/keys/${key.id}`)
    await call(owner, 'DELETE', `/account/keys/${key.id}`)
    await call(owner, 'PUT', '/account/traffic', { shares_traffic: false })
    const { entries, next } = await read(owner)
    expect(next).toBeNull()
    expect(entries.map(({ action, actor, network, subject }) => [action, actor, network, subject])).toEqual([
      ['traffic-sharing.set', 'owner', '127.0.0.1', null],
      ['key.revoked', 'owner', '127.0.0.1', key.id],
      ['key.rotated', 'owner', '127.0.0.1', key.id],
      ['key.rescoped', 'owner', '127.0.0.1', key.id],
      ['key.renamed', 'owner', '127.0.0.1', key.id],
      ['key.created', 'owner', '127.0.0.1', key.id],
      ['session.started', 'owner', '127.0.0.1', null],
      ['address.confirmed', 'owner', '127.0.0.1', null],
      ['key.created', 'operator', null, expect.stringMatching(/^key_/)],
      ['account.created', 'operator', null, 'pro'],
    ])
    const [sharing, , rotation, rescoped, renamed, created] = entries
    expect(sharing).toMatchObject({ time: new Date(clock.now()).toISOString(), details: { shares_traffic: false } })
    expect(rotation?.details).toEqual({ new_key: rotated.key.id, overlap_hours: 1 })
    expect(renamed?.details).toEqual({ from: 'web', to: 'map' })
    expect(created?.details).toMatchObject({ label: 'web', expires_at: null })
    expect(rescoped?.details).toMatchObject({
      from: { scopes: { operations: null } },
      to: { scopes: { operations: ['route'] } },
    })
  })

  test('lists the changes of the operator', async () => {
    const owner = await signIn(service, await signUp(service))
    const accounts = getAccountService(service)
    const account = async () => {
      const stored = await new AccountStore(service.database.db).findByEmail(owner.email)
      if (!stored) throw new Error('no account')
      return stored
    }
    await accounts.extendTrial(await account(), 3)
    await accounts.setPlan(await account(), 'pro')
    await accounts.issueByOperator({ email: owner.email, plan: 'pro' })
    const { entries } = await read(owner)
    expect(entries.slice(0, 3).map(({ action, actor, subject }) => [actor, action, subject])).toEqual([
      ['operator', 'key.created', expect.stringMatching(/^key_/)],
      ['operator', 'plan.set', 'pro'],
      ['operator', 'trial.extended', null],
    ])
    expect(entries[1]?.details).toEqual({ from: 'trial', expires_at: null })
    expect(entries[2]?.details).toMatchObject({ days: 3 })
  })

  test('shows the owner of an address who signed up with it, and what happened to such keys', async () => {
    const stranger = await signUpUnproved(service)
    const owner = await signIn(service, stranger)
    expect((await read(owner)).entries.map(({ action, actor, network }) => [action, actor, network])).toEqual([
      ['session.started', 'owner', '127.0.0.1'],
      ['address.confirmed', 'owner', '127.0.0.1'],
      ['key.created', 'signup', '127.0.0.1'],
      ['account.created', 'signup', '127.0.0.1'],
    ])
    const [unkept] = (await service.app.inject({ url: '/account', headers: owner.headers })).json().unkept_keys
    await call(owner, 'POST', `/account/keys/${unkept.id}/keep`)
    expect((await actions(owner))[0]).toBe('owner key.kept')
    const other = await signUpUnproved(service)
    await getAccountService(service).issueByOperator({ email: other.email, plan: 'pro' })
    expect(await actions(await signIn(service, other))).toEqual([
      'owner session.started',
      'owner address.confirmed',
      'operator key.created',
      'operator plan.set',
      'operator key.revoked',
      'signup key.created',
      'signup account.created',
    ])
  })

  test('records the end of a session, and nothing for an invalid cookie', async () => {
    const person = await signUp(service)
    const [first, second] = [await signIn(service, person), await signIn(service, person)]
    await call(first, 'POST', '/account/sign-out')
    await call(first, 'POST', '/account/sign-out')
    expect((await actions(second)).slice(0, 3)).toEqual([
      'owner session.ended',
      'owner session.started',
      'owner session.started',
    ])
  })

  test('is read in pages', async () => {
    const owner = await signIn(service, await signUp(service))
    for (let count = 0; count < 7; count++)
      await call(owner, 'PUT', '/account/traffic', { shares_traffic: count % 2 === 0 })
    const all = (await read(owner)).entries
    const pages: Entry[] = []
    for (let next: string | null = '999999999999999'; next !== null; ) {
      const page = await read(owner, `?limit=4&before=${next}`)
      expect(page.entries.length).toBeLessThanOrEqual(4)
      pages.push(...page.entries)
      next = page.next
    }
    expect(pages).toEqual(all)
    for (const query of ['?limit=0', '?limit=201', '?before=x', '?before=-1']) {
      expectProblem(await service.app.inject({ url: `/account/audit${query}`, headers: owner.headers }), 422)
    }
    expect((await read(owner, '?limit=200')).entries).toEqual(all)
  })

  test('of one account is hidden from others', async () => {
    const [ada, eve] = [await signIn(service, await signUp(service)), await signIn(service, await signUp(service))]
    const mine = new Set((await read(ada)).entries.map(({ id }) => id))
    for (const { id } of (await read(eve)).entries) expect(mine.has(id)).toBe(false)
    expectProblem(await service.app.inject('/account/audit'), 401)
  })

  test('contains neither keys nor hashes, codes or cookies', async () => {
    const person = await signUp(service)
    const challenge = await requestChallenge(service, person.email)
    const code = findCodeInLog(service, person.email)
    const owner = { ...person, headers: toSessionHeaders(await verify(service, challenge, code)) }
    const { api_key } = await call(owner, 'POST', '/account/keys', {})
    const rows = await service.database.db.selectFrom('audit_log').selectAll().execute()
    const text = JSON.stringify(rows)
    const token = owner.headers.cookie.split('=')[1] ?? ''
    for (const secret of [person.key, api_key, hashKey(api_key), challenge, `"${code}"`, token, person.email]) {
      expect(text).not.toContain(secret)
    }
  })

  test('is written with the action or not at all', async () => {
    const { db } = service.database
    const owner = await signIn(service, await signUp(service))
    const before = (await read(owner)).entries
    const { headers } = owner
    await db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
    const reply = await service.app
      .inject({ method: 'POST', url: '/account/keys', headers, payload: { label: 'lost' } })
      .finally(() => db.schema.alterTable('audit_log_away').renameTo('audit_log').execute())
    expect(reply.statusCode).toBe(500)
    const { keys } = (await service.app.inject({ url: '/account/keys', headers })).json()
    expect(keys).toHaveLength(1)
    expect((await read(owner)).entries).toEqual(before)
  })

  test('keeps entries for the configured time', async () => {
    const person = await signUp(service, { email: newEmail() })
    const owner = await signIn(service, person)
    const audit = new AuditStore(service.database.db)
    await audit.deleteBefore(clock.now())
    expect(await actions(owner)).toContain('owner session.started')
    clock.advance(DAY_MS)
    await call(owner, 'PUT', '/account/traffic', { shares_traffic: true })
    await audit.deleteBefore(clock.now() - DAY_MS + 1)
    expect(await actions(owner)).toEqual(['owner traffic-sharing.set'])
  })
})
