import { expect, test } from 'vitest'
import { type Key, keyState, NO_SCOPES } from './account.ts'

const plainKey: Key = {
  id: 'key_1',
  account: 1,
  hint: 'abcd',
  label: null,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  keptAt: 0,
  network: null,
  rotatedAt: null,
  scopes: NO_SCOPES,
}
const key = (fields: Partial<Key>): Key => ({ ...plainKey, ...fields })

test('keeps a key active until it is revoked or expires, to the millisecond', () => {
  expect(keyState(key({}), 1000)).toBe('active')
  expect(keyState(key({ expiresAt: 1001 }), 1000)).toBe('active')
  expect(keyState(key({ expiresAt: 1001, rotatedAt: 900 }), 1000)).toBe('expiring')
  expect(keyState(key({ expiresAt: 1000 }), 1000)).toBe('expired')
  expect(keyState(key({ revokedAt: 500 }), 1000)).toBe('revoked')
  expect(keyState(key({ revokedAt: 500, expiresAt: 600 }), 1000)).toBe('revoked')
})
