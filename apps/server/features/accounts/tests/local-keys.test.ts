import { beforeEach, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { MAX_KEYS } from '../keys/key-service.ts'

describeOnStores('keys for the console on this machine', ({ start }) => {
  let service: TestService
  let clock: FakeClock
  beforeEach(async () => {
    clock = new FakeClock()
    service = await start({ clock, config: { localKeys: true, anonymousBurst: 10_000 } })
  })
  const getKey = (headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/account/local-key',
      headers: { host: 'localhost:8080', origin: 'http://localhost:8080', ...headers },
    })
  const readUsage = (key: string) => service.app.inject({ url: '/v1/account/usage', headers: { 'x-api-key': key } })
  const isAvailable = async (headers: Record<string, string> = {}) =>
    (await service.app.inject({ url: '/account/local-key', headers: { host: 'localhost', ...headers } })).json()

  test('work at once, on the pro plan, and belong to one account', async () => {
    expect(await isAvailable()).toEqual({ available: true, is_local: true })
    const replies = [expectServed(await getKey()).json(), expectServed(await getKey()).json()]
    expect(new Set(replies.map(({ account }) => account.id)).size).toBe(1)
    expect(new Set(replies.map(({ api_key }) => api_key)).size).toBe(2)
    for (const { api_key } of replies) expect(expectServed(await readUsage(api_key)).json().plan).toBe('pro')
  })

  test('replace the oldest key when the account has the maximum number of keys', async () => {
    const keys: string[] = []
    for (let count = 0; count < MAX_KEYS; count++) {
      keys.push(expectServed(await getKey()).json().api_key)
      clock.advance(1000)
    }
    expectServed(await readUsage(keys[0] ?? ''))
    const next = expectServed(await getKey()).json().api_key
    expectProblem(await readUsage(keys[0] ?? ''), 401)
    for (const key of [...keys.slice(1), next]) expectServed(await readUsage(key))
  })

  test('revoke a key that somebody else got by signing up with the same address', async () => {
    const payload = { email: 'console@fairway.localhost' }
    const stranger = await service.app.inject({ method: 'POST', url: '/v1/account/signup', payload })
    const foreignKey = expectServed(stranger).json().api_key
    const { account } = expectServed(await getKey()).json()
    expect(account.email).toBe('console@fairway.localhost')
    expectProblem(await readUsage(foreignKey), 401)
  })

  test.each([
    [{ 'x-forwarded-for': '203.0.113.9' }],
    [{ host: 'evil.example' }],
    [{ origin: 'http://evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('are not given to a request with %j', async (headers: Record<string, string>) => {
    expect(await isAvailable(headers)).toEqual({ available: false, is_local: false })
    const reply = expectProblem(await getKey(headers), 403, /machine that runs the service/)
    expect(reply.headers['x-error-code']).toBe('local-key-not-local')
  })
})

describeOnStores('keys for the console without the setting', ({ start }) => {
  test('are not given', async () => {
    const service = await start({ config: {} })
    const headers = { host: 'localhost:8080' }
    const reply = expectProblem(
      await service.app.inject({ method: 'POST', url: '/account/local-key', headers }),
      403,
      /disabled on this service/,
    )
    expect(reply.headers['x-error-code']).toBe('local-keys-disabled')
    expect((await service.app.inject({ url: '/account/local-key', headers })).json()).toEqual({
      available: false,
      is_local: true,
    })
  })
})
