import { createHmac, timingSafeEqual } from 'node:crypto'

// This file implements Standard Webhooks (https://www.standardwebhooks.com), version v1. The signature is HMAC-SHA256
// over `${id}.${timestamp}.${body}`.

const SECRET_PREFIX = 'whsec_'

/** Headers with lowercase names, as node:http provides them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export function signWebhook(secret: string, id: string, timestamp: number, body: string | Uint8Array): string {
  const hmac = createHmac('sha256', readKey(secret)).update(`${id}.${timestamp}.`).update(body)
  return `v1,${hmac.digest('base64')}`
}

/**
 * Verifies that a request comes from a sender with the shared secret. Throws an error if the secret is unusable.
 *
 * Receivers must pass the raw bytes of the body and reply 401 if this function returns false. Receivers must store each
 * `webhook-id` for as long as a sender may retry, and reply 200 to a repeated id without processing it again. The
 * tolerance, typically 300 seconds, limits how long a recorded request can be replayed.
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  nowMs: number,
  toleranceSeconds: number,
): boolean {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  if (id === '' || !/^[1-9]\d{0,11}$/.test(timestamp)) return false
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const expectedSignature = signWebhook(secret, id, Number(timestamp), body)
  // The header can contain several signatures separated by spaces, so that a secret can be rotated without losing
  // requests.
  return readHeader(headers, 'webhook-signature')
    .split(' ')
    .some((candidate) => equalInConstantTime(candidate, expectedSignature))
}

/** Returns the key bytes of a secret. A secret with the prefix `whsec_` is base64, and any other secret is UTF-8. */
function readKey(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) {
    if (secret === '') throw new Error('the webhook secret is empty')
    return Buffer.from(secret, 'utf8')
  }
  const encodedKey = secret.slice(SECRET_PREFIX.length)
  // Buffer.from skips invalid characters, so a mistyped secret would sign with a different, shorter key.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encodedKey))
    throw new Error(`the webhook secret after ${SECRET_PREFIX} is not base64`)
  return Buffer.from(encodedKey, 'base64')
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Compares two signatures in constant time, so that timing does not leak the content. The length is not secret, because
 * all signatures have the same length.
 */
function equalInConstantTime(a: string, b: string): boolean {
  const firstBytes = Buffer.from(a)
  const right = Buffer.from(b)
  return firstBytes.length === right.length && timingSafeEqual(firstBytes, right)
}
