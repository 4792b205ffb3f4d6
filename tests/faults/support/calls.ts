import { expect } from 'vitest'
import { expectErrorCode } from '../../support/expect-problem.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Object of a JSON reply. Empty for any other reply. */
  readonly body: Record<string, unknown>
  readonly text: string
  /** Time from the call to the complete reply, in milliseconds. */
  readonly ms: number
}

export interface CallOptions {
  readonly key?: string
  readonly cookie?: string
  readonly method?: string
  readonly body?: unknown
}

/**
 * Timeout in milliseconds, longer than any reply may take. A call that hangs fails here instead of at the timeout of
 * the test.
 */
const PATIENCE_MS = 120_000

/**
 * Sends one call and returns any reply. The method is POST if there is a body. Throws an error if there is no reply.
 */
export async function call(url: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const begun = performance.now()
  const response = await fetch(`${url}${path}`, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.key === undefined ? {} : { 'x-api-key': options.key }),
      ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : {},
    text,
    ms: performance.now() - begun,
  }
}

export const probe = (url: string, key?: string): Promise<Reply> =>
  call(url, '/v1/probe', { body: {}, ...(key === undefined ? {} : { key }) })

export const usage = (url: string, key: string): Promise<Reply> => call(url, '/v1/account/usage', { key })

export const signUp = (url: string, email: string): Promise<Reply> =>
  call(url, '/v1/account/signup', { body: { email } })

/** Returns the used quota of the account, as the API reports it. */
export async function used(url: string, key: string): Promise<number> {
  const { status, body } = await usage(url, key)
  expect(status).toBe(200)
  return (body.quota as { used: number }).used
}

/** Expects a busy reply: 503, the error object, Retry-After and a documented code. */
export function expectBusy(reply: Reply): void {
  expect(reply.status, reply.text).toBe(503)
  expect(reply.body).toEqual({ busy: true, detail: expect.stringMatching(/./) })
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expectErrorCode(503, reply.headers.get('x-error-code'))
}
