import type { HttpFailure } from '../http-problems.ts'
import type { RequestNotes } from './spellings.ts'

/** Path to a table: the name of a body field and the name of a table inside that field. */
export type TablePath = readonly [field: string, table: string]

/** Piece of a large body that is still arriving. */
export interface BodyPiece {
  readonly id: number
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** Large body whose pieces have all arrived. */
export interface LargeBody {
  readonly id: number
  /** Schema as JSON. Undefined if the body is not validated. */
  readonly schema: string | undefined
  readonly tables: readonly TablePath[]
}

export type ParsedBody =
  | { readonly kind: 'value'; readonly value: unknown; readonly notes: RequestNotes }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly failure: HttpFailure }

/** Requests that a body thread handles. */
export type BodyThreadRequests = {
  add: (piece: BodyPiece) => void
  parse: (body: LargeBody) => ParsedBody
  /** Discards an incomplete body. */
  drop: (id: number) => void
}
