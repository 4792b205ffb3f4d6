import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import type { Plans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { createApiKey } from '../api-key.ts'
import {
  callProbe,
  getAccountService,
  getUsage,
  issueKey,
  newEmail,
  signIn,
  signUp,
  type TestAccount,
} from './sample-accounts.ts'

const DAY_MS = 86_400_000
const INSTANT = '2026-11-15T12:00:00.000Z'

const TRIAL_TRACKING = { web_polls_per_s: 0.2, api_live_polls_per_s: null, gps_push_per_s: null, max_assets: 5 }

function signup(service: TestService, payload: object | string, headers: Record<string, string> = {}) {
  return service.app.inject({
    method: 'POST',
    url: '/v1/account/signup',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
}

/** Returns every row of every table as one string. */
async function dump({ database }: TestService): Promise<string> {
  const tables = await database.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.db
        .selectFrom(name as keyof Tables)
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows)
}

async function keyId(service: TestService, { email }: TestAccount): Promise<{ account: number; id: string }> {
  const { db } = service.database
  const account = await db.selectFrom('accounts').select('number').where('email', '=', email).executeTakeFirstOrThrow()
  const key = await db.selectFrom('keys').select('id').where('account', '=', account.number).executeTakeFirstOrThrow()
  return { account: account.number, id: key.id }
}

function plansWith(environment: Record<string, string>): Plans {
  const loaded = loadConfig({ environment })
  if (!loaded.ok) throw new Error(loaded.errors.join('\n'))
  return loaded.config.plans
}

describeOnStores('signup', ({ kind, start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { anonymousBurst: 100_000 } })
  })

  test('returns the account, its key and its limits, and nothing else', async () => {
    const reply = expectServed(
      await signup(service, { email: 'ada@example.com', name: 'Ada', phone: '+598 2 123 4567' }),
    )
    expect(reply.json()).toEqual({
      account: {
        id: expect.stringMatching(/^acc_[0-9A-Za-z]{16}$/),
        email: 'ada@example.com',
        plan: 'trial',
        created_at: INSTANT,
        expires_at: '2026-11-22T12:00:00.000Z',
      },
      api_key: expect.stringMatching(/^fw_live_[0-9A-Za-z]{38}$/),
      limits: { routes_per_month: 25_000, per_second: 2, burst: 4, live_tracking: TRIAL_TRACKING },
    })
  })

  test('returns a key that works immediately', async () => {
    const { key } = await signUp(service)
    expectServed(await getUsage(service, key))
  })

  test('stores the key as SHA-256 only, in no table and no log as plain text', async () => {
    const { key } = await signUp(service)
    await callProbe(service, key)
    const stored = await dump(service)
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'))
    expect(stored).not.toContain(key)
    expect(JSON.stringify(service.log)).not.toContain(key)
  })

  test('shows the key once: no later reply contains it', async () => {
    const visitor = await signIn(service, await signUp(service))
    const asked = [
      await getUsage(service, visitor.key),
      ...(await Promise.all(
        ['/account', '/account/keys', '/account/usage'].map((url) =>
          service.app.inject({ url, headers: visitor.headers }),
        ),
      )),
    ]
    for (const reply of asked) expect(expectServed(reply).payload).not.toContain(visitor.key)
  })

  test('returns different keys for two signups', async () => {
    expect((await signUp(service)).key).not.toBe((await signUp(service)).key)
  })

  test.each(['free', 'trial'])('treats plan %s as the trial', async (plan) => {
    const reply = expectServed(await signup(service, { email: newEmail(), plan }))
    expect(reply.json()).toMatchObject({
      account: { plan: 'trial', expires_at: '2026-11-22T12:00:00.000Z' },
      limits: { routes_per_month: 25_000, per_second: 2 },
    })
  })

  test('normalizes the email', async () => {
    const reply = expectServed(await signup(service, { email: ' Ada.Lovelace@EXAMPLE.Com ' }))
    expect(reply.json().account.email).toBe('ada.lovelace@example.com')
    expectProblem(await signup(service, { email: 'ada.lovelace@example.com' }), 409)
  })

  test('names unknown fields of body and query in warnings and ignores them', async () => {
    const reply = await service.app.inject({
      method: 'POST',
      url: '/v1/account/signup?campaign=spring',
      payload: { email: newEmail(), nmae: 'Ada' },
    })
    expect(expectServed(reply).json().warnings).toEqual([
      "unknown field 'nmae' was ignored",
      "unknown field 'campaign' was ignored",
    ])
  })

  test('400: rejects a body that is not JSON', async () => {
    expectProblem(await signup(service, '{"email": '), 400, /not valid JSON/)
  })

  test.each(['starter', 'pro', 'aviation', 'military'])(
    '403: rejects plan %s, which only the operator issues',
    async (plan) => {
      const email = newEmail()
      expectProblem(await signup(service, { email, plan }), 403, new RegExp(`${plan} plan.* assigned by the operator`))
      expectServed(await signup(service, { email }))
    },
  )

  test('409: reports a taken email, and nothing about its account', async () => {
    const { email, id } = await issueKey(service, 'pro', { name: 'Ada Lovelace', phone: '+59821234567' })
    const { detail } = expectProblem(await signup(service, { email }), 409).json()
    for (const secret of [email, id, 'pro', 'Ada', '4567', '2026']) expect(detail).not.toContain(secret)
  })

  test('accepts exactly one of many concurrent signups with one email', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => signup(service, { email: 'crowd@example.com' })))
    const statuses = replies.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  })

  test('413: rejects a body over the limit, which the detail names', async () => {
    const service = await start({ config: { bodyLimitBytes: 1024 } })
    expectProblem(await signup(service, { email: newEmail(), name: 'x'.repeat(1100) }), 413, /1024 bytes/)
    expectServed(await signup(service, { email: newEmail(), name: 'x'.repeat(200) }))
  })

  describe('422', () => {
    test.each<[string, unknown, RegExp]>([
      ['email missing', {}, /^email is missing; it must be a string/],
      ['email null', { email: null }, /^email is null; it must be a string/],
      ['email a number', { email: 42 }, /^email is 42; it must be a string/],
      ['email empty', { email: '' }, /^email is ""/],
      ['email without @', { email: 'nobody' }, /^email is "nobody"; give a valid email address/],
      ['email with a bare host', { email: 'ada@host' }, /^email is "ada@host"/],
      ['email with a space', { email: 'a b@example.com' }, /^email is "a b@example.com"/],
      ['email with a line break', { email: 'a@example.com\nb@example.com' }, /^email is /],
      ['two emails', { email: 'a@example.com,b@example.com' }, /^email is /],
      [
        'email too long',
        { email: `${'a'.repeat(250)}@example.com` },
        /^email is .* at most 254 characters; it has 262/,
      ],
      [
        'name too long',
        { email: 'a@example.com', name: 'x'.repeat(201) },
        /^name is .* at most 200 characters; it has 201/,
      ],
      ['name with a line break', { email: 'a@example.com', name: 'Ada\nBcc: x' }, /^name is "Ada\\nBcc: x"/],
      ['name a list', { email: 'a@example.com', name: ['Ada'] }, /^name is \["Ada"\]; it must be a string/],
      [
        'phone without country',
        { email: 'a@example.com', phone: '2123 4567' },
        /^phone is "2123 4567"; .*country code/,
      ],
      ['phone too short', { email: 'a@example.com', phone: '+12' }, /^phone is "\+12"/],
      ['phone of letters', { email: 'a@example.com', phone: 'call me' }, /^phone is "call me"/],
      ['phone a number', { email: 'a@example.com', phone: 59821234567 }, /^phone is 59821234567; it must be a string/],
      ['plan unknown', { email: 'a@example.com', plan: 'gold' }, /^plan is "gold"; it must be one of trial, free, /],
      ['plan a number', { email: 'a@example.com', plan: 7 }, /^plan is 7/],
      ['a list', [], /^The body is \[\]; it must be an object/],
    ])('%s', async (_title, payload, detail) => {
      expectProblem(await signup(service, JSON.stringify(payload)), 422, detail)
    })
  })

  // With the scaled store, rates use the Redis clock, which the fake clock does not affect.
  test.runIf(kind === 'embedded')('429: limits the rate; passes after Retry-After, and not before', async () => {
    const clock = new FakeClock()
    const service = await start({ clock, config: { anonymousPerSecond: 0.25, anonymousBurst: 2 } })
    await signUp(service)
    await signUp(service)
    const reply = expectProblem(
      await signup(service, { email: newEmail() }),
      429,
      /0.25 requests per second \(bursts of 2\)/,
    )
    const seconds = Number(reply.headers['retry-after'])
    expect(seconds).toBe(4)
    clock.advance(seconds * 1000 - 1)
    expectProblem(await signup(service, { email: newEmail() }), 429)
    clock.advance(1)
    expectServed(await signup(service, { email: newEmail() }))
  })
})

describeOnStores('usage', ({ kind, start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { anonymousBurst: 100_000 } })
  })

  test('returns plan, quota, rate, usage, live tracking and phone alert, and nothing else', async () => {
    const { key } = await signUp(service)
    expect(expectServed(await getUsage(service, key)).json()).toEqual({
      plan: 'trial',
      quota: { routes_per_month: 25_000, used: 0, remaining: 25_000, resets_at: '2026-12-01T00:00:00.000Z' },
      rate: { per_second: 2, burst: 4 },
      usage: { by_operation: [], by_day: [] },
      live_tracking: TRIAL_TRACKING,
      phone_alert: { phone: null, at_pct: 90, enabled: false },
    })
  })

  test('counts a call as soon as its reply is sent, by operation and by day', async () => {
    const clock = new FakeClock()
    const service = await start({ clock })
    const { key } = await signUp(service)
    expectServed(await callProbe(service, key, { routes: 5 }))
    clock.advance(DAY_MS)
    expectServed(await callProbe(service, key))
    expectServed(await callProbe(service, key, { routes: 0 }))
    expect((await getUsage(service, key)).json()).toMatchObject({
      quota: { used: 6, remaining: 24_994 },
      usage: {
        by_operation: [{ operation: 'probe', calls: 3, routes: 6 }],
        by_day: [
          { day: '2026-11-15', calls: 1, routes: 5 },
          { day: '2026-11-16', calls: 2, routes: 1 },
        ],
      },
    })
  })

  test('shares one count among all keys of an account, separate from other accounts', async () => {
    const ada = await signUp(service)
    const bob = await signUp(service)
    const { account } = await keyId(service, ada)
    const second = await getAccountService(service).keys.create(account, 'second')
    if (!second.ok) throw new Error(second.failure.kind)
    await callProbe(service, ada.key)
    await callProbe(service, second.value.apiKey)
    expect((await getUsage(service, ada.key)).json().quota.used).toBe(2)
    expect((await getUsage(service, bob.key)).json().quota.used).toBe(0)
  })

  test.each([
    ['starter', 250_000, 10],
    ['pro', 2_000_000, 50],
    ['aviation', 5_000_000, 100],
    ['military', 5_000_000, 100],
    ['free', 100_000, 5],
  ] as const)('gives plan %s %i routes and %i requests per second', async (plan, routes, perSecond) => {
    const { key } = await issueKey(service, plan)
    expect((await getUsage(service, key)).json()).toMatchObject({
      plan,
      quota: { routes_per_month: routes },
      rate: { per_second: perSecond, burst: perSecond * 2 },
    })
  })

  test('masks all but the ends of the phone number', async () => {
    const { key } = await signUp(service, { phone: '+59821234567' })
    expect((await getUsage(service, key)).json().phone_alert).toEqual({
      phone: '+59•••••••67',
      at_pct: 90,
      enabled: false,
    })
  })

  test('names unknown query fields in warnings', async () => {
    const { key } = await signUp(service)
    const reply = await service.app.inject({ url: '/v1/account/usage?dasy=3', headers: { 'x-api-key': key } })
    expect(expectServed(reply).json().warnings).toEqual(["unknown field 'dasy' was ignored"])
  })

  test('401: rejects a missing key', async () => {
    expectProblem(await getUsage(service), 401, /requires an API key in the X-API-Key header/)
  })

  test.each([
    ['that was never issued', createApiKey()],
    ['with a mistyped letter', createApiKey().replace(/.$/, '!')],
    ['of another service', 'sk_live_0123456789'],
  ])('401: rejects a key %s', async (_title, key) => {
    await signUp(service)
    expectProblem(await getUsage(service, key), 401, /is unknown/)
  })

  test('401: rejects a revoked key immediately', async () => {
    const person = await signUp(service)
    expectServed(await getUsage(service, person.key))
    const { account, id } = await keyId(service, person)
    await getAccountService(service).keys.revoke(account, id)
    expectProblem(await getUsage(service, person.key), 401, /was revoked/)
  })

  test('401: rejects a rotated key from the end of its overlap', async () => {
    const clock = new FakeClock()
    const service = await start({ clock })
    const person = await signUp(service)
    const { account, id } = await keyId(service, person)
    await getAccountService(service).keys.rotate(account, id, 1)
    clock.advance(3_600_000 - 1)
    expectServed(await getUsage(service, person.key))
    clock.advance(1)
    expectProblem(await getUsage(service, person.key), 401, /was rotated and expired at 2026-11-15T13:00:00.000Z/)
  })

  test.each([7, 14])('401: rejects a trial of %i days from its last millisecond', async (days) => {
    const clock = new FakeClock()
    const plans = plansWith(days === 7 ? {} : { FAIRWAY_TRIAL_DAYS: String(days) })
    const service = await start({ clock, config: { plans } })
    const { key } = await signUp(service)
    clock.advance(days * DAY_MS - 1)
    expectServed(await getUsage(service, key))
    clock.advance(1)
    const end = new Date(Date.parse(INSTANT) + days * DAY_MS).toISOString()
    expectProblem(await getUsage(service, key), 401, new RegExp(`trial of this account ended at ${end}`))
  })

  test('accepts an extended trial again, and plans without an end do not end', async () => {
    const clock = new FakeClock()
    const service = await start({ clock })
    const [ended, lasting] = [await signUp(service), await issueKey(service, 'starter')]
    clock.advance(400 * DAY_MS)
    expectProblem(await getUsage(service, ended.key), 401)
    expectServed(await getUsage(service, lasting.key))
    await getAccountService(service).issueByOperator({ email: ended.email, plan: 'pro' })
    expectServed(await getUsage(service, ended.key))
  })

  test.runIf(kind === 'embedded')('429: limits the rate of the plan; passes after Retry-After', async () => {
    const clock = new FakeClock()
    const service = await start({ clock })
    const { key } = await signUp(service)
    for (let call = 0; call < 4; call++) expectServed(await getUsage(service, key))
    const reply = expectProblem(await getUsage(service, key), 429, /2 requests per second \(bursts of 4\) on this plan/)
    expect(reply.headers['retry-after']).toBe('1')
    clock.advance(1000)
    expectServed(await getUsage(service, key))
  })
})
