import type { HttpFailure } from '../http-problems.ts'

/** The name of a body field, and of a field inside it. */
export type TablePath = readonly [field: string, table: string]

/** A piece of a large body that is still being read. */
export interface BodyPiece {
  readonly id: number
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** A large body whose pieces have all arrived. */
export interface LargeBody {
  readonly id: number
  /** The schema as JSON; undefined if the body is not checked. */
  readonly schema: string | undefined
  readonly tables: readonly TablePath[]
}

export type ParsedBody =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly failure: HttpFailure }

/** Calls that a body thread handles. */
export type BodyThreadRequests = {
  add: (piece: BodyPiece) => void
  parse: (body: LargeBody) => ParsedBody
  /** Discards a body that does not arrive completely. */
  drop: (id: number) => void
}
