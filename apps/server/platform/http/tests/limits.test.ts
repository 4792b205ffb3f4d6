import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { createApiKey } from '../../../features/accounts/api-key.ts'
import { callProbe, getUsage, issueKey, newEmail, signUp } from '../../../features/accounts/tests/sample-accounts.ts'
import { defaultPlans, type PlanName, type Plans } from '../../config/plans.ts'
import { describeOnStores } from './suite.ts'

/** Rate that is so low that no tokens are added during a test. Redis does not use the test's clock. */
const NO_REFILL = 0.01

function call(service: TestService, remoteAddress: string, headers: Record<string, string> = {}) {
  return service.app.inject({ method: 'POST', url: '/v1/probe', payload: {}, remoteAddress, headers })
}

function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

async function passing(replies: Promise<LightMyRequestResponse[]>): Promise<number> {
  const [passed, refused] = [[], []] as [LightMyRequestResponse[], LightMyRequestResponse[]]
  for (const reply of await replies) (reply.statusCode === 200 ? passed : refused).push(reply)
  for (const reply of refused) expectProblem(reply, 429)
  return passed.length
}

function rateOf({ headers }: LightMyRequestResponse): (number | undefined)[] {
  return ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers[`ratelimit-${name}`]
    return value === undefined ? undefined : Number(value)
  })
}

function withPlan(name: PlanName, terms: Partial<Plans[PlanName]>): Plans {
  const plans = defaultPlans(7)
  return { ...plans, [name]: { ...plans[name], ...terms } }
}

describeOnStores('calls without a key', ({ kind, start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { anonymousPerSecond: NO_REFILL, anonymousBurst: 5 } })
  })

  test('allow a burst of 100 per IP address; exactly as many of 130 pass', async () => {
    const roomy = await start({ config: { anonymousPerSecond: NO_REFILL } })
    expect(await passing(times(130, () => call(roomy, '192.0.2.1')))).toBe(100)
    const reply = expectProblem(await call(roomy, '192.0.2.1'), 429, /\(bursts of 100\) without a key/)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(90)
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(100)
    expect(rateOf(reply).slice(0, 2)).toEqual([100, 0])
  })

  test('have a separate limit per IP address', async () => {
    for (let host = 0; host < 20; host++) {
      expect(await passing(times(8, () => call(service, `198.51.100.${host}`)))).toBe(5)
    }
  })

  test('report the remainder in headers', async () => {
    const seen = []
    for (let made = 0; made < 6; made++) seen.push(rateOf(await call(service, '192.0.2.2')).slice(0, 2))
    expect(seen).toEqual([4, 3, 2, 1, 0, 0].map((left) => [5, left]))
  })

  test.runIf(kind === 'embedded')('regain 5 per second, with correct headers at every step', async () => {
    const clock = new FakeClock()
    const turned = await start({ clock })
    for (let made = 1; made <= 100; made++) {
      expect(rateOf(expectServed(await call(turned, '192.0.2.3')))).toEqual([100, 100 - made, Math.ceil(made / 5)])
    }
    const refused = expectProblem(
      await call(turned, '192.0.2.3'),
      429,
      /exceeded: 5 requests per second \(bursts of 100\)/,
    )
    expect([refused.headers['retry-after'], rateOf(refused)]).toEqual(['1', [100, 0, 20]])
    clock.advance(199)
    expectProblem(await call(turned, '192.0.2.3'), 429)
    clock.advance(1)
    expectServed(await call(turned, '192.0.2.3'))
    expectProblem(await call(turned, '192.0.2.3'), 429)
    clock.advance(20_000)
    expect(rateOf(expectServed(await call(turned, '192.0.2.3')))).toEqual([100, 99, 1])
  })

  test('treat an IPv6 /64 network as one caller', async () => {
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:3']
    expect(await passing(times(9, (index) => call(service, network[index % 3] ?? '')))).toBe(5)
    expectServed(await call(service, '2001:db8:1:3::1'))
  })

  test('treat an IPv4-mapped IPv6 address as the same caller', async () => {
    expect(await passing(times(3, () => call(service, '192.0.2.4')))).toBe(3)
    expect(await passing(times(6, () => call(service, '::ffff:192.0.2.4')))).toBe(2)
  })

  test('count wrong keys as calls without a key: guessing is limited by IP address', async () => {
    const guess = (headers = { 'x-api-key': createApiKey() }) => call(service, '192.0.2.5', headers)
    for (let guesses = 0; guesses < 4; guesses++) expectProblem(await guess(), 401, /is unknown/)
    expectServed(await call(service, '192.0.2.5'))
    expectProblem(await guess(), 429, /without a key \(a key has its own limit\)/)
    expectProblem(await guess({ 'x-api-key': 'nonsense' }), 429)
    expectProblem(await call(service, '192.0.2.5'), 429)
    const { key } = await issueKey(service, 'pro')
    expectServed(await call(service, '192.0.2.5', { 'x-api-key': key }))
  })

  test('share the limit among operations; other URLs have none', async () => {
    const from = { remoteAddress: '192.0.2.6' }
    const signup = { method: 'POST', url: '/v1/account/signup', ...from } as const
    for (let made = 0; made < 4; made++) expectServed(await call(service, '192.0.2.6'))
    expect((await service.app.inject({ ...signup, payload: { email: newEmail() } })).statusCode).toBe(200)
    expectProblem(await service.app.inject({ ...signup, payload: { email: newEmail() } }), 429)
    expectProblem(await service.app.inject({ method: 'POST', url: '/account/sign-in', payload: {}, ...from }), 429)
    for (const url of ['/healthz', '/readyz', '/openapi.json', '/metrics']) {
      const reply = expectServed(await service.app.inject({ url, ...from }))
      expect(rateOf(reply)).toEqual([undefined, undefined, undefined])
    }
  })

  test('cost the same when they fail validation', async () => {
    const invalid = { method: 'POST', url: '/v1/probe', payload: { routes: -1 }, remoteAddress: '192.0.2.7' } as const
    expect(rateOf(expectProblem(await service.app.inject(invalid), 422)).slice(0, 2)).toEqual([5, 4])
  })
})

describeOnStores('the address of a caller behind proxies', ({ start }) => {
  const config = { anonymousPerSecond: NO_REFILL, anonymousBurst: 5 }
  /** Sends calls that each claim a different client address, followed by the addresses that the proxies report. */
  const behind = (service: TestService, proxy: string, ...seen: string[]) =>
    times(9, (index) => call(service, proxy, { 'x-forwarded-for': [`198.51.100.${index}`, ...seen].join(', ') }))

  test('is not taken from caller headers', async () => {
    expect(await passing(behind(await start({ config }), '10.0.0.1'))).toBe(5)
  })

  test('is taken from the one trusted proxy, whatever was forged before it', async () => {
    const service = await start({ config: { ...config, trustProxy: 1 } })
    expect(await passing(behind(service, '10.0.0.1', '203.0.113.1'))).toBe(5)
    expect(await passing(behind(service, '10.0.0.1', '203.0.113.2'))).toBe(5)
  })

  test('ignores the port that the proxy adds, and the spelling', async () => {
    const service = await start({ config: { ...config, trustProxy: 1 } })
    const from = (count: number, address: (index: number) => string) =>
      passing(times(count, (index) => call(service, '10.0.0.1', { 'x-forwarded-for': address(index) })))
    expect(await from(9, (index) => `203.0.113.1:${5000 + index}`)).toBe(5)
    expect(await from(9, (index) => `[2001:db8:1:2::${index}]:443`)).toBe(5)
    expect(await from(3, () => '2001:db8:1:3::1')).toBe(3)
    expect(await from(6, () => '2001:0DB8:0001:0003::2')).toBe(2)
  })

  test('is the last one before all proxies of the trusted networks', async () => {
    const service = await start({ config: { ...config, trustProxy: ['10.0.0.0/8'] } })
    expect(await passing(behind(service, '10.0.0.1', '203.0.113.1', '10.9.9.9'))).toBe(5)
    expect(await passing(behind(service, '10.0.0.1', '203.0.113.2', '10.9.9.9'))).toBe(5)
    expect(await passing(behind(service, '192.0.2.1', '203.0.113.3'))).toBe(5)
  })
})

describeOnStores('calls with a key', ({ kind, start, startShared }) => {
  const plans = withPlan('trial', { perSecond: NO_REFILL, burst: 20 })
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { plans, anonymousBurst: 100_000 } })
  })

  test('pass exactly the burst of the plan, from any number of IP addresses', async () => {
    const { key } = await signUp(service)
    const calls = times(40, (index) => call(service, `192.0.2.${index}`, { 'x-api-key': key }))
    expect(await passing(calls)).toBe(20)
    expectProblem(await getUsage(service, key), 429, /\(bursts of 20\) on this plan/)
  })

  test('are limited separately per account at one IP address, and from calls without a key', async () => {
    const [ada, bob] = [await signUp(service), await signUp(service)]
    expect(await passing(times(30, () => callProbe(service, ada.key)))).toBe(20)
    expect(await passing(times(30, () => callProbe(service, bob.key)))).toBe(20)
    expectServed(await callProbe(service, undefined))
  })

  test('cost one call for HEAD, as for GET', async () => {
    const { key } = await signUp(service)
    const headers = { 'x-api-key': key }
    expect(rateOf(await getUsage(service, key)).slice(0, 2)).toEqual([20, 19])
    const head = await service.app.inject({ method: 'HEAD', url: '/v1/account/usage', headers })
    expect([head.statusCode, ...rateOf(head).slice(0, 2)]).toEqual([200, 20, 18])
  })

  describe.runIf(kind === 'embedded')('rate limit by plan', () => {
    test.each([
      ['trial', 2],
      ['free', 5],
      ['starter', 10],
      ['pro', 50],
      ['aviation', 100],
      ['military', 100],
    ] as const)('%s: allows %i per second, and a burst of twice as many', async (plan, perSecond) => {
      const clock = new FakeClock()
      const turned = await start({ clock })
      const { key } = await issueKey(turned, plan)
      expect(await passing(times(perSecond * 2 + 5, () => callProbe(turned, key)))).toBe(perSecond * 2)
      clock.advance(1000)
      const replies = await times(perSecond + 5, () => callProbe(turned, key))
      expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(perSecond)
      expect(rateOf(replies[0] ?? expect.unreachable())[0]).toBe(perSecond * 2)
    })

    test('never passes more than burst and rate allow, in any rhythm', async () => {
      const clock = new FakeClock()
      const turned = await start({ clock })
      const { key } = await signUp(turned)
      let passed = 0
      for (let tenth = 0; tenth < 100; tenth++) {
        if ((await callProbe(turned, key)).statusCode === 200) passed++
        clock.advance(100)
      }
      expect(passed).toBe(4 + Math.floor(2 * 9.9))
    })
  })
})

describeOnStores('a service that requires a key', ({ start }) => {
  test('rejects calls without one, but issues keys and allows sign-in', async () => {
    const service = await start({ config: { requireKey: true } })
    expectProblem(await callProbe(service, undefined), 401, /requires an API key .* POST \/v1\/account\/signup/)
    const { key, email } = await signUp(service)
    expectServed(await callProbe(service, key))
    const asked = await service.app.inject({ method: 'POST', url: '/account/sign-in', payload: { email } })
    expectServed(asked)
  })
})
