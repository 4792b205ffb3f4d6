import { describe, expect, test } from 'vitest'
import { toHttpProblem } from '../http-problems.ts'
import { createKeyScope, type KeyScopes, toPlainIp } from './key-scope.ts'

const NONE: KeyScopes = { operations: null, origins: null, networks: null }
const request = (ip: string, origin?: string) => ({ ip, headers: origin === undefined ? {} : { origin } })
const refusal = (scopes: Partial<KeyScopes>, operation: string | undefined, ip = '192.0.2.1', origin?: string) => {
  const failure = createKeyScope({ ...NONE, ...scopes })?.findFailure(operation, request(ip, origin))
  return failure && toHttpProblem(failure)
}

test('does not exist for a key without restrictions', () => {
  expect(createKeyScope(NONE)).toBeUndefined()
})

describe('operations', () => {
  test('allow the listed ones only', () => {
    expect(refusal({ operations: ['route', 'geocode'] }, 'route')).toBeUndefined()
    expect(refusal({ operations: ['route', 'geocode'] }, 'matrix')).toMatchObject({
      status: 403,
      body: {
        detail:
          'This key may not be used for the matrix operation; it is restricted to these operations: route, geocode. Use another key, or change the scopes of this key in the account area.',
      },
    })
    expect(refusal({ operations: ['route'] }, undefined)?.body.detail).toMatch(/may not be used for this operation;/)
  })

  test('allow both spellings of optimize', () => {
    for (const given of ['optimize', 'optimise']) {
      for (const called of ['optimize', 'optimise']) expect(refusal({ operations: [given] }, called)).toBeUndefined()
    }
  })
})

describe('origins', () => {
  const origins = ['https://app.example.com']
  test('allow the listed ones only, and no request without one', () => {
    expect(refusal({ origins }, 'route', '::1', 'https://app.example.com')).toBeUndefined()
    expect(refusal({ origins }, 'route', '::1', 'https://app.example.com.evil.example')).toMatchObject({
      status: 403,
      body: {
        detail:
          'This key may be used only by web pages from this origin: https://app.example.com; the Origin header of the request is "https://app.example.com.evil.example". Use another key, or change the scopes of this key in the account area.',
      },
    })
    expect(refusal({ origins }, 'route')?.body.detail).toMatch(/the Origin header of the request is missing\./)
  })
})

describe('networks', () => {
  const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8:a::/48', '2001:db8::1']
  test.each([
    '203.0.113.0',
    '203.0.113.255',
    '203.0.113.9:4711',
    '::ffff:203.0.113.9',
    '198.51.100.7',
    '2001:db8:a::',
    '2001:db8:a:ffff:ffff:ffff:ffff:ffff',
    '2001:db8:a::1%eth0',
    '[2001:db8:a::1]:4711',
    '2001:db8::1',
    '2001:0db8:0:0::1',
  ])('allow %s', (ip) => expect(refusal({ networks }, 'route', ip)).toBeUndefined())

  test.each(['203.0.112.255', '203.0.114.0', '198.51.100.8', '2001:db8:b::', '2001:db8:9:ffff::', '2001:db8::2', ''])(
    'reject %j',
    (ip) => {
      expect(refusal({ networks }, 'route', ip)).toMatchObject({
        status: 403,
        body: {
          detail: `This key may be used only from ${networks.length === 1 ? 'this network' : 'these networks'}: ${networks.join(', ')}; the request comes from ${toPlainIp(ip)}. Use another key, or change the scopes of this key in the account area.`,
        },
      })
    },
  )

  test.each([
    ['0.0.0.0/0', '8.8.8.8', '2001:db8::1'],
    ['::/0', '2001:db8::1', '8.8.8.8'],
  ])('%s covers one family', (network, allowed, refused) => {
    expect(refusal({ networks: [network] }, 'route', allowed)).toBeUndefined()
    expect(refusal({ networks: [network] }, 'route', refused)).toBeDefined()
  })
})

test('all scopes apply together', () => {
  const scopes = { operations: ['route'], origins: ['https://a.example'], networks: ['192.0.2.0/24'] }
  expect(refusal(scopes, 'route', '192.0.2.1', 'https://a.example')).toBeUndefined()
  expect(refusal(scopes, 'matrix', '192.0.2.1', 'https://a.example')?.code).toBe('key-not-for-operation')
  expect(refusal(scopes, 'route', '192.0.2.1', 'https://b.example')?.code).toBe('key-not-for-origin')
  expect(refusal(scopes, 'route', '192.0.3.1', 'https://a.example')?.code).toBe('key-not-for-network')
})
