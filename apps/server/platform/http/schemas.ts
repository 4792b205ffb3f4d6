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

/** Creates the schema of a position. */
export const PointSchema = (description = '`[latitude, longitude]`') =>
  Type.Array(Type.Number(), { 'x-name': 'Point', minItems: 2, maxItems: 2, description })

export const InstantSchema = (description: string) => Type.String({ format: 'date-time', description })

/** Accepted texts of a time: ISO 8601 with or without seconds and time zone, or seconds or milliseconds since 1970. */
const TIME_STRING_PATTERN =
  '^(\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d(:?\\d\\d)?)?|\\d{10,13})$'

export const TIME_DEMAND = 'be a timestamp such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970'

/** Text that is a time. Before validation, other spellings are converted to a timestamp with a time zone. */
export const timeString = { type: 'string', pattern: TIME_STRING_PATTERN, 'x-time': true }

/** Creates the schema of a time in a request. Operations receive a timestamp with a time zone. */
export const TimeSchema = (description: string, options: Record<string, unknown> = {}) =>
  Type.Unsafe<string>({
    anyOf: [{ type: 'string', pattern: TIME_STRING_PATTERN }, { type: 'number' }],
    description,
    'x-time': true,
    'x-demand': TIME_DEMAND,
    ...options,
  })

/** Creates the schema of a time in a query, whose values are texts. */
export const QueryTimeSchema = (description: string) =>
  Type.Unsafe<string>({ ...timeString, description, 'x-demand': TIME_DEMAND })

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
