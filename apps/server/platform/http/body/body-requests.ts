import type { HttpFailure } from '../http-problems.ts'

/** The name of a field of a body, and of a field inside it. */
export type TablePath = readonly [field: string, table: string]

/** A large body to parse. */
export interface LargeBody {
  readonly bytes: Uint8Array
  /** The schema as JSON; undefined if the body is not checked. */
  readonly schema: string | undefined
  readonly tables: readonly TablePath[]
}

export type ParsedBody =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly failure: HttpFailure }

/** Calls that a body thread handles. */
export type BodyThreadRequests = { parse: (body: LargeBody) => ParsedBody }
