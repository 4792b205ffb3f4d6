import { createHmac, timingSafeEqual } from 'node:crypto'

// The Standard Webhooks scheme (https://www.standardwebhooks.com): v1, HMAC-SHA256 over `${id}.${timestamp}.${body}`.

const SECRET_PREFIX = 'whsec_'

/** Lowercase header names, as node:http provides them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export function signWebhook(secret: string, id: string, timestamp: number, body: string | Uint8Array): string {
  const hmac = createHmac('sha256', readKey(secret)).update(`${id}.${timestamp}.`).update(body)
  return `v1,${hmac.digest('base64')}`
}

/**
 * Verifies that a request comes from the sender that shares the secret. For receivers: - pass the raw bytes of the
 * body, before any JSON parsing; - reply 401 if this returns false; - store `webhook-id` for as long as a sender may
 * retry, and reply 200 to a repeated one without acting on it. The tolerance (typically 300 seconds) limits how long a
 * recorded request can be replayed. Throws if the secret is unusable.
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
  // Several signatures are separated by spaces, so that a secret can be rotated without losing requests.
  return readHeader(headers, 'webhook-signature')
    .split(' ')
    .some((candidate) => equalInConstantTime(candidate, expectedSignature))
}

/** `whsec_` indicates base64; any other secret is used as its UTF-8 bytes. */
function readKey(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) {
    if (secret === '') throw new Error('the webhook secret is empty')
    return Buffer.from(secret, 'utf8')
  }
  const encodedKey = secret.slice(SECRET_PREFIX.length)
  // Buffer.from skips invalid characters: a mistyped secret would sign with a different, shorter key.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encodedKey))
    throw new Error(`the webhook secret after ${SECRET_PREFIX} is not base64`)
  return Buffer.from(encodedKey, 'base64')
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The length is not secret because all signatures have the same length, but timing must not leak the content. */
function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
