import { type Static, type TSchema, Type } from 'typebox'

/**
 * Schema helpers for validation, types and documentation. OpenAPI 3.0.3 supports neither tuples nor a null type, so the
 * helpers below emulate them.
 */

export const ErrorSchema = Type.Object(
  {
    busy: Type.Boolean({ description: 'Whether the same request may succeed later; Retry-After says when.' }),
    detail: Type.String({ description: 'What is wrong and what to do.' }),
  },
  { $id: 'Error', description: 'The body of every error reply.' },
)

export function NullableSchema<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, nullable: true })
}

export function OneOfSchema<const T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
}

export const InstantSchema = (description: string) => Type.String({ format: 'date-time', description })

/** A string without control characters: they do not belong in a name, and PostgreSQL rejects NUL. */
export const SingleLineSchema = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    description,
    'x-demand': 'be one line without control characters',
  })

export const WarningsSchema = Type.Optional(
  Type.Array(Type.String(), { description: 'Parts of the request that the service ignored.' }),
)

const COMMON_STATUSES = [400, 408, 417, 429, 431, 503]

const statusMeanings: Record<number, string> = {
  400: 'The request is not valid HTTP or JSON, or has the wrong content type.',
  401: 'The key is missing, unknown, revoked or expired.',
  403: 'The plan or the caller is not allowed to do this.',
  404: 'Not found.',
  408: 'The request did not arrive completely in time.',
  409: 'The state of the account does not allow it.',
  413: 'The body is too large.',
  417: 'The Expect header asks for something other than 100-continue.',
  422: 'A field is invalid; the detail names it.',
  429: 'A rate limit was exceeded or the monthly quota is used up; wait for the time in Retry-After.',
  431: 'The headers are too large.',
  502: 'A service that this one depends on is unavailable; try again after Retry-After.',
  503: 'The service or its database is busy; try again after Retry-After.',
}

/**
 * Error responses of an operation. Any operation can be sent as malformed HTTP, be rate limited, be rejected by load
 * shedding, or fail because the database is unavailable.
 */
export function toErrorSchemas(...statuses: readonly number[]): Record<number, TSchema> {
  const responses: Record<number, TSchema> = {}
  for (const status of [...statuses, ...COMMON_STATUSES]) {
    responses[status] = Type.Unsafe({ $ref: 'Error#', description: statusMeanings[status] ?? 'The request failed.' })
  }
  return responses
}
