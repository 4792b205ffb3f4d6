import type { ListKey } from '@fairway/client'
import { expect, test } from 'vitest'
import { describeRestrictions, toExpiry, toRestrictionTexts, toScopes } from './key-restrictions.ts'

const NONE = { operations: null, origins: null, networks: null }
const key = (fields: Partial<ListKey>): ListKey => ({
  id: 'key_1',
  hint: 'abcd',
  label: null,
  created_at: '2026-11-15T12:00:00.000Z',
  network: null,
  state: 'active',
  expires_at: null,
  revoked_at: null,
  kept: true,
  scopes: NONE,
  ...fields,
})

test('restrictions survive the form unchanged', () => {
  const scopes = { operations: ['route', 'geocode'], origins: ['https://a.example'], networks: null }
  const restricted = key({ scopes, expires_at: '2027-01-02T03:04:00.000Z' })
  const texts = toRestrictionTexts(restricted)
  expect(texts).toMatchObject({ operations: 'route, geocode', origins: 'https://a.example', networks: '' })
  expect(toScopes(texts)).toEqual(scopes)
  expect(toExpiry(texts)).toBe('2027-01-02T03:04:00.000Z')
})

test('empty fields mean no restriction', () => {
  const texts = toRestrictionTexts(key({}))
  expect(toScopes({ ...texts, operations: ' , ' })).toEqual(NONE)
  expect(toExpiry(texts)).toBeNull()
})

test('lists are separated by commas, spaces or lines', () => {
  expect(toScopes({ ...toRestrictionTexts(key({})), networks: '10.0.0.0/8\n::1,  192.0.2.1' }).networks).toEqual([
    '10.0.0.0/8',
    '::1',
    '192.0.2.1',
  ])
})

test('describes what a key is restricted to', () => {
  expect(describeRestrictions(key({}))).toEqual([])
  const scopes = { operations: ['route'], origins: ['https://a.example'], networks: ['::1'] }
  expect(describeRestrictions(key({ scopes, expires_at: '2027-01-02T03:04:00.000Z' }))).toEqual([
    'only route',
    'only on https://a.example',
    'only from ::1',
    expect.stringMatching(/^expires /),
  ])
})
