import { ok, type Result } from '../../../../platform/result.ts'
import { failOsrm, type OsrmError } from '../errors.ts'
import { Cursor } from './cursor.ts'

export interface OsrmUrl {
  readonly service: string
  readonly version: number
  readonly profile: string
  /** Coordinates, format and options, with percent encodings decoded. */
  readonly query: string
  /** Position of the query in the URL. Error messages count from this position. */
  readonly prefixLength: number
}

const IDENTIFIER_PATTERN = /[a-zA-Z0-9_.~:-]+/y
/** Characters that a query may contain unescaped. */
const QUERY_PATTERN = /(?:[a-zA-Z0-9_[\]{}@?|\\~`^=,;:&().+-]|%[0-9a-fA-F]{2})+/y
const CONTEXT_LETTERS = 3

/** Splits a URL such as `/route/v1/driving/1,2;3,4?steps=true`. */
export function parseUrl(url: string): Result<OsrmUrl, OsrmError> {
  const cursor = new Cursor(url)
  const failHere = (): Result<never, OsrmError> => {
    const { position } = cursor
    const context = url.slice(Math.max(0, position - CONTEXT_LETTERS), position + CONTEXT_LETTERS)
    return failOsrm('InvalidUrl', `URL string malformed close to position ${position}: "${context}"`)
  }
  if (!cursor.take('/')) return failHere()
  const service = cursor.match(IDENTIFIER_PATTERN)
  if (service === undefined || !cursor.take('/') || !cursor.take('v')) return failHere()
  const version = cursor.takeInteger()
  if (version === undefined || !cursor.take('/')) return failHere()
  const profile = cursor.match(IDENTIFIER_PATTERN)
  if (profile === undefined || !cursor.take('/')) return failHere()
  const prefixLength = cursor.position
  const encoded = cursor.match(QUERY_PATTERN)
  if (encoded === undefined || !cursor.isAtEnd) return failHere()
  return ok({ service, version, profile, query: decode(encoded), prefixLength })
}

/** Decodes percent encodings. Bytes that are not UTF-8 stay encoded, because they cannot be part of a valid query. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
