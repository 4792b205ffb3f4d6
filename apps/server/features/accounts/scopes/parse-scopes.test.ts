import { describe, expect, test } from 'vitest'
import { toProblem } from '../../../platform/http/problem.ts'
import { NO_SCOPES } from '../account.ts'
import { accountProblems } from '../failures.ts'
import { parseRestrictions } from './parse-restrictions.ts'
import { type GivenScopes, parseScopes } from './parse-scopes.ts'

const parsed = (given: GivenScopes | null | undefined, current = NO_SCOPES) => {
  const result = parseScopes(given, current)
  return result.ok ? result.value : toProblem(accountProblems, result.failure).body.detail
}

describe('origins are stored as browsers send them', () => {
  test.each([
    ['https://App.Example.COM', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['http://localhost:5173', 'http://localhost:5173'],
    [' https://bücher.example ', 'https://xn--bcher-kva.example'],
    ['http://[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
    ['capacitor://localhost', 'capacitor://localhost'],
  ])('%s', (given, origin) => expect(parsed({ origins: [given] })).toEqual({ ...NO_SCOPES, origins: [origin] }))

  test.each([
    'app.example.com',
    'https://',
    'https://a.example/path',
    'https://a@b.example',
    '*',
    'null',
    '',
    'https://*',
  ])('rejects %j', (given) => {
    expect(parsed({ origins: ['https://a.example', given] })).toBe(
      `scopes.origins[1] is ${JSON.stringify(given)}; give the scheme and the host of a web page, such as https://app.example.com, without a path`,
    )
  })
})

describe('networks', () => {
  test.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.7', '203.0.113.7'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['::1/128', '::1/128'],
  ])('accepts %s', (given, network) =>
    expect(parsed({ networks: [given] })).toEqual({ ...NO_SCOPES, networks: [network] }),
  )

  test.each([
    '203.0.113.0/33',
    '::/129',
    '203.0.113',
    '203.0.113.256',
    'fe80::1%eth0',
    '::ffff:1.2.3.4',
    '1.2.3.4/',
    'x',
    '',
  ])('rejects %j', (given) => {
    expect(parsed({ networks: [given] })).toBe(
      `scopes.networks[0] is ${JSON.stringify(given)}; give an IP address or a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32`,
    )
  })
})

test('operations must exist', () => {
  expect(parsed({ operations: ['route', 'route', 'usage'] })).toEqual({ ...NO_SCOPES, operations: ['route', 'usage'] })
  expect(parsed({ operations: ['Route'] })).toMatch(/^scopes\.operations\[0\] is "Route"; the operations are route, /)
  expect(parsed({ operations: ['createKey'] })).toMatch(/^scopes\.operations\[0\] is "createKey"; the operations are /)
})

test('a list has 1 to 50 entries', () => {
  const networks = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index}`)
  expect(parsed({ networks: networks(50) })).toMatchObject({ networks: networks(50) })
  expect(parsed({ networks: networks(51) })).toBe(
    'scopes.networks has 51 entries; give 1 to 50, or remove the restriction',
  )
  expect(parsed({ operations: [] })).toBe('scopes.operations has 0 entries; give 1 to 50, or remove the restriction')
})

test('a missing list keeps the existing one, and null removes it', () => {
  const current = { operations: ['route'], origins: ['https://a.example'], networks: null }
  expect(parsed(undefined, current)).toEqual(current)
  expect(parsed({}, current)).toEqual(current)
  expect(parsed({ operations: null, networks: ['::1'] }, current)).toEqual({
    operations: null,
    origins: ['https://a.example'],
    networks: ['::1'],
  })
  expect(parsed(null, current)).toEqual(NO_SCOPES)
})

describe('an expiry', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  const expiry = (expiresAt: string | null | undefined) => {
    const result = parseRestrictions({ expiresAt }, now, { scopes: NO_SCOPES, expiresAt: 7 })
    return result.ok ? result.value.expiresAt : toProblem(accountProblems, result.failure).body.detail
  }
  test('lies in the next ten years', () => {
    expect(expiry('2026-11-15T12:00:00.001Z')).toBe(now + 1)
    expect(expiry('2026-11-15T13:00:01+01:00')).toBe(now + 1000)
    expect(expiry('2036-11-12T12:00:00Z')).toBe(now + 3650 * 86_400_000)
    for (const given of ['2026-11-15T12:00:00Z', '2036-11-12T12:00:00.001Z', 'soon']) {
      expect(expiry(given)).toBe(
        `expires_at is ${JSON.stringify(given)}; give a future time no later than 2036-11-12T12:00:00.000Z`,
      )
    }
  })
  test('is kept when it is missing, and removed by null', () => {
    expect(expiry(undefined)).toBe(7)
    expect(expiry(null)).toBeNull()
  })
})
