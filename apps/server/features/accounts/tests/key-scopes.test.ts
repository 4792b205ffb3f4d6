import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { KEY_OPERATIONS } from '../scopes/parse-scopes.ts'
import { getAccountService, getUsage, issueKey, signIn, signUp, type TestSession } from './sample-accounts.ts'

const NO_SCOPES = { operations: null, origins: null, networks: null }

describeOnStores('scopes of keys', ({ start, startShared }) => {
  let service: TestService
  let owner: TestSession
  beforeAll(async () => {
    service = await startShared({ config: { anonymousBurst: 100_000, trustProxy: ['127.0.0.1'] } })
    owner = await signIn(service, await issueKey(service, 'aviation'))
  })

  const create = (payload: object, { headers } = owner, at = service) =>
    at.app.inject({ method: 'POST', url: '/account/keys', headers, payload })
  const update = (id: string, payload: object, { headers } = owner, at = service) =>
    at.app.inject({ method: 'PATCH', url: `/account/keys/${id}`, headers, payload })
  const made = async (payload: object) => expectServed(await create(payload)).json()
  const usage = (key: string, headers: Record<string, string> = {}) =>
    service.app.inject({ url: '/v1/account/usage', headers: { 'x-api-key': key, ...headers } })

  test('list every operation of the API that accepts a key', async () => {
    const { paths } = (await service.app.inject('/openapi.json')).json()
    const operations = Object.values<Record<string, { operationId: string; security?: object[] }>>(paths).flatMap(
      (methods) => Object.values(methods),
    )
    const withKey = operations.filter(({ security = [] }) => security.some((scheme) => 'key' in scheme))
    expect([...KEY_OPERATIONS].sort()).toEqual(withKey.map(({ operationId }) => operationId).sort())
    for (const { operationId, ...operation } of withKey) {
      // This format reports refused keys with status 200.
      if (operationId === 'compatDirections') continue
      expect(Object.keys((operation as { responses?: object }).responses ?? {}), operationId).toContain('403')
    }
  })

  test('restrict operations', async () => {
    const { key, api_key } = await made({ label: 'tracker', scopes: { operations: ['listAssets'] } })
    expect(key).toMatchObject({ label: 'tracker', scopes: { ...NO_SCOPES, operations: ['listAssets'] } })
    const headers = { 'x-api-key': api_key }
    expectServed(await service.app.inject({ url: '/v1/assets', headers }))
    expectProblem(
      await usage(api_key),
      403,
      'This key may not be used for the usage operation; it is restricted to this operation: listAssets. Use another key, or change the scopes of this key in the account area.',
    )
    expectProblem(await service.app.inject({ method: 'POST', url: '/v1/probe', headers, payload: {} }), 403)
  })

  test('restrict pushes and polls, which have a separate rate', async () => {
    const headers = (key: string) => ({ 'x-api-key': key })
    const payload = { name: 'van', kind: 'vehicle' }
    const registered = await service.app.inject({
      method: 'POST',
      url: '/v1/assets',
      headers: headers(owner.key),
      payload,
    })
    const url = `/v1/assets/${expectServed(registered).json().id}`
    const { api_key } = await made({ scopes: { operations: ['liveAsset'] } })
    const push = { method: 'POST', url: `${url}/position`, payload: { at: [-34.9, -56.2] } } as const
    expectServed(await service.app.inject({ ...push, headers: headers(owner.key) }))
    expectProblem(
      await service.app.inject({ ...push, headers: headers(api_key) }),
      403,
      /^This key may not be used for/,
    )
    expectServed(await service.app.inject({ url: `${url}/live`, headers: headers(api_key) }))
  })

  test('restrict origins of web pages; the page can read the refusal', async () => {
    const { api_key } = await made({ scopes: { origins: ['https://app.example.com'] } })
    expectServed(await usage(api_key, { origin: 'https://app.example.com' }))
    const refused = await usage(api_key, { origin: 'https://elsewhere.example' })
    expectProblem(
      refused,
      403,
      /^This key may be used only by web pages from this origin: https:\/\/app\.example\.com;/,
    )
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    expectProblem(await usage(api_key), 403, /the Origin header of the request is missing/)
  })

  test('restrict networks by the address of the client, even behind a trusted proxy', async () => {
    const { api_key } = await made({ scopes: { networks: ['203.0.113.0/24', '2001:db8::/32'] } })
    for (const ip of ['203.0.113.9', '2001:db8::7']) expectServed(await usage(api_key, { 'x-forwarded-for': ip }))
    for (const ip of ['198.51.100.1', '2001:db9::7']) {
      expectProblem(await usage(api_key, { 'x-forwarded-for': ip }), 403, new RegExp(`the request comes from ${ip}\\.`))
    }
    expectProblem(await usage(api_key), 403, /the request comes from 127\.0\.0\.1\./)
  })

  test('refused requests count against the rate of their address, not of the account', async () => {
    const { api_key } = await made({ scopes: { operations: ['route'] } })
    const before = (await usage(owner.key)).headers['ratelimit-limit']
    const reply = expectProblem(await usage(api_key), 403)
    expect(reply.headers).toHaveProperty('ratelimit-remaining')
    expect(reply.headers['ratelimit-limit']).not.toBe(before)
    expectProblem(await usage('fw_live_nobody'), 401)
  })

  test('change at once, although the key is cached', async () => {
    const { key, api_key } = await made({})
    expectServed(await usage(api_key))
    expectServed(await update(key.id, { scopes: { operations: ['route'] } }))
    expectProblem(await usage(api_key), 403, /restricted to this operation: route\./)
    expectServed(await update(key.id, { scopes: { networks: ['127.0.0.1'] } }))
    expectProblem(await usage(api_key), 403, /restricted to this operation: route\./)
    const changed = expectServed(await update(key.id, { scopes: { operations: null } })).json()
    expect(changed.key.scopes).toEqual({ ...NO_SCOPES, networks: ['127.0.0.1'] })
    expectServed(await usage(api_key))
    expect(expectServed(await update(key.id, { scopes: null })).json().key.scopes).toEqual(NO_SCOPES)
  })

  test('a key is renamed without changing anything else', async () => {
    const { key, api_key } = await made({ label: 'old', scopes: { networks: ['127.0.0.1'] } })
    const renamed = expectServed(await update(key.id, { label: ' new name ' })).json()
    expect(renamed).toEqual({ key: { ...key, label: 'new name' } })
    expect(expectServed(await update(key.id, { label: null })).json().key.label).toBeNull()
    expectServed(await usage(api_key))
    expectProblem(await update(key.id, { label: 'two\nlines' }), 422, /label/)
    expectProblem(await update(key.id, { label: 'x'.repeat(101) }), 422, /label/)
  })

  test('an expiry ends the key to the millisecond, with 401, and can be moved until then', async () => {
    const clock = new FakeClock()
    const turned = await start({ clock })
    const ada = await signIn(turned, await signUp(turned))
    const expiresAt = new Date(clock.now() + 60_000).toISOString()
    const { key, api_key } = expectServed(await create({ expires_at: expiresAt }, ada, turned)).json()
    expect(key).toMatchObject({ state: 'active', expires_at: expiresAt })
    clock.advance(59_999)
    expectServed(await getUsage(turned, api_key))
    const later = new Date(clock.now() + 60_000).toISOString()
    expectServed(await update(key.id, { expires_at: later }, ada, turned))
    clock.advance(59_999)
    expectServed(await getUsage(turned, api_key))
    clock.advance(1)
    expectProblem(
      await getUsage(turned, api_key),
      401,
      `The key in X-API-Key expired at ${later}; use another key, or create one in the account area`,
    )
    expectProblem(
      await update(key.id, { expires_at: null }, ada, turned),
      409,
      `The key ${key.id} has expired; only a valid key can be changed. Create a new key instead.`,
    )
  })

  test('a new key inherits them at rotation, and the overlap does not prolong the old one', async () => {
    const expiresAt = new Date(service.clock.now() + 3_600_000).toISOString()
    const scopes = { ...NO_SCOPES, operations: ['usage'], networks: ['127.0.0.1'] }
    const { key } = await made({ label: 'fleet', scopes, expires_at: expiresAt })
    const url = `/account/keys/${key.id}/rotate`
    const rotated = expectServed(
      await service.app.inject({ method: 'POST', url, headers: owner.headers, payload: { overlap_hours: 2 } }),
    ).json()
    expect(rotated.key).toMatchObject({ label: 'fleet', scopes, state: 'active', expires_at: expiresAt })
    const { keys } = (await service.app.inject({ url: '/account/keys', headers: owner.headers })).json()
    expect(keys).toContainEqual({ ...key, state: 'expiring' })
    expectProblem(
      await update(key.id, { expires_at: null }),
      409,
      `The key ${key.id} was rotated and is valid until ${expiresAt}; its expiry cannot be changed. Use the new key, or revoke this key.`,
    )
    expectServed(await update(key.id, { label: 'old fleet' }))
  })

  test('of revoked and unknown keys, and of keys of other accounts, cannot be changed', async () => {
    const { key } = await made({})
    await service.app.inject({ method: 'DELETE', url: `/account/keys/${key.id}`, headers: owner.headers })
    expectProblem(
      await update(key.id, { label: 'x' }),
      409,
      /^The key key_\w+ was revoked; only a valid key can be changed/,
    )
    expectProblem(await update('key_nobody', { label: 'x' }), 404)
    const stranger = await signIn(service, await signUp(service))
    const mine = await made({})
    expectProblem(await update(mine.key.id, { label: 'x' }, stranger), 404)
    expectProblem(await service.app.inject({ method: 'PATCH', url: `/account/keys/${mine.key.id}`, payload: {} }), 401)
  })

  describe.each([
    ['operations', ['nothing'], /^scopes\.operations\[0\] is "nothing"; the operations are route, /],
    ['origins', ['x'], /^scopes\.origins\[0\] is "x"; give the scheme and the host of a web page/],
    ['networks', ['x'], /^scopes\.networks\[0\] is "x"; give an IP address or a network in CIDR notation/],
    ['networks', [], /^scopes\.networks has 0 entries; give 1 to 50, or remove the restriction$/],
    ['networks', [7], /scopes/],
    ['operations', 'route', /scopes/],
  ])('invalid %s %j', (field, value, detail) => {
    test('are rejected on creation and on a change, without any effect', async () => {
      const { key } = await made({})
      expectProblem(await create({ scopes: { [field]: value } }), 422, detail)
      expectProblem(await update(key.id, { label: 'x', scopes: { [field]: value } }), 422, detail)
      const { keys } = (await service.app.inject({ url: '/account/keys', headers: owner.headers })).json()
      expect(keys).toContainEqual(key)
      await service.app.inject({ method: 'DELETE', url: `/account/keys/${key.id}`, headers: owner.headers })
    })
  })

  test('can also be set by the operator', async () => {
    const issued = await getAccountService(service).issueByOperator({
      email: 'scoped@example.com',
      plan: 'pro',
      restrictions: { scopes: { operations: ['usage'] }, expiresAt: '2027-01-01T00:00:00Z' },
    })
    if (!issued.ok) throw new Error(issued.failure.kind)
    expect(issued.value.issued.key).toMatchObject({ expiresAt: Date.parse('2027-01-01T00:00:00Z') })
    expectServed(await usage(issued.value.issued.apiKey))
    const headers = { 'x-api-key': issued.value.issued.apiKey }
    expectProblem(await service.app.inject({ url: '/v1/assets', headers }), 403)
  })
})
