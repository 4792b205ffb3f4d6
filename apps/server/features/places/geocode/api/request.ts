import type { Position } from '@fairway/places'
import { parseLanguage, parsePosition } from '../../../../platform/http/position-query.ts'
import { shorten } from '../../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import { isCountryCode, suggestCountryCode } from '../country-codes.ts'
import type { GeocodeQuery, ReverseQuery } from '../geocoded.ts'
import type { AnyFailure } from './failures.ts'
import { DEFAULT_RESULTS, type GeocodeFields, MIN_LETTERS, type ReverseFields } from './schemas.ts'

export function readGeocodeQuery(fields: GeocodeFields): Result<GeocodeQuery, AnyFailure> {
  const address = readAddressParts(fields)
  if (!address.ok) return address
  const { text, isAddress } = address.value
  const shortText = findShortText(fields, text)
  if (shortText) return fail(shortText)
  const nearPoint = readNear(fields.near)
  if (!nearPoint.ok) return nearPoint
  const language = parseLanguage(fields.lang)
  if (!language.ok) return language
  const { limit = DEFAULT_RESULTS, country } = fields
  const countryCode = country?.toUpperCase()
  if (countryCode !== undefined && !isCountryCode(countryCode)) {
    return fail({ kind: 'country-unknown', given: country ?? '', meant: suggestCountryCode(countryCode) })
  }
  return ok({
    text,
    limit,
    near: nearPoint.value,
    countryCode,
    language: language.value,
    isAddress,
    isTyping: fields.autocomplete,
  })
}

/**
 * Finds a text that is too short. A place name may have one letter, but a search for one letter finds nothing useful.
 */
function findShortText({ q, street, city }: GeocodeFields, text: string): AnyFailure | undefined {
  const field = q === undefined ? (street === undefined ? (city === undefined ? 'postcode' : 'city') : 'street') : 'q'
  const queryText = q === undefined ? text : toSingleLine(q)
  const minLetters = q === undefined ? 1 : MIN_LETTERS
  const letters = queryText.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return letters < minLetters
    ? { kind: 'query-too-short', field, given: shorten(queryText.trim()), letters, allowed: minLetters }
    : undefined
}

/** Returns the search text: q followed by the postcode and city if given, or the parts of an address. */
function readAddressParts({
  q,
  street,
  housenumber,
  city,
  postcode,
}: GeocodeFields): Result<Pick<GeocodeQuery, 'text' | 'isAddress'>, AnyFailure> {
  const place = [postcode, city].flatMap((part) => (part === undefined ? [] : [toSingleLine(part)])).join(' ')
  if (q !== undefined) {
    if (street !== undefined || housenumber !== undefined)
      return fail({ kind: 'query-and-street', field: street === undefined ? 'housenumber' : 'street' })
    return ok({ text: [toSingleLine(q), place].filter(Boolean).join(', '), isAddress: false })
  }
  if (street === undefined && place === '' && housenumber === undefined) return fail({ kind: 'query-missing' })
  if (housenumber !== undefined && street === undefined && city === undefined)
    return fail({ kind: 'street-missing', given: shorten(housenumber) })
  // Without a street, the number belongs to the village.
  const house = [street, housenumber].flatMap((part) => (part === undefined ? [] : [toSingleLine(part)])).join(' ')
  const text =
    street === undefined ? [place, house].filter(Boolean).join(' ') : [house, place].filter(Boolean).join(', ')
  return ok({ text, isAddress: true })
}

export function readReverseQuery(fields: ReverseFields): Result<ReverseQuery, AnyFailure> {
  const position = parsePosition(fields)
  if (!position.ok) return position
  const language = parseLanguage(fields.lang)
  return language.ok ? ok({ ...position.value, language: language.value }) : language
}

/**
 * Converts text pasted from letters and tables to a single line. Newlines and tabs become commas, and other control
 * characters are removed.
 */
function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s*[\n\r\t\v\f\u0085\u2028\u2029]+\s*/g, ', ')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/^[\s,]+/, '')
}

const decimalPattern = String.raw`\s*([+-]?\d{1,3}(?:\.\d*)?)\s*`
const coordinatePairPattern = new RegExp(`^${decimalPattern},${decimalPattern}$`)

function readNear(input: string | undefined): Result<Position | undefined, AnyFailure> {
  if (input === undefined) return ok(undefined)
  const match = coordinatePairPattern.exec(input)
  if (!match) return fail({ kind: 'near-unreadable', given: shorten(input) })
  const [latitude, longitude] = [Number(match[1]), Number(match[2])]
  if (Math.abs(latitude) > 90) return fail({ kind: 'near-out-of-range', what: 'latitude', given: latitude })
  if (Math.abs(longitude) > 180) return fail({ kind: 'near-out-of-range', what: 'longitude', given: longitude })
  if (latitude === 0 && longitude === 0) return fail({ kind: 'near-nowhere' })
  return ok({ latitude, longitude })
}
