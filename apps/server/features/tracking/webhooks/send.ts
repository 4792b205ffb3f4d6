import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPrivateAddress, PrivateTargetError, publicLookup, toHostname } from './target.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type SendResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'failed'; readonly why: string }

export interface SendOptions {
  /** Whether targets on private networks are allowed. */
  readonly allowPrivate: boolean
  readonly timeoutMs: number
}

/** Maximum pause that a receiver can request, in milliseconds. */
const MAX_RETRY_AFTER_MS = 3_600_000

/** Sends a message once. Redirects are not followed, and the body of the response is not read. */
export function sendWebhook(
  { url: target, headers, body }: WebhookRequest,
  { allowPrivate, timeoutMs }: SendOptions,
): Promise<SendResult> {
  const url = new URL(target)
  const host = toHostname(url)
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return Promise.resolve(toPrivateFailure(host))
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // Each message uses a separate connection, so that the address is checked every time.
      agent: false,
      maxHeaderSize: 16_384,
      ...(!allowPrivate && { lookup: publicLookup }),
    })
    const timer = setTimeout(() => {
      resolve({ kind: 'failed', why: `no response within ${timeoutMs} ms` })
      request.destroy()
    }, timeoutMs)
    request.on('response', (response) => {
      clearTimeout(timer)
      const { statusCode: status = 0 } = response
      resolve({ kind: 'answered', status, retryAfterMs: readRetryAfter(response.headers['retry-after']) })
      response.destroy()
    })
    request.on('error', (error: Error & { code?: string }) => {
      clearTimeout(timer)
      resolve(
        error instanceof PrivateTargetError
          ? toPrivateFailure(error.message)
          : { kind: 'failed', why: `connection failed (${error.code ?? error.message})` },
      )
    })
    request.end(body)
  })
}

function toPrivateFailure(problemText: string): SendResult {
  return {
    kind: 'failed',
    why: `the target is on a private network, which the operator does not allow: ${problemText}`,
  }
}

function readRetryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value.trim())
    ? Math.min(1000 * Number(value), MAX_RETRY_AFTER_MS)
    : undefined
}
