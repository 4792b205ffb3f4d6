import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Headers of a request from one node to another. */
const NODE_HEADER = 'x-fairway-node'
const TIME_HEADER = 'x-fairway-time'
const DIGEST_HEADER = 'x-fairway-digest'
const SIGNATURE_HEADER = 'x-fairway-signature'
/** Maximum difference between the time of a signature and the clock of the receiving node. */
const MAX_AGE_MS = 60_000

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Returns the headers that prove that a node has sent the body. */
export function signRequest(secret: string, nodeId: string, body: Buffer, nowMs: number): Record<string, string> {
  const digest = computeDigest(body)
  const time = String(nowMs)
  return {
    [NODE_HEADER]: nodeId,
    [TIME_HEADER]: time,
    [DIGEST_HEADER]: digest,
    [SIGNATURE_HEADER]: computeSignature(secret, nodeId, time, digest),
  }
}

/**
 * Returns whether a node has signed the headers. The headers contain the digest of the body, so that a request without
 * a valid signature is rejected before its body is read.
 */
export function isSigned(secrets: readonly string[], headers: Headers, nowMs: number): boolean {
  const [nodeId, time, digest, signature] = [NODE_HEADER, TIME_HEADER, DIGEST_HEADER, SIGNATURE_HEADER].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string, string]
  if (!(Math.abs(nowMs - Number(time)) <= MAX_AGE_MS)) return false
  const givenSignature = Buffer.from(signature)
  return secrets.some((secret) => {
    const expectedSignature = Buffer.from(computeSignature(secret, nodeId, time, digest))
    return expectedSignature.length === givenSignature.length && timingSafeEqual(expectedSignature, givenSignature)
  })
}

/** Returns whether the body is the one that was signed. */
export function matchesDigest(headers: Headers, body: Buffer): boolean {
  return headers[DIGEST_HEADER] === computeDigest(body)
}

function computeDigest(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}

function computeSignature(secret: string, nodeId: string, time: string, digest: string): string {
  return createHmac('sha256', secret).update(`${nodeId}\n${time}\n${digest}`).digest('base64url')
}
