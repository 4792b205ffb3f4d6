import type { Parser } from '../parsers.ts'

export interface Setting<T> {
  readonly env: string
  readonly parse: Parser<T>
  readonly fallback: T | undefined
  readonly description: string
  /** True if the value must never be printed. */
  readonly secret?: true
}

export function requiredSetting<T>(
  env: string,
  parse: Parser<T>,
  fallback: T,
  description: string,
  secret?: true,
): Setting<T> & { fallback: T } {
  return secret ? { env, parse, fallback, description, secret } : { env, parse, fallback, description }
}

export function optionalSetting<T>(env: string, parse: Parser<T>, description: string, secret?: true): Setting<T> {
  return secret
    ? { env, parse, fallback: undefined, description, secret }
    : { env, parse, fallback: undefined, description }
}
