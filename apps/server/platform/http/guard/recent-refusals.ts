import type { HttpRequest } from '../body/exchange.ts'
import type { Problem } from '../problem.ts'
import { toTaskOwner } from './caller.ts'

/** Minimum size of a body whose request may be refused without being read. Smaller bodies are read quickly. */
const MIN_BODY_BYTES = 8192
/** Time after a refusal during which the caller gets the same refusal for its large bodies. */
const REPEAT_MS = 250
const MAX_ENTRIES = 10_000

interface Refusal {
  readonly problem: Problem
  readonly untilMs: number
}

/**
 * Remembers which callers the compute threads have just refused. A caller that ignores Retry-After gets the same refusal
 * again before its large body is parsed, because parsing large bodies delays other callers.
 */
export class RecentRefusals {
  private readonly refusals = new Map<string, Refusal>()
  private readonly now: () => number

  constructor(now = () => performance.now()) {
    this.now = now
  }

  record(request: HttpRequest, problem: Problem): void {
    if (!hasLargeBody(request)) return
    if (this.refusals.size >= MAX_ENTRIES) this.refusals.clear()
    this.refusals.set(toKey(request), { problem, untilMs: this.now() + REPEAT_MS })
  }

  /** Returns the refusal that the request gets again. */
  find(request: HttpRequest): Problem | undefined {
    if (this.refusals.size === 0 || !hasLargeBody(request)) return undefined
    const key = toKey(request)
    const refusal = this.refusals.get(key)
    if (!refusal) return undefined
    if (refusal.untilMs > this.now()) return refusal.problem
    this.refusals.delete(key)
    return undefined
  }
}

function hasLargeBody({ headers }: HttpRequest): boolean {
  return Number(headers['content-length']) >= MIN_BODY_BYTES
}

function toKey({ caller, operation }: HttpRequest): string {
  return `${operation?.name} ${toTaskOwner(caller).id}`
}
