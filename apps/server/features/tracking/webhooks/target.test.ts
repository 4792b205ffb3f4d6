import { describe, expect, test } from 'vitest'
import { findTargetError, isPrivateAddress, publicLookup } from './target.ts'

describe('targets of webhooks', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ])('%s is private', (ip) => expect(isPrivateAddress(ip)).toBe(true))

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '100.63.255.255',
    '172.32.0.1',
    '192.167.0.1',
    '223.255.255.255',
    '2606:4700::1',
  ])('%s is public', (ip) => expect(isPrivateAddress(ip)).toBe(false))

  const isPublic = 'it must be on the public internet'
  test.each([
    ['https://example.com/hook', undefined],
    ['https://1.1.1.1:8443/hook?a=b', undefined],
    ['ftp://example.com', 'it must be a URL such as https://example.com/hook'],
    ['example.com', 'it must be a URL such as https://example.com/hook'],
    ['http://example.com', 'it must begin with https://'],
    ['https://user:pass@example.com', 'it must not contain a user name or password'],
    [`https://example.com/${'x'.repeat(1981)}`, 'it must have at most 2000 characters; it has 2001'],
    ['https://localhost/hook', isPublic],
    ['https://db.internal', isPublic],
    // These hosts are other notations of 127.0.0.1 and 169.254.169.254.
    ['https://2130706433/', isPublic],
    ['https://0x7f.1/', isPublic],
    ['https://0251.0376.0251.0376/', isPublic],
    ['https://[::1]/', isPublic],
    ['https://[::ffff:169.254.169.254]/', isPublic],
  ])('%s: %s', (url, error) => {
    const found = findTargetError(url, false)
    if (error === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(error)
  })

  test('on private networks are accepted if the operator allows them', () => {
    for (const url of ['http://localhost:3000', 'https://10.0.0.1', 'http://[::1]/'])
      expect(findTargetError(url, true)).toBeUndefined()
    expect(findTargetError('http://user@localhost', true)).toMatch('user name')
  })

  test('with a public name and a private address are rejected when the connection is made', async () => {
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve))
      expect(String(error)).toMatch(/localhost resolves to (127\.|::1)/)
    }
  })
})
