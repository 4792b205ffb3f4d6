/** The error object: the body of every unsuccessful reply. */
interface ErrorBody {
  /** Retrying later may help. */
  readonly busy: boolean
  readonly detail: string
}

/** The values of the RateLimit headers. */
export interface RateLimit {
  readonly burst: number
  readonly remaining: number
  readonly resetMs: number
}

/** A failure of an operation. Its kind is its row in the problem table. */
export interface Failure {
  readonly kind: string
}

export interface ProblemSpec<F> {
  /** Identifies the row in X-Error-Code, for programs. It is unique, in kebab-case, and never changes. */
  readonly code: string
  readonly status: number
  /** States the element, the limit, the given and allowed values, and the fix. */
  detail(failure: F): string
  retryAfterSeconds?(failure: F): number
  /** The limit that was hit, if it is not the general one. */
  rateLimit?(failure: F): RateLimit
  /** Used in the reference and in the test that renders every message. */
  readonly example: F
}

/** One row per failure kind. The code does not compile if a row is missing. */
export type ProblemTable<F extends Failure> = {
  readonly [K in F['kind']]: ProblemSpec<Extract<F, { readonly kind: K }>>
}

/** The rows of some failures, for an operation that cannot return the others. */
export function pickProblems<F extends Failure, const K extends F['kind']>(
  table: ProblemTable<F>,
  ...kinds: readonly K[]
): ProblemTable<Extract<F, { readonly kind: K }>> {
  const rows: Record<string, unknown> = {}
  for (const kind of kinds) rows[kind] = table[kind]
  return rows as ProblemTable<Extract<F, { readonly kind: K }>>
}

/** The parts of problem tables that the API document lists. */
export type ProblemCodes = Readonly<Record<string, Pick<ProblemSpec<Failure>, 'code' | 'status'>>>

export const ERROR_CODE_HEADER = 'x-error-code'

/** Statuses for which a retry may succeed. */
export const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503])
const DEFAULT_RETRY_SECONDS = 1

export interface Problem {
  readonly status: number
  readonly code: string
  readonly body: ErrorBody
  readonly retryAfterSeconds?: number
  readonly rateLimit?: RateLimit
}

/** A failure in another provider's format. Serialized here because our error schema would drop unknown fields. */
export interface ForeignProblem {
  readonly status: number
  readonly json: string
}

/** The part of a problem table that is needed for one failure. */
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
