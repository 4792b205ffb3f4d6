import { type Static, type TSchema, Type } from 'typebox'

/**
 * Schema helpers for validation, types and documentation. The helpers emulate tuples and the null type, which OpenAPI
 * 3.0.3 does not support.
 */

export const ErrorSchema = Type.Object(
  {
    busy: Type.Boolean({
      description: 'Whether the same request may succeed later; the `Retry-After` header states when.',
    }),
    detail: Type.String({ description: 'What is wrong and how to fix it.' }),
  },
  { $id: 'Error', description: 'The body of all error replies.' },
)

export function NullableSchema<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, nullable: true })
}

export function OneOfSchema<const T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
}

/** Lists literal values in a description, each marked as code. */
export const listLiterals = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ')

export const InstantSchema = (description: string) => Type.String({ format: 'date-time', description })

/** Matches text without control characters. Names do not need them, and PostgreSQL rejects NUL. */
export const SINGLE_LINE_PATTERN = '^[^\\u0000-\\u001f\\u007f]*$'

/** Creates a string schema without control characters. */
export const SingleLineSchema = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: SINGLE_LINE_PATTERN,
    description,
    'x-demand': 'be one line without control characters',
  })

export const WarningsSchema = Type.Optional(
  Type.Array(Type.String(), {
    description: 'Warnings, for example about parts of the request that the service ignored.',
  }),
)
