import type { Day } from '../clock.ts'
import type { FrameRequest } from './body/exchange.ts'
import type { Caller } from './guard/caller.ts'
import type { ForeignProblem, Problem } from './problem.ts'

/**
 * Who may call: - `open`: anyone during the open beta, otherwise keys only - `public`: always anyone (signup, which
 * issues keys) - `key`: keys only - `area`: the account area, authenticated by session
 */
export type Access = 'open' | 'public' | 'key' | 'area'

/** Metadata of an operation. A route without it (health, documentation) is neither rate limited nor counted. */
export interface Operation {
  /** The name in usage and metrics. */
  readonly name: string
  readonly access: Access
  /** Also accepts the key as an HTTP Basic password, for devices that cannot send custom headers. */
  readonly takesBasic?: true
  /** Quota units that a valid request consumes. Default: none. */
  readonly units?: (request: FrameRequest) => number
  /** Reading usage does not count as usage. */
  readonly uncounted?: true
  /** Formats failures for an operation in another provider's format, whose clients expect a different structure. */
  readonly tellProblem?: (problem: Problem, request: Pick<FrameRequest, 'query'>) => ForeignProblem
}

export interface Reservation {
  readonly account: number
  readonly units: number
  readonly day: Day
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    /**
     * Uses the fast path because the operation is called often, optionally only up to a body size. The handler must
     * send serialized JSON or plain objects.
     */
    shortcut?: true | { readonly mostBodyBytes: number }
  }
  interface FastifyRequest {
    operation: FrameRequest['operation']
    caller: Caller
    isInner: boolean
    nowMs: FrameRequest['nowMs']
    reservation: FrameRequest['reservation']
    ignored: FrameRequest['ignored']
  }
}
