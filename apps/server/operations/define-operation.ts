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
 * The permitted callers. `open` allows anyone during the open beta and otherwise requires a key. `public` always allows
 * anyone (signup, which issues keys). `key` requires a key. `area` is the account area, authenticated by session.
 */
export type Access = 'open' | 'public' | 'key' | 'area'

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The validated input to an operation. */
export interface OperationInput<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: RequestHeaders
}

/** The input as it arrived, before validation. */
export interface RawInput extends OperationInput {
  body: unknown
}

/** The information about a call that is available to its operation. It does not depend on how the call arrived. */
export interface OperationContext<C extends Caller = Caller, Prepared = unknown> {
  /** The request id. */
  readonly id: string
  readonly method: string
  /** The path with the query as it was sent. */
  readonly url: string
  /** The IP address of the client; empty for calls inside the process. */
  readonly ip: string
  readonly caller: C
  /** The result of `prepare`. */
  readonly prepared: Prepared
  /** Ignored fields that the reply must report. */
  ignored: readonly string[] | null
  readonly log: { debug(fields: object, message: string): void }
  /** The time that the call treats as the current time. */
  now(): number
  /** Calls `act` when the client disconnects, unless the returned function is called first. */
  onDisconnect(act: () => void): () => void
}

type CallerFor<A extends Access> = A extends 'key' ? AccountCaller : Caller
type FailedResult<F> = Extract<Result<never, F>, { readonly ok: false }>

/** Replies may be built from read-only values. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/** The outcome of a call: a reply, or a failure from the operation's table. */
export type OperationOutcome<T = unknown, F extends Failure = Failure> = Reply<T> | FailedResult<F>

/** How the operation is listed in the OpenAPI document. An operation without it is not listed. */
interface OperationDocs {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** The documented reply: one schema, or one per media type. */
type ReplyDocs<R extends TSchema = TSchema> =
  | { readonly description?: string; readonly schema: R }
  | { readonly description: string; readonly content: Readonly<Record<string, object>> }

interface OperationSettings {
  /** The name in usage and metrics. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly docs?: OperationDocs
  /**
   * The operation id whose permission a key needs. For an operation that is not listed in the OpenAPI document, such as
   * one in the format of another provider.
   */
  readonly permission?: string
  /** Calls do not count as usage; for example, reading usage is not counted. */
  readonly uncounted?: true
  /** Also accepts the key as an HTTP Basic password, for devices that cannot send custom headers. */
  readonly takesBasic?: true
  /**
   * Enables the fast path for an operation that is called often, optionally only for bodies up to a given size. Such an
   * operation has no input other than its body.
   */
  readonly fastPath?: true | { readonly maxBodyBytes: number }
  readonly bodyLimitBytes?: number
  /** A body limit that depends on the caller. */
  readonly bodyLimitOf?: (caller: Caller) => number
  /**
   * The rate of a request that does not count towards the request rate of its account. Undefined means that the request
   * counts like any other. Called before the input is validated.
   */
  readonly ownRate?: (input: Pick<RawInput, 'params'>, caller: AccountCaller) => MaybePromise<NamedRate | undefined>
  /** Tables of numbers in the body. In a large body their rows are Float64Arrays, with NaN for null. */
  readonly packedTables?: readonly TablePath[]
  /** Parsers for body types other than JSON, by media type. */
  readonly bodyTypes?: Readonly<Record<string, (body: string) => unknown>>
  /** The schema that bodies are checked against, if it is looser than the documented one. */
  readonly looseBody?: TSchema
  /** Headers of every reply, including failures. */
  readonly replyHeaders?: Readonly<Record<string, string>>
  readonly headers?: TSchema
  /** Statuses of the documented error replies. */
  readonly errors?: readonly number[]
  /** The tables of operations that this one calls and whose failures it passes on. */
  readonly forwardedFailures?: readonly ProblemCodes[]
  /** Formats failures for an operation in another provider's format, whose clients expect a different structure. */
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
  /** One row per failure that `prepare` and `handle` can return. */
  readonly failures?: ProblemTable<F>
  /** Quota units that a valid request consumes. Default: none. */
  units?(input: OperationInput<Static<P>, Static<Q>, Static<B>>, caller: CallerFor<A>): number
  /** The number of calls that a request counts as in the usage. Default: one. */
  calls?(input: OperationInput<Static<P>, Static<Q>, Static<B>>): number
  /** Runs before the input is validated. Reads a session, or converts a body in another format. */
  prepare?(input: RawInput, context: OperationContext<CallerFor<A>, undefined>): MaybePromise<Result<T, F>>
  handle(
    input: OperationInput<Static<P>, Static<Q>, Static<B>>,
    context: OperationContext<CallerFor<A>, T>,
  ): MaybePromise<OperationOutcome<DeepReadonly<Static<R>>, F>>
}

/** An operation as its callers see it. Its input is validated by its schemas before it gets here. */
export interface Operation extends OperationSettings {
  readonly access: Access
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly reply?: ReplyDocs
  readonly failures?: ProblemCodes
  units?(input: OperationInput, caller: Caller): number
  calls?(input: OperationInput): number
  prepare?(input: RawInput, context: OperationContext): MaybePromise<Result<unknown, Failure>>
  handle(input: OperationInput, context: OperationContext): MaybePromise<OperationOutcome>
  toProblem(failure: Failure): Problem
}

/**
 * Defines an operation of the API. Fastify, the fast path and callers inside the process run the same definition
 * through the same guard, validation, metering and logging.
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
  const createProblem = (failure: F): Problem => {
    if (!definition.failures) throw new Error(`${definition.name} has no table of failures`)
    return toProblem(definition.failures, failure)
  }
  return { ...definition, toProblem: createProblem }
}
