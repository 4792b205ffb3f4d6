import { randomBytes } from 'node:crypto'
import type { Caller } from './guard/caller.ts'
import { FAILURE_HEADER } from './problem.ts'

/** Not a secret: security depends on the ticket, which never leaves the process and is valid for one request. */
const HEADER = 'x-fairway-inner'

export interface InnerRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly payload?: object
  /** The time to use as now. Default: the current time. */
  readonly nowMs?: number
}

export interface InnerReply {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | undefined
  /** The failure kind, if the operation reports it. */
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
 * Requests that one operation makes to another on behalf of its caller. They are validated like all others, but neither
 * rate limited nor counted, because the outer operation is.
 */
export class InnerRequests {
  private readonly tickets = new Map<string, Asker>()

  /** The caller that an internal request acts for; undefined for external requests. */
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
