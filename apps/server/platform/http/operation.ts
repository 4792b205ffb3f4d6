import type { Day } from '../clock.ts'
import type { FrameRequest } from './body/exchange.ts'
import type { Caller } from './guard/caller.ts'
import type { ForeignProblem, Problem } from './problem.ts'

/**
 * Who may call:
 * - `open`: anybody while the beta is open, keys otherwise
 * - `public`: anybody, always (signup: that is where keys come from)
 * - `key`: keys only
 * - `area`: the account area, which knows people by their session
 */
export type Access = 'open' | 'public' | 'key' | 'area'

/** What an operation says of itself to the frame. A route without it (health, documentation) is neither limited nor counted. */
export interface Operation {
  /** Its name in usage and metrics. */
  readonly name: string
  readonly access: Access
  /** The key may come as the password of HTTP Basic, too: for devices that cannot send a header of their own. */
  readonly takesBasic?: true
  /** How many routes of the quota a valid request takes. Absent: none. */
  readonly units?: (request: FrameRequest) => number
  /** Looking at one's usage is not usage. */
  readonly uncounted?: true
  /** For an operation that speaks somebody else's format: its clients look for failures elsewhere. */
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
     * Called so often that it is worth the shortcut; with larger bodies perhaps not. Its handler must send JSON written
     * out, or plain objects.
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
