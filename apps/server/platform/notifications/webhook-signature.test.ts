import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signWebhook, verifyWebhook } from './webhook-signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"test": 2432232314}'
const TIMESTAMP = 1_614_265_330
const NOW_MS = TIMESTAMP * 1000

/** Signature that the libraries of the specification expect in their tests. */
const PUBLISHED = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

function headers(changes: Record<string, string | string[] | undefined> = {}) {
  return {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': String(TIMESTAMP),
    'webhook-signature': PUBLISHED,
    ...changes,
  }
}

const verify = (changes = {}, body: string | Uint8Array = BODY, nowMs = NOW_MS, secret = SECRET) =>
  verifyWebhook(secret, headers(changes), body, nowMs, 300)

test('reproduces the published example', () => {
  expect(signWebhook(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', TIMESTAMP, BODY)).toBe(PUBLISHED)
})

test('uses a secret without prefix as UTF-8 bytes', () => {
  const mac = createHmac('sha256', 'schlüssel').update('a.1.body').digest('base64')
  expect(signWebhook('schlüssel', 'a', 1, 'body')).toBe(`v1,${mac}`)
})

describe('accepted request', () => {
  test('is given as a string or as bytes', () => {
    expect(verify()).toBe(true)
    expect(verify({}, Buffer.from(BODY))).toBe(true)
  })

  test('has at least one matching signature among several', () => {
    expect(verify({ 'webhook-signature': `v1,AAAA v2,xyz ${PUBLISHED}` })).toBe(true)
  })

  test('is within the tolerance, inclusive, on both sides', () => {
    expect(verify({}, BODY, NOW_MS + 300_000)).toBe(true)
    expect(verify({}, BODY, NOW_MS - 300_000)).toBe(true)
  })
})

describe('rejected request', () => {
  test.each([
    ['with another body', {}, `${BODY} `],
    ['with another id', { 'webhook-id': 'msg_other' }, BODY],
    ['with another time', { 'webhook-timestamp': String(TIMESTAMP + 1) }, BODY],
    ['with the same time written differently', { 'webhook-timestamp': `0${TIMESTAMP}` }, BODY],
    ['with a time that is no number', { 'webhook-timestamp': 'NaN' }, BODY],
    ['with a signature of the same length', { 'webhook-signature': PUBLISHED.replace('g0', 'g1') }, BODY],
    ['with another version', { 'webhook-signature': PUBLISHED.replace('v1', 'v2') }, BODY],
    ['with an empty signature', { 'webhook-signature': '' }, BODY],
    ['without a signature', { 'webhook-signature': undefined }, BODY],
    ['without an id', { 'webhook-id': undefined }, BODY],
    ['without a time', { 'webhook-timestamp': undefined }, BODY],
    ['with a header given twice', { 'webhook-signature': [PUBLISHED, PUBLISHED] }, BODY],
  ])('%s', (_, changes, body) => {
    expect(verify(changes, body)).toBe(false)
  })

  test('is signed with another secret', () => {
    expect(verify({}, BODY, NOW_MS, 'another')).toBe(false)
  })

  test('is outside the tolerance, late or early', () => {
    expect(verify({}, BODY, NOW_MS + 301_000)).toBe(false)
    expect(verify({}, BODY, NOW_MS - 301_000)).toBe(false)
  })
})
