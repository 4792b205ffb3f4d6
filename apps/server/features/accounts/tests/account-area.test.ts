import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { callProbe, getUsage, newEmail, signIn, signUp, type TestSession } from './sample-accounts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ROOMY = { anonymousBurst: 100_000 }

describeOnStores('a session', ({ start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: ROOMY })
  })
  const account = (headers: Record<string, string>, at = service) => at.app.inject({ url: '/account', headers })
  const signOut = (headers: Record<string, string>) =>
    service.app.inject({ method: 'POST', url: '/account/sign-out', headers })

  test('is required: no cookie, a forged cookie or a key does not open the account area', async () => {
    const { key } = await signUp(service)
    const attempts: Record<string, string>[] = [
      {},
      { cookie: 'fairway_session=' },
      { cookie: `fairway_session=${'A'.repeat(43)}` },
      { cookie: 'fairway_session=%00%ff%zz' },
      { 'x-api-key': key },
      { cookie: `fairway_session=${key}` },
    ]
    for (const headers of attempts) expectProblem(await account(headers), 401, /You are not signed in/)
  })

  test('does not replace a key', async () => {
    const { headers } = await signIn(service, await signUp(service))
    expectProblem(await service.app.inject({ url: '/v1/account/usage', headers }), 401, /requires an API key/)
  })

  test('ends at sign-out, also for kept copies of the cookie, and clears the cookie', async () => {
    const { headers } = await signIn(service, await signUp(service))
    expectServed(await account(headers))
    const reply = expectServed(await signOut(headers))
    expect(reply.json()).toEqual({ signed_out: true })
    expect(reply.cookies).toEqual([
      {
        name: 'fairway_session',
        value: '',
        path: '/account',
        httpOnly: true,
        sameSite: 'Strict',
        expires: new Date(0),
        maxAge: 0,
      },
    ])
    expectProblem(await account(headers), 401)
  })

  test('of one browser stays when another one signs out', async () => {
    const person = await signUp(service)
    const [one, other] = [await signIn(service, person), await signIn(service, person)]
    await signOut(one.headers)
    expectServed(await account(other.headers))
  })

  test('is not required for sign-out', async () => {
    expect(expectServed(await signOut({})).json()).toEqual({ signed_out: true })
  })

  test('ends after 30 days, and outlasts the trial', async () => {
    const clock = new FakeClock()
    const turned = await start({ clock })
    const { headers } = await signIn(turned, await signUp(turned))
    clock.advance(30 * DAY_MS - 1)
    expectServed(await account(headers, turned))
    clock.advance(1)
    expectProblem(await account(headers, turned), 401)
  })

  describe('cross-site requests', () => {
    const create = (headers: Record<string, string>) =>
      service.app.inject({ method: 'POST', url: '/account/keys', headers, payload: {} })

    test.each([
      'https://elsewhere.example',
      'http://localhost:8081',
      'http://localhost.elsewhere.example:8080',
      'null',
      'garbage',
      '',
    ])('403: %j, without any effect', async (origin) => {
      const { headers } = await signIn(service, await signUp(service))
      const foreign = { ...headers, origin }
      const requests = [
        { method: 'POST', url: '/account/keys', payload: {} },
        { method: 'PUT', url: '/account/phone', payload: { phone: '+59821234567' } },
        { method: 'DELETE', url: '/account/phone' },
        { method: 'POST', url: '/account/sign-out' },
      ] as const
      for (const request of requests) {
        expectProblem(
          await service.app.inject({ ...request, headers: foreign }),
          403,
          /accepts requests only from its own pages/,
        )
      }
      expectProblem(
        await service.app.inject({
          method: 'POST',
          url: '/account/sign-in',
          headers: { origin },
          payload: { email: newEmail() },
        }),
        403,
      )
      const keys = await service.app.inject({ url: '/account/keys', headers })
      expect(keys.json().keys).toHaveLength(1)
      expect((await account(headers)).json().account.phone).toBeNull()
    })

    test.each([
      ['configured', 'http://localhost:8080'],
      ['asked', 'http://fairway.internal:9000'],
    ])('accepts the URL under which the service is %s as its own origin', async (_title, origin) => {
      const { headers } = await signIn(service, await signUp(service))
      expectServed(await create({ ...headers, origin, host: 'fairway.internal:9000' }))
    })

    test('accepts a request without an origin, because only its own client has the cookie', async () => {
      const { headers } = await signIn(service, await signUp(service))
      expectServed(await create(headers))
    })
  })
})

describeOnStores('keys', ({ start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: ROOMY })
  })
  const list = async ({ headers }: TestSession, at = service) =>
    expectServed(await at.app.inject({ url: '/account/keys', headers })).json().keys
  const create = ({ headers }: TestSession, payload: object = {}) =>
    service.app.inject({ method: 'POST', url: '/account/keys', headers, payload })
  const rotate = ({ headers }: TestSession, id: string, payload: object = {}, at = service) =>
    at.app.inject({ method: 'POST', url: `/account/keys/${id}/rotate`, headers, payload })
  test('are created and rotated without a body: every field is optional', async () => {
    const { headers } = await signIn(service, await signUp(service))
    const created = await service.app.inject({ method: 'POST', url: '/account/keys', headers })
    expect(created.statusCode).toBe(200)
    const url = `/account/keys/${created.json().key.id}/rotate`
    expect((await service.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
  })

  test('given instead of their ids are neither logged nor repeated', async () => {
    const ada = await signIn(service, await signUp(service))
    const reply = await revoke(ada, ada.key)
    expect(reply.statusCode).toBe(404)
    expect(reply.json().detail).toBe(
      'Give the id of the key (key_…) instead of the key itself; GET /account/keys lists the ids',
    )
    expect(JSON.stringify(service.log)).not.toContain(ada.key)
  })

  const revoke = ({ headers }: TestSession, id: string) =>
    service.app.inject({ method: 'DELETE', url: `/account/keys/${id}`, headers })
  const visitor = async (at = service) => signIn(at, await signUp(at))

  test('are listed with their distinguishing fields, never with their values', async () => {
    const ada = await visitor()
    expect(await list(ada)).toEqual([
      {
        id: expect.stringMatching(/^key_[0-9A-Za-z]{12}$/),
        hint: ada.key.slice(-4),
        label: null,
        state: 'active',
        created_at: '2026-11-15T12:00:00.000Z',
        expires_at: null,
        revoked_at: null,
        kept: true,
        network: '127.0.0.1',
        scopes: { operations: null, origins: null, networks: null },
      },
    ])
  })

  test('work after creation, are shown once, and are listed', async () => {
    const ada = await visitor()
    const { key, api_key } = expectServed(await create(ada, { label: ' delivery app ' })).json()
    expect(key).toMatchObject({ label: 'delivery app', state: 'active', hint: api_key.slice(-4) })
    expectServed(await getUsage(service, api_key))
    expectServed(await getUsage(service, ada.key))
    expect(await list(ada)).toContainEqual(key)
    expect(JSON.stringify(await list(ada))).not.toContain(api_key)
  })

  test('names unknown fields in warnings', async () => {
    expect((await create(await visitor(), { lable: 'x' })).json().warnings).toEqual([
      "unknown field 'lable' was ignored",
    ])
  })

  test('are limited to 20 active ones per account, however they are requested; revoking one frees a slot', async () => {
    const ada = await visitor()
    const replies = await Promise.all(Array.from({ length: 25 }, () => create(ada)))
    const made = replies.filter(({ statusCode }) => statusCode === 200)
    expect(made).toHaveLength(19)
    for (const reply of replies) if (!made.includes(reply)) expectProblem(reply, 409, /has 20 active keys/)
    expectServed(await revoke(ada, made[0]?.json().key.id))
    expectServed(await create(ada))
    expectProblem(await create(ada), 409)
  })

  test('stay valid next to their successor during the overlap, and not after', async () => {
    const clock = new FakeClock()
    const turned = await start({ clock })
    const ada = await visitor(turned)
    const [{ id }] = await list(ada, turned)
    const { key, api_key } = expectServed(await rotate(ada, id, { overlap_hours: 48 }, turned)).json()
    expect(key).toMatchObject({ state: 'active', expires_at: null })
    expect(await list(ada, turned)).toContainEqual(
      expect.objectContaining({ id, state: 'expiring', expires_at: '2026-11-17T12:00:00.000Z' }),
    )
    clock.advance(48 * HOUR_MS - 1)
    for (const works of [ada.key, api_key]) expectServed(await getUsage(turned, works))
    clock.advance(1)
    expectProblem(await getUsage(turned, ada.key), 401, /was rotated and expired at 2026-11-17T12:00:00.000Z/)
    expectServed(await getUsage(turned, api_key))
    expect(await list(ada, turned)).toContainEqual(expect.objectContaining({ id, state: 'expired' }))
  })

  test('overlap for 24 hours by default, and not at all with 0', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    const second = (await rotate(ada, id)).json()
    expect(await list(ada)).toContainEqual(expect.objectContaining({ id, expires_at: '2026-11-16T12:00:00.000Z' }))
    const third = (await rotate(ada, second.key.id, { overlap_hours: 0 })).json()
    expectProblem(await getUsage(service, second.api_key), 401)
    expectServed(await getUsage(service, third.api_key))
  })

  test('pass their label to the successor', async () => {
    const ada = await visitor()
    const { key } = (await create(ada, { label: 'till' })).json()
    expect((await rotate(ada, key.id)).json().key.label).toBe('till')
  })

  test('409: are not rotated when expiring or revoked', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    const { key } = (await rotate(ada, id)).json()
    expectProblem(await rotate(ada, id), 409, /was already rotated; only an active key can be rotated/)
    await revoke(ada, key.id)
    expectProblem(await rotate(ada, key.id), 409, /was revoked/)
  })

  test('have exactly one success among concurrent rotations of one key', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    const replies = await Promise.all(Array.from({ length: 5 }, () => rotate(ada, id)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test.each([-1, 721, '24', null, 1e308])('422: reject an overlap of %j hours', async (overlap_hours) => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    expectProblem(await rotate(ada, id, { overlap_hours }), 422, /^overlap_hours is /)
    expect(await list(ada)).toHaveLength(1)
  })

  test('end immediately when revoked; revoking again changes nothing', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    expectServed(await getUsage(service, ada.key))
    const { key } = expectServed(await revoke(ada, id)).json()
    expect(key).toMatchObject({ id, state: 'revoked', revoked_at: '2026-11-15T12:00:00.000Z' })
    expectProblem(await getUsage(service, ada.key), 401, /was revoked/)
    expect(expectServed(await revoke(ada, id)).json().key).toEqual(key)
  })

  test('404: of another account look like missing ones, and keep working', async () => {
    const [ada, bob] = [await visitor(), await visitor()]
    const [{ id }] = await list(bob)
    for (const attempt of [rotate, revoke]) {
      const foreign = expectProblem(await attempt(ada, id), 404).json()
      const unknown = expectProblem(await attempt(ada, 'key_doesnotexist'), 404).json()
      expect(foreign.detail.replace(id, 'ID')).toBe(unknown.detail.replace('key_doesnotexist', 'ID'))
    }
    expectServed(await getUsage(service, bob.key))
    expect(await list(bob)).toMatchObject([{ id, state: 'active' }])
  })
})

describeOnStores('phone and usage in the account area', ({ start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: ROOMY })
  })
  const setPhone = ({ headers }: TestSession, phone: unknown) =>
    service.app.inject({ method: 'PUT', url: '/account/phone', headers, payload: { phone } })
  const areaUsage = ({ headers }: TestSession, query = '', at = service) =>
    at.app.inject({ url: `/account/usage${query}`, headers })
  const visitor = async (at = service) => signIn(at, await signUp(at))

  test('removes a pending message together with the old number, and keeps sent ones', async () => {
    const ada = await visitor()
    await setPhone(ada, '+59821234567')
    const { db } = service.database
    const { number } = await db
      .selectFrom('accounts')
      .select('number')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    const message = (month: string, state: 'pending' | 'sent') => ({
      ...{
        id: `${month} ${ada.id}`,
        kind: 'quota-alert',
        account: number,
        month,
        recipient: '+59821234567',
        body: 'x',
      },
      ...{ state, attempts: 0, next_attempt_at: 0, leased_until: null, unknown_since: null, sent_at: null },
      ...{ last_error: null, created_at: 0 },
    })
    await db
      .insertInto('outbox')
      .values([message('2026-10', 'sent'), message('2026-11', 'pending')])
      .execute()
    await service.app.inject({ method: 'DELETE', url: '/account/phone', headers: ada.headers })
    const left = await db.selectFrom('outbox').select('month').where('account', '=', number).execute()
    expect(left).toEqual([{ month: '2026-10' }])
  })

  test('stores a phone as E.164, shows it to its owner, and removes it', async () => {
    const ada = await visitor()
    const { headers } = ada
    expect(expectServed(await setPhone(ada, '+598 (2) 123-45.67')).json()).toEqual({
      phone: '+59821234567',
      phone_proved: false,
      warnings: [expect.stringMatching(/^This service does not send SMS messages, /)],
    })
    const shown = await service.app.inject({ url: '/account', headers })
    expect(shown.json().account.phone).toBe('+59821234567')
    expect((await getUsage(service, ada.key)).json().phone_alert.phone).toBe('+59•••••••67')
    const removed = await service.app.inject({ method: 'DELETE', url: '/account/phone', headers })
    expect(expectServed(removed).json()).toEqual({ phone: null, phone_proved: false })
    expect((await getUsage(service, ada.key)).json().phone_alert.phone).toBeNull()
  })

  test('returns usage by day and operation, for the requested days, of the own account only', async () => {
    const clock = new FakeClock('2026-11-29T12:00:00Z')
    const turned = await start({ clock })
    const [ada, bob] = [await visitor(turned), await visitor(turned)]
    await callProbe(turned, ada.key, { routes: 3 })
    clock.advance(2 * DAY_MS)
    await callProbe(turned, ada.key)
    await callProbe(turned, ada.key)
    await callProbe(turned, bob.key)
    const november = { day: '2026-11-29', operation: 'probe', calls: 1, routes: 3 }
    const december = { day: '2026-12-01', operation: 'probe', calls: 2, routes: 2 }
    const quota = { routes_per_month: 25_000, used: 2, remaining: 24_998, resets_at: '2027-01-01T00:00:00.000Z' }
    expect(expectServed(await areaUsage(ada, '', turned)).json()).toEqual({ usage: [november, december], quota })
    expect((await areaUsage(ada, '?days=3', turned)).json().usage).toEqual([november, december])
    expect((await areaUsage(ada, '?days=2', turned)).json().usage).toEqual([december])
    expect((await areaUsage(ada, '?days=366', turned)).json().usage).toEqual([november, december])
  })

  test.each(['0', '367', '-1', '1.5', 'week', '', '1&days=2', '%00'])('422: days=%s', async (days) => {
    expectProblem(await areaUsage(await visitor(), `?days=${days}`), 422, /^days is /)
  })

  test('names unknown query fields in warnings', async () => {
    expect((await areaUsage(await visitor(), '?dasy=3')).json().warnings).toEqual(["unknown field 'dasy' was ignored"])
  })
})
