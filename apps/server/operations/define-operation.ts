import type { Static, TSchema, TUnknown } from 'typebox'
import type { TablePath } from '../platform/http/body/body-requests.ts'
import type { AccountCaller, Caller } from '../platform/http/guard/caller.ts'
import {
  type Failure,
  type ForeignProblem,
  type Problem,
  type ProblemCodes,
  type ProblemTable,
  toProblem,
} from '../platform/http/problem.ts'
import type { MaybePromise } from '../platform/metering/limiter.ts'
import type { NamedRate } from '../platform/metering/rate.ts'
import type { Result } from '../platform/result.ts'
import type { Reply } from './reply.ts'

/**
 * Access levels of an operation. `open` allows anyone during the open beta and requires a key after it. `public` always
 * allows anyone, for example for signup. `key` requires a key. `area` is the account area, which authenticates by
 * session.
 */
export type Access = 'open' | 'public' | 'key' | 'area'

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Validated input of an operation. */
export interface OperationInput<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: RequestHeaders
}

/** Input of a request before validation. */
export interface RawInput extends OperationInput {
  body: unknown
}

/** Context of a call, which is the same for Fastify, the fast path and calls inside the process. */
export interface OperationContext<C extends Caller = Caller, Prepared = unknown> {
  readonly id: string
  readonly method: string
  /** Path and query string as the client sent them. */
  readonly url: string
  /** IP address of the client. Empty for calls inside the process. */
  readonly ip: string
  readonly caller: C
  /** Value that `prepare` returned. */
  readonly prepared: Prepared
  /** Ignored request fields that the reply must report. */
  ignored: readonly string[] | null
  readonly log: { debug(fields: object, message: string): void }
  /** Returns the current time for this call, which a caller inside the process can override. */
  now(): number
  /** Calls `act` when the client disconnects. The returned function cancels the registration. */
  onDisconnect(act: () => void): () => void
}

type CallerFor<A extends Access> = A extends 'key' ? AccountCaller : Caller
type FailedResult<F> = Extract<Result<never, F>, { readonly ok: false }>

/** Read-only version of a type, so that handlers can build replies from read-only values. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/** Outcome of a call: a reply, or a failure from the operation's problem table. */
export type OperationOutcome<T = unknown, F extends Failure = Failure> = Reply<T> | FailedResult<F>

/** Entry of the operation in the OpenAPI document. Operations without an entry are not listed. */
interface OperationDocs {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** Documented reply: one schema, or one schema per media type. */
type ReplyDocs<R extends TSchema = TSchema> =
  | { readonly description?: string; readonly schema: R }
  | { readonly description: string; readonly content: Readonly<Record<string, object>> }

/**
 * Rules by which a cluster finds the node that answers a request. Without these rules, any node can answer. See
 * maps/cluster.
 */
export interface Regional<Input extends OperationInput = OperationInput, Body = unknown> {
  /**
   * Returns the positions, as [latitude, longitude], that must be on one map. Returns undefined if the input is invalid
   * or needs no map, in which case this node answers.
   */
  positions?(input: Input): readonly (readonly number[])[] | undefined
  /** Error codes after which the other maps that cover the positions are tried. */
  readonly mapCodes?: readonly string[]
  /** Error codes after which the other nodes are asked, because only one of them may have the requested data. */
  readonly nodeCodes?: readonly string[]
  /** Combines the replies of all nodes. `missing` lists the regions whose nodes did not answer. */
  combine?(replies: readonly Body[], missing: readonly string[], input: Input): Body
}

interface OperationSettings {
  /** Name of the operation in usage records and metrics. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /**
   * Whether clients may send a request again without knowing the outcome of the first one. That is safe if the
   * operation only computes a result, or sets values that stay the same when set again. Required for documented POST,
   * PUT and PATCH operations. Default: true for GET, false for DELETE, because a repeated deletion gets 404.
   */
  readonly idempotent?: boolean
  readonly docs?: OperationDocs
  /**
   * Operation id whose permission a key needs. Only for operations that the OpenAPI document does not list, such as
   * those in another provider's format.
   */
  readonly permission?: string
  /** Excludes calls from usage, for example calls that read the usage. */
  readonly uncounted?: true
  /** Also accepts the key as an HTTP Basic password, for devices that cannot send custom headers. */
  readonly takesBasic?: true
  /**
   * Enables the fast path, optionally also for requests with a query. A request with a body other than JSON takes the
   * regular path.
   */
  readonly fastPath?: true | { readonly query: true }
  readonly bodyLimitBytes?: number
  /** Returns the body limit for a caller, in bytes. */
  readonly bodyLimitOf?: (caller: Caller) => number
  /**
   * Returns the separate rate of a request that does not count toward the request rate of its account. Undefined means
   * that the request counts toward the account's rate. The server calls this function before it validates the input.
   */
  readonly ownRate?: (input: Pick<RawInput, 'params'>, caller: AccountCaller) => MaybePromise<NamedRate | undefined>
  /** Tables of numbers in the body. In a large body, their rows are Float64Arrays in which NaN replaces null. */
  readonly packedTables?: readonly TablePath[]
  /** Parsers for body types other than JSON, by media type. */
  readonly bodyTypes?: Readonly<Record<string, (body: string) => unknown>>
  /** Schema for body validation if it is less strict than the documented schema. */
  readonly looseBody?: TSchema
  /** Headers of every reply, including failures. */
  readonly replyHeaders?: Readonly<Record<string, string>>
  readonly headers?: TSchema
  /** HTTP statuses of the documented error replies. */
  readonly errors?: readonly number[]
  /** Problem tables of the operations that this operation calls and whose failures it forwards. */
  readonly forwardedFailures?: readonly ProblemCodes[]
  /** Formats failures for an operation in another provider's format. */
  readonly toForeignProblem?: (problem: Problem, input: { readonly query: unknown }) => ForeignProblem
}

export interface OperationDefinition<
  A extends Access,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  F extends Failure,
  T,
> extends OperationSettings {
  readonly access: A
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply?: ReplyDocs<R>
  readonly regional?: Regional<OperationInput<Static<P>, Static<Q>, Static<B>>, DeepReadonly<Static<R>>>
  /** Problem table with one row per failure that `prepare` and `handle` can return. */
  readonly failures?: ProblemTable<F>
  /** Returns the quota units that a valid request consumes. Default: none. */
  units?(input: OperationInput<Static<P>, Static<Q>, Static<B>>, caller: CallerFor<A>): number
  /** Returns the number of calls that a request adds to the usage. Default: one. */
  calls?(input: OperationInput<Static<P>, Static<Q>, Static<B>>): number
  /** Runs before validation, to read a session or to convert a body from another format. */
  prepare?(input: RawInput, context: OperationContext<CallerFor<A>, undefined>): MaybePromise<Result<T, F>>
  handle(
    input: OperationInput<Static<P>, Static<Q>, Static<B>>,
    context: OperationContext<CallerFor<A>, T>,
  ): MaybePromise<OperationOutcome<DeepReadonly<Static<R>>, F>>
}

/** Operation with its types erased, as the framework calls it. The schemas validate the input before `handle` runs. */
export interface Operation extends OperationSettings {
  readonly access: Access
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly reply?: ReplyDocs
  readonly regional?: Regional
  readonly failures?: ProblemCodes
  units?(input: OperationInput, caller: Caller): number
  calls?(input: OperationInput): number
  prepare?(input: RawInput, context: OperationContext): MaybePromise<Result<unknown, Failure>>
  handle(input: OperationInput, context: OperationContext): MaybePromise<OperationOutcome>
  toProblem(failure: Failure): Problem
}

/**
 * Defines an API operation. Fastify, the fast path and callers inside the process run it with the same guard,
 * validation, metering and logging.
 */
export function defineOperation<
  const A extends Access,
  P extends TSchema = TUnknown,
  Q extends TSchema = TUnknown,
  B extends TSchema = TUnknown,
  R extends TSchema = TUnknown,
  F extends Failure = never,
  T = undefined,
>(definition: OperationDefinition<A, P, Q, B, R, F, T>): Operation {
  const { name, method, docs, idempotent } = definition
  if (docs && ['POST', 'PUT', 'PATCH'].includes(method) && idempotent === undefined)
    throw new Error(`${name} (${method}) does not say whether it is idempotent`)
  const createProblem = (failure: F): Problem => {
    if (!definition.failures) throw new Error(`${name} has no table of failures`)
    return toProblem(definition.failures, failure)
  }
  return { ...definition, toProblem: createProblem }
}
