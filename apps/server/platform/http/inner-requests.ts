import { randomBytes } from 'node:crypto'
import type { Caller } from './guard/caller.ts'
import { FAILURE_HEADER } from './problem.ts'

/** Not a secret: what counts is the ticket, which nobody outside has ever seen, and which is good for one request. */
const HEADER = 'x-fairway-inner'

export interface InnerRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly payload?: object
  /** The instant that it shall be answered for, as if it were now. Default: now. */
  readonly nowMs?: number
}

export interface InnerReply {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | undefined
  /** Which failure it was, where the operation that was asked says so. */
  readonly failure: string | undefined
}

export interface Asker {
  readonly caller: Caller
  readonly nowMs: number | undefined
}

interface Injectable {
  inject(request: { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; payload?: object }): Promise<{
    statusCode: number
    headers: Record<string, unknown>
    json(): unknown
  }>
}

/**
 * Requests that one operation makes of another, on behalf of its caller. They are checked and answered like all others,
 * and neither limited nor counted: the operation that makes them is.
 */
export class InnerRequests {
  private readonly tickets = new Map<string, Asker>()

  /** On whose behalf a request comes; undefined when it comes from outside. */
  askerOf(headers: Readonly<Record<string, string | string[] | undefined>>): Asker | undefined {
    if (this.tickets.size === 0) return undefined
    const ticket = headers[HEADER]
    return typeof ticket === 'string' ? this.tickets.get(ticket) : undefined
  }

  async ask(app: Injectable, caller: Caller, { method, url, payload, nowMs }: InnerRequest): Promise<InnerReply> {
    const ticket = randomBytes(18).toString('base64url')
    this.tickets.set(ticket, { caller, nowMs })
    try {
      const headers = { [HEADER]: ticket, host: 'inner' }
      const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
      const headerOf = (name: string) => (reply.headers[name] === undefined ? undefined : String(reply.headers[name]))
      return {
        status: reply.statusCode,
        body: reply.json(),
        retryAfter: headerOf('retry-after'),
        failure: headerOf(FAILURE_HEADER),
      }
    } finally {
      this.tickets.delete(ticket)
    }
  }
}
