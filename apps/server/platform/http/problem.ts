/** Error object in the body of every unsuccessful reply. */
interface ErrorBody {
  /** True if retrying later may help. */
  readonly busy: boolean
  readonly detail: string
}

/** Values of the RateLimit headers. */
export interface RateLimit {
  readonly burst: number
  readonly remaining: number
  readonly resetMs: number
}

/** Failure of an operation. The kind identifies the row in the problem table. */
export interface Failure {
  readonly kind: string
}

export interface ProblemSpec<F> {
  /** Code for programs, sent in X-Error-Code. Codes are unique, use kebab-case and never change. */
  readonly code: string
  readonly status: number
  /** Returns the message, which states the element, the limit, the given and allowed values, and the fix. */
  detail(failure: F): string
  retryAfterSeconds?(failure: F): number
  /** Returns the exceeded limit if it differs from the general limit. */
  rateLimit?(failure: F): RateLimit
  /** Example for the reference and for the test that renders every message. */
  readonly example: F
}

/** Table with one row per failure kind. The code does not compile if a row is missing. */
export type ProblemTable<F extends Failure> = {
  readonly [K in F['kind']]: ProblemSpec<Extract<F, { readonly kind: K }>>
}

/** Selects rows of a problem table, for an operation that cannot return the other failures. */
export function pickProblems<F extends Failure, const K extends F['kind']>(
  table: ProblemTable<F>,
  ...kinds: readonly K[]
): ProblemTable<Extract<F, { readonly kind: K }>> {
  const rows: Record<string, unknown> = {}
  for (const kind of kinds) rows[kind] = table[kind]
  return rows as ProblemTable<Extract<F, { readonly kind: K }>>
}

/** Fields of problem tables that the API document lists. */
export type ProblemCodes = Readonly<Record<string, Pick<ProblemSpec<Failure>, 'code' | 'status'>>>

export const ERROR_CODE_HEADER = 'x-error-code'

/** HTTP statuses for which a retry may succeed. */
export const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503])
const DEFAULT_RETRY_SECONDS = 1

export interface Problem {
  readonly status: number
  readonly code: string
  readonly body: ErrorBody
  readonly retryAfterSeconds?: number
  readonly rateLimit?: RateLimit
}

/**
 * Failure in another provider's format. The body is already serialized, because our error schema would drop its fields.
 */
export interface ForeignProblem {
  readonly status: number
  readonly json: string
}

/** Rows of a problem table, by failure kind. */
type ProblemRows<F extends Failure> = { readonly [K in F['kind']]: ProblemSpec<F> }

export function toProblem<F extends Failure>(table: ProblemRows<F>, failure: F): Problem {
  const spec: ProblemSpec<F> = table[failure.kind as F['kind']]
  const isBusy = busyStatuses.has(spec.status)
  const body = { busy: isBusy, detail: spec.detail(failure) }
  const { code, status } = spec
  if (!isBusy) return { status, code, body }
  const seconds = spec.retryAfterSeconds?.(failure) ?? DEFAULT_RETRY_SECONDS
  const rateLimit = spec.rateLimit?.(failure)
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds))
  return { status, code, body, retryAfterSeconds, ...(rateLimit && { rateLimit }) }
}

/** Shortens a given value, so that an error message stays readable. */
export function shorten(text: string, maxLength = 60): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 3)}…` : text
}
