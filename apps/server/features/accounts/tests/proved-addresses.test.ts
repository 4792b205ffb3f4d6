import { beforeAll, beforeEach, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans, type Plans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { AccountStore } from '../store.ts'
import {
  callProbe,
  findCodeInLog,
  getAccountService,
  getUsage,
  newEmail,
  requestChallenge,
  signIn,
  signUpUnproved,
  type TestAccount,
  type TestSession,
  verify,
} from './sample-accounts.ts'

/** The trial's rate does not matter in most of these tests, so its burst is high. */
const plans: Plans = { ...defaultPlans(7), trial: { ...defaultPlans(7).trial, burst: 1000 } }
const POSITION = [-34.9066, -56.1671] as const

describeOnStores('confirmed addresses', ({ start, startShared }) => {
  let clock: FakeClock
  let service: TestService
  let email: string
  let stranger: TestAccount
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock, config: { plans } })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    email = newEmail()
    stranger = await signUpUnproved(service, { email })
  })

  const callArea = (holder: TestSession, method: 'GET' | 'POST' | 'DELETE', path: string) =>
    service.app.inject({ method, url: `/account${path}`, headers: holder.headers })
  async function keepFirstKey(holder: TestSession) {
    const [key] = expectServed(await callArea(holder, 'GET', '')).json().unkept_keys
    return expectServed(await callArea(holder, 'POST', `/keys/${key.id}/keep`)).json().key
  }
  async function issueMilitaryKey(keepKeys: boolean): Promise<string> {
    const issued = await getAccountService(service).issueByOperator({ email, plan: 'military', keepKeys })
    if (!issued.ok) throw new Error(issued.failure.kind)
    return issued.value.issued.apiKey
  }
  async function createOwnerKey(holder: TestSession): Promise<string> {
    return expectServed(await callArea(holder, 'POST', '/keys')).json().api_key
  }
  const listNames = async (key: string) =>
    expectServed(await new Fleet(service, key).get(''))
      .json()
      .assets.map(({ name }: { name: string }) => name)

  test('a stranger who signed up with the address sees nothing after the operator issues a key', async () => {
    const planted = await new Fleet(service, stranger.key).register({ name: 'planted' })
    const key = await issueMilitaryKey(false)
    const owner = new Fleet(service, key)
    const drone = await owner.register({ name: 'drone', kind: 'drone', category: 'military' })
    await owner.push(drone, { at: POSITION })
    expect(await listNames(key)).toEqual(['drone'])
    expectProblem(await new Fleet(service, stranger.key).get(`/${drone}/live`), 401, /was revoked/)
    expectProblem(await owner.get(`/${planted}`), 404)
  })

  test('a stranger sees nothing after the operator changes the plan', async () => {
    const account = await new AccountStore(service.database.db).findByEmail(email)
    if (!account) throw new Error('no account')
    expect(await getAccountService(service).setPlan(account, 'pro')).toMatchObject({ revokedKeys: 1, keptKeys: 0 })
    expectProblem(await getUsage(service, stranger.key), 401)
  })

  test('a key from before the first sign-in sees nothing that the owner creates, until the owner keeps it', async () => {
    const own = await new Fleet(service, stranger.key).register({ name: 'own' })
    expectServed(await callProbe(service, stranger.key, { routes: 7 }))
    const owner = await signIn(service, stranger)
    const ownerKey = await createOwnerKey(owner)
    const truck = await new Fleet(service, ownerKey).register({ name: 'truck' })
    expectServed(await callProbe(service, ownerKey, { routes: 2 }))
    expect(await listNames(stranger.key)).toEqual(['own'])
    expect(await listNames(ownerKey)).toEqual(['truck'])
    for (const path of [`/${truck}`, `/${truck}/live`, `/${truck}/track`, `/${truck}/stream?seconds=0`]) {
      expectProblem(await new Fleet(service, stranger.key).get(path, { 'x-service-live-channel': 'web' }), 404)
    }
    expectProblem(await new Fleet(service, stranger.key).delete(`/${truck}`), 404)
    expect((await getUsage(service, stranger.key)).json().quota.used).toBe(7)
    expect((await getUsage(service, ownerKey)).json().quota.used).toBe(2)

    expect(await keepFirstKey(owner)).toMatchObject({ kept: true, network: '127.0.0.1', state: 'active' })
    expect(await listNames(stranger.key)).toEqual(['own', 'truck'])
    expect(await listNames(ownerKey)).toEqual(['own', 'truck'])
    expectServed(await new Fleet(service, ownerKey).get(`/${own}`))
    for (const key of [stranger.key, ownerKey]) {
      const { quota, usage } = (await getUsage(service, key)).json()
      expect(quota.used).toBe(9)
      expect(usage.by_operation).toContainEqual({ operation: 'probe', calls: 2, routes: 9 })
    }
    expectServed(await callProbe(service, stranger.key, { routes: 1 }))
    expect((await getUsage(service, ownerKey)).json().quota.used).toBe(10)
  })

  test('an unkept key of an account on a higher plan keeps the limits of the trial', async () => {
    const owner = await signIn(service, stranger)
    const { db } = service.database
    await db.updateTable('accounts').set({ plan: 'military', expires_at: null }).where('email', '=', email).execute()
    const kept = await createOwnerKey(owner)
    expect((await getUsage(service, kept)).json().plan).toBe('military')
    expect((await getUsage(service, stranger.key)).json()).toMatchObject({
      plan: 'trial',
      quota: { routes_per_month: 25_000 },
      live_tracking: { max_assets: 5 },
    })
    const refused = await new Fleet(service, stranger.key).post('', { name: 'x', kind: 'drone', category: 'military' })
    expectProblem(refused, 403)
    await keepFirstKey(owner)
    expect((await getUsage(service, stranger.key)).json().plan).toBe('military')
  })

  test('the first sign-in lists the keys from before with time and network, and so do later sign-ins', async () => {
    const reply = await verify(service, await requestChallenge(service, email), findCodeInLog(service, email))
    const { account, unkept_keys } = expectServed(reply).json()
    expect(account.proved_at).toBe(new Date(clock.now()).toISOString())
    expect(account.id).toBe(stranger.id)
    expect(unkept_keys).toEqual([
      expect.objectContaining({
        hint: stranger.key.slice(-4),
        created_at: new Date(clock.now()).toISOString(),
        network: '127.0.0.1',
      }),
    ])
    const owner = await signIn(service, stranger)
    expect((await callArea(owner, 'GET', '')).json().unkept_keys).toHaveLength(1)
    expectServed(await callArea(owner, 'DELETE', `/keys/${unkept_keys[0].id}`))
    expect((await callArea(owner, 'GET', '')).json().unkept_keys).toEqual([])
    expectProblem(await getUsage(service, stranger.key), 401)
    const refused = await callArea(owner, 'POST', `/keys/${unkept_keys[0].id}/keep`)
    expectProblem(
      refused,
      409,
      `The key ${unkept_keys[0].id} was revoked; only a valid key can be kept. Create a new key instead.`,
    )
    expectProblem(await callArea(owner, 'POST', '/keys/key_0/keep'), 404)
  })

  test('only the owner of the account can keep a key', async () => {
    const owner = await signIn(service, stranger)
    const [key] = (await callArea(owner, 'GET', '')).json().unkept_keys
    const other = await signIn(service, await signUpUnproved(service))
    expectProblem(await callArea(other, 'POST', `/keys/${key.id}/keep`), 404)
    const anonymous = await service.app.inject({ method: 'POST', url: `/account/keys/${key.id}/keep` })
    expectProblem(anonymous, 401)
  })

  test('keeps such keys when the operator vouches for them', async () => {
    const own = await new Fleet(service, stranger.key).register({ name: 'own' })
    const key = await issueMilitaryKey(true)
    expectServed(await new Fleet(service, key).get(`/${own}`))
    expect((await getUsage(service, stranger.key)).json().plan).toBe('military')
  })

  test('a rotated key stays unkept', async () => {
    const owner = await signIn(service, stranger)
    const [key] = (await callArea(owner, 'GET', '')).json().unkept_keys
    const rotated = expectServed(await callArea(owner, 'POST', `/keys/${key.id}/rotate`)).json()
    expect(rotated.key).toMatchObject({ kept: false, network: '127.0.0.1' })
    expect((await getUsage(service, rotated.api_key)).json().plan).toBe('trial')
  })

  test('keeps a key once when requests arrive together', async () => {
    await new Fleet(service, stranger.key).register({ name: 'own' })
    expectServed(await callProbe(service, stranger.key, { routes: 5 }))
    const owner = await signIn(service, stranger)
    const [key] = (await callArea(owner, 'GET', '')).json().unkept_keys
    const replies = await Promise.all([1, 2, 3].map(() => callArea(owner, 'POST', `/keys/${key.id}/keep`)))
    for (const reply of replies) expectServed(reply)
    expect((await getUsage(service, stranger.key)).json().quota.used).toBe(5)
    expect(await listNames(stranger.key)).toEqual(['own'])
  })

  test('unkept keys of one network share one rate, and a kept key has its own', async () => {
    const own = await start({ clock })
    const people = [await signUpUnproved(own), await signUpUnproved(own), await signUpUnproved(own)]
    const { burst } = own.config.plans.trial
    for (let count = 0; count < burst; count++) {
      expectServed(await callProbe(own, people[count % people.length]?.key))
    }
    const [first, second] = people
    if (!first || !second) throw new Error('no people')
    expectProblem(
      await callProbe(own, second.key),
      429,
      `Rate limit exceeded: 2 requests per second (bursts of ${burst}) for all unconfirmed keys from the network 127.0.0.1 (to give this key its own limit, sign in to the account area and keep the key); try again after the number of seconds in Retry-After`,
    )
    const headers = (await signIn(own, first)).headers
    const [key] = (await own.app.inject({ url: '/account', headers })).json().unkept_keys
    await own.app.inject({ method: 'POST', url: `/account/keys/${key.id}/keep`, headers })
    for (let count = 0; count < burst; count++) expectServed(await callProbe(own, first.key))
    expectProblem(await callProbe(own, first.key), 429)
  })

  test('IPv6 addresses of one /64 count as one network', async () => {
    const own = await start({ clock, config: { trustProxy: ['127.0.0.1'] } })
    const signUpFrom = async (ip: string) => {
      const headers = { 'x-forwarded-for': ip }
      const payload = { email: newEmail() }
      const reply = await own.app.inject({ method: 'POST', url: '/v1/account/signup', headers, payload })
      return expectServed(reply).json().api_key as string
    }
    const keys = [await signUpFrom('2001:db8::1'), await signUpFrom('2001:db8::ffff')]
    const { burst } = own.config.plans.trial
    for (let count = 0; count < burst; count++) expectServed(await callProbe(own, keys[count % 2]))
    for (const key of keys) expectProblem(await callProbe(own, key), 429)
    expectServed(await callProbe(own, await signUpFrom('2001:db8:0:1::1')))
  })
})
