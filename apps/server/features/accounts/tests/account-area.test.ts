import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { newEmail, probe, signIn, signUp, usage, type Visitor } from './sample-accounts.ts'

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

  test('is needed: neither nothing, nor a forged cookie, nor a key opens the account area', async () => {
    const { key } = await signUp(service)
    const attempts: Record<string, string>[] = [
      {},
      { cookie: 'fairway_session=' },
      { cookie: `fairway_session=${'A'.repeat(43)}` },
      { cookie: 'fairway_session=%00%ff%zz' },
      { 'x-api-key': key },
      { cookie: `fairway_session=${key}` },
    ]
    for (const headers of attempts) expectProblem(await account(headers), 401, /Nobody is signed in/)
  })

  test('does not stand in for a key', async () => {
    const { headers } = await signIn(service, await signUp(service))
    expectProblem(await service.app.inject({ url: '/v1/account/usage', headers }), 401, /needs a key/)
  })

  test('ends with sign-out, for whoever kept the cookie too, and takes the cookie back', async () => {
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

  test('of one browser goes on when another one signs out', async () => {
    const person = await signUp(service)
    const [one, other] = [await signIn(service, person), await signIn(service, person)]
    await signOut(one.headers)
    expectServed(await account(other.headers))
  })

  test('signing out without one is no error', async () => {
    expect(expectServed(await signOut({})).json()).toEqual({ signed_out: true })
  })

  test('ends after 30 days, and outlives the trial', async () => {
    const clock = new FakeClock()
    const turned = await start({ clock })
    const { headers } = await signIn(turned, await signUp(turned))
    clock.advance(30 * DAY_MS - 1)
    expectServed(await account(headers, turned))
    clock.advance(1)
    expectProblem(await account(headers, turned), 401)
  })

  describe('cannot be used by the pages of other sites', () => {
    const create = (headers: Record<string, string>) =>
      service.app.inject({ method: 'POST', url: '/account/keys', headers, payload: {} })

    test.each([
      'https://elsewhere.example',
      'http://localhost:8081',
      'http://localhost.elsewhere.example:8080',
      'null',
      'garbage',
      '',
    ])('403: %j, and nothing is done', async (origin) => {
      const { headers } = await signIn(service, await signUp(service))
      const foreign = { ...headers, origin }
      const requests = [
        { method: 'POST', url: '/account/keys', payload: {} },
        { method: 'PUT', url: '/account/phone', payload: { phone: '+59821234567' } },
        { method: 'DELETE', url: '/account/phone' },
        { method: 'POST', url: '/account/sign-out' },
      ] as const
      for (const request of requests) {
        expectProblem(await service.app.inject({ ...request, headers: foreign }), 403, /answers its own pages only/)
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
    ])('the address under which the service is %s is its own', async (_title, origin) => {
      const { headers } = await signIn(service, await signUp(service))
      expectServed(await create({ ...headers, origin, host: 'fairway.internal:9000' }))
    })

    test('a request that comes from no page may: it has no cookie but its own', async () => {
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
  const list = async ({ headers }: Visitor, at = service) =>
    expectServed(await at.app.inject({ url: '/account/keys', headers })).json().keys
  const create = ({ headers }: Visitor, payload: object = {}) =>
    service.app.inject({ method: 'POST', url: '/account/keys', headers, payload })
  const rotate = ({ headers }: Visitor, id: string, payload: object = {}, at = service) =>
    at.app.inject({ method: 'POST', url: `/account/keys/${id}/rotate`, headers, payload })
  test('are created and rotated without a body as well: every field is optional', async () => {
    const { headers } = await signIn(service, await signUp(service))
    const created = await service.app.inject({ method: 'POST', url: '/account/keys', headers })
    expect(created.statusCode).toBe(200)
    const url = `/account/keys/${created.json().key.id}/rotate`
    expect((await service.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
  })

  test('in the place of their ids are neither logged nor repeated', async () => {
    const ada = await signIn(service, await signUp(service))
    const reply = await revoke(ada, ada.key)
    expect(reply.statusCode).toBe(404)
    expect(reply.json().detail).toBe(
      'Give the id of the key (key_…) instead of the key itself; GET /account/keys lists the ids',
    )
    expect(JSON.stringify(service.log)).not.toContain(ada.key)
  })

  const revoke = ({ headers }: Visitor, id: string) =>
    service.app.inject({ method: 'DELETE', url: `/account/keys/${id}`, headers })
  const visitor = async (at = service) => signIn(at, await signUp(at))

  test('are listed with what tells them apart, never with themselves', async () => {
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
      },
    ])
  })

  test('a created key works, is shown once, and is on the list', async () => {
    const ada = await visitor()
    const { key, api_key } = expectServed(await create(ada, { label: ' delivery app ' })).json()
    expect(key).toMatchObject({ label: 'delivery app', state: 'active', hint: api_key.slice(-4) })
    expectServed(await usage(service, api_key))
    expectServed(await usage(service, ada.key))
    expect(await list(ada)).toContainEqual(key)
    expect(JSON.stringify(await list(ada))).not.toContain(api_key)
  })

  test('unknown fields are named in warnings', async () => {
    expect((await create(await visitor(), { lable: 'x' })).json().warnings).toEqual([
      "unknown field 'lable' was ignored",
    ])
  })

  test('an account has at most 20 that work, however they are asked for; revoking one makes room', async () => {
    const ada = await visitor()
    const replies = await Promise.all(Array.from({ length: 25 }, () => create(ada)))
    const made = replies.filter(({ statusCode }) => statusCode === 200)
    expect(made).toHaveLength(19)
    for (const reply of replies) if (!made.includes(reply)) expectProblem(reply, 409, /has 20 working keys/)
    expectServed(await revoke(ada, made[0]?.json().key.id))
    expectServed(await create(ada))
    expectProblem(await create(ada), 409)
  })

  test('a rotated key works beside its successor for the overlap, and not after it', async () => {
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
    for (const works of [ada.key, api_key]) expectServed(await usage(turned, works))
    clock.advance(1)
    expectProblem(await usage(turned, ada.key), 401, /was replaced .* 2026-11-17T12:00:00.000Z/)
    expectServed(await usage(turned, api_key))
    expect(await list(ada, turned)).toContainEqual(expect.objectContaining({ id, state: 'expired' }))
  })

  test('the overlap is 24 hours unless said otherwise, and none when it is 0', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    const second = (await rotate(ada, id)).json()
    expect(await list(ada)).toContainEqual(expect.objectContaining({ id, expires_at: '2026-11-16T12:00:00.000Z' }))
    const third = (await rotate(ada, second.key.id, { overlap_hours: 0 })).json()
    expectProblem(await usage(service, second.api_key), 401)
    expectServed(await usage(service, third.api_key))
  })

  test('the successor carries the label on', async () => {
    const ada = await visitor()
    const { key } = (await create(ada, { label: 'till' })).json()
    expect((await rotate(ada, key.id)).json().key.label).toBe('till')
  })

  test('409: a key that is expiring or revoked is not rotated', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    const { key } = (await rotate(ada, id)).json()
    expectProblem(await rotate(ada, id), 409, /is expiring; only an active key can be rotated/)
    await revoke(ada, key.id)
    expectProblem(await rotate(ada, key.id), 409, /is revoked/)
  })

  test('of many rotations of one key at once exactly one succeeds', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    const replies = await Promise.all(Array.from({ length: 5 }, () => rotate(ada, id)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test.each([-1, 721, '24', null, 1e308])('422: an overlap of %j hours', async (overlap_hours) => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    expectProblem(await rotate(ada, id, { overlap_hours }), 422, /^overlap_hours is /)
    expect(await list(ada)).toHaveLength(1)
  })

  test('a revoked key ends at once; revoking it again changes nothing', async () => {
    const ada = await visitor()
    const [{ id }] = await list(ada)
    expectServed(await usage(service, ada.key))
    const { key } = expectServed(await revoke(ada, id)).json()
    expect(key).toMatchObject({ id, state: 'revoked', revoked_at: '2026-11-15T12:00:00.000Z' })
    expectProblem(await usage(service, ada.key), 401, /was revoked/)
    expect(expectServed(await revoke(ada, id)).json().key).toEqual(key)
  })

  test('404: another account’s key looks like one that does not exist, and goes on working', async () => {
    const [ada, bob] = [await visitor(), await visitor()]
    const [{ id }] = await list(bob)
    for (const attempt of [rotate, revoke]) {
      const foreign = expectProblem(await attempt(ada, id), 404).json()
      const unknown = expectProblem(await attempt(ada, 'key_doesnotexist'), 404).json()
      expect(foreign.detail.replace(id, 'ID')).toBe(unknown.detail.replace('key_doesnotexist', 'ID'))
    }
    expectServed(await usage(service, bob.key))
    expect(await list(bob)).toMatchObject([{ id, state: 'active' }])
  })
})

describeOnStores('phone and usage in the account area', ({ start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: ROOMY })
  })
  const setPhone = ({ headers }: Visitor, phone: unknown) =>
    service.app.inject({ method: 'PUT', url: '/account/phone', headers, payload: { phone } })
  const areaUsage = ({ headers }: Visitor, query = '', at = service) =>
    at.app.inject({ url: `/account/usage${query}`, headers })
  const visitor = async (at = service) => signIn(at, await signUp(at))

  test('a message that waits for the old number goes with it, and what was sent stays', async () => {
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

  test('a phone is kept as E.164, shown to its owner, and removed', async () => {
    const ada = await visitor()
    const { headers } = ada
    expect(expectServed(await setPhone(ada, '+598 (2) 123-45.67')).json()).toEqual({ phone: '+59821234567' })
    const shown = await service.app.inject({ url: '/account', headers })
    expect(shown.json().account.phone).toBe('+59821234567')
    expect((await usage(service, ada.key)).json().phone_alert.phone).toBe('+59•••••••67')
    const removed = await service.app.inject({ method: 'DELETE', url: '/account/phone', headers })
    expect(expectServed(removed).json()).toEqual({ phone: null })
    expect((await usage(service, ada.key)).json().phone_alert.phone).toBeNull()
  })

  test.each(['', '12', '2123 4567', '+0123456789', '+1234567890123456', 'phone', 59821234567, null])(
    '422: %j is no phone, and the old one stays',
    async (phone) => {
      const ada = await visitor()
      await setPhone(ada, '+59821234567')
      expectProblem(await setPhone(ada, phone), 422, /^phone is /)
      const { headers } = ada
      expect((await service.app.inject({ url: '/account', headers })).json().account.phone).toBe('+59821234567')
    },
  )

  test('usage is by day and operation, as many days back as asked, and only of the own account', async () => {
    const clock = new FakeClock('2026-11-29T12:00:00Z')
    const turned = await start({ clock })
    const [ada, bob] = [await visitor(turned), await visitor(turned)]
    await probe(turned, ada.key, { routes: 3 })
    clock.advance(2 * DAY_MS)
    await probe(turned, ada.key)
    await probe(turned, ada.key)
    await probe(turned, bob.key)
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

  test('unknown query fields are named in warnings', async () => {
    expect((await areaUsage(await visitor(), '?dasy=3')).json().warnings).toEqual(["unknown field 'dasy' was ignored"])
  })
})
