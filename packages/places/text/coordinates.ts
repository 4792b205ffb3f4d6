import { normalizeCoordinates } from './plain-coordinates.ts'

export interface Position {
  readonly latitude: number
  readonly longitude: number
}

const MAX_LENGTH = 300
const MAX_PLAIN_LENGTH = 80
const NUMBER_PATTERN = String.raw`[+-]?\d{1,3}(?:\.\d+)?`
const decimalPattern = new RegExp(
  `^(?:geo:)?\\s*(${NUMBER_PATTERN})\\s*°?\\s*(?:[,;]\\s*|\\s*/\\s*|\\s+)(${NUMBER_PATTERN})\\s*°?(?:[?;].*)?$`,
  'i',
)
const HEMISPHERE_PATTERN = '[NSEW]'
/** Matches degrees, optional minutes, and optional seconds, each with or without its symbol. */
const ANGLE_PATTERN = String.raw`(\d{1,3}(?:\.\d+)?)\s*[°ºd:\s]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['’′m:\s]?\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|”|″|''|s)?\s*)?`
const hemisphereFirstPattern = new RegExp(
  `^(${HEMISPHERE_PATTERN})\\s*${ANGLE_PATTERN}[,;\\s]*(${HEMISPHERE_PATTERN})\\s*${ANGLE_PATTERN}$`,
  'i',
)
const hemisphereLastPattern = new RegExp(
  `^${ANGLE_PATTERN}(${HEMISPHERE_PATTERN})[,;\\s]*${ANGLE_PATTERN}(${HEMISPHERE_PATTERN})$`,
  'i',
)

/**
 * Parses a position in a common notation: `-34.9,-56.2`, `40.7128 N 74.006 W`, `40°26'46"N 79°58'56"W`,
 * `N 40 26.767 W 79 58.933`, `52,52 13,40`, `lat: … lon: …`, `geo:…`, or a map URL. Latitude comes first unless
 * hemisphere letters indicate otherwise. Returns undefined for other input.
 */
export function parseCoordinates(text: string): Position | undefined {
  // Most queries do not contain two numbers, so this check returns early.
  if (text.length > MAX_LENGTH || !/\d\D+\d/.test(text)) return undefined
  const normalizedText = normalizeCoordinates(text.trim())
  if (normalizedText.length > MAX_PLAIN_LENGTH) return undefined
  return parseDecimal(normalizedText) ?? parseAngles(normalizedText)
}

const numberListPattern = /^(?:geo:)?\s*[+-]?\d+(?:\.\d+)?(?:\s*[,;]\s*[+-]?\d+(?:\.\d+)?)+\s*$/i

/**
 * Returns true if the query looks like coordinates, valid or not. Examples are three numbers, a latitude of 91, and
 * 0,0, which programs send when they have no position. No place has such a name.
 */
export function looksLikeCoordinates(text: string): boolean {
  if (text.length > MAX_LENGTH || !/\d\D+\d/.test(text)) return false
  const normalizedText = normalizeCoordinates(text.trim())
  if (normalizedText.length > MAX_PLAIN_LENGTH) return false
  return (
    numberListPattern.test(normalizedText) ||
    (decimalPattern.test(normalizedText) && normalizedText.includes('.')) ||
    hemisphereFirstPattern.test(normalizedText) ||
    hemisphereLastPattern.test(normalizedText)
  )
}

function parseDecimal(text: string): Position | undefined {
  const match = decimalPattern.exec(text)
  if (!match) return undefined
  // Two integers without a comma are usually a house number and a postcode.
  if (!/[,;.]/.test(text)) return undefined
  return validatePosition(Number(match[1]), Number(match[2]))
}

function parseAngles(text: string): Position | undefined {
  const hemisphereFirstMatch = hemisphereFirstPattern.exec(text)
  if (hemisphereFirstMatch)
    return toPosition(
      hemisphereFirstMatch[1],
      toDegrees(hemisphereFirstMatch.slice(2, 5)),
      hemisphereFirstMatch[5],
      toDegrees(hemisphereFirstMatch.slice(6, 9)),
    )
  const hemisphereLastMatch = hemisphereLastPattern.exec(text)
  if (hemisphereLastMatch)
    return toPosition(
      hemisphereLastMatch[4],
      toDegrees(hemisphereLastMatch.slice(1, 4)),
      hemisphereLastMatch[8],
      toDegrees(hemisphereLastMatch.slice(5, 8)),
    )
  return undefined
}

function toDegrees([degrees, minutes, seconds]: readonly (string | undefined)[]): number {
  const minutesValue = Number(minutes ?? 0)
  const secondsValue = Number(seconds ?? 0)
  if (minutesValue >= 60 || secondsValue >= 60) return Number.NaN
  return Number(degrees) + minutesValue / 60 + secondsValue / 3600
}

function toPosition(letterA: string, a: number, letterB: string, b: number): Position | undefined {
  const [nameA, nameB] = [letterA.toUpperCase(), letterB.toUpperCase()]
  const applySign = (letter: string, value: number) => (letter === 'S' || letter === 'W' ? -value : value)
  const isLatitude = (letter: string) => letter === 'N' || letter === 'S'
  if (isLatitude(nameA) === isLatitude(nameB)) return undefined
  const [latitude, longitude] = isLatitude(nameA)
    ? [applySign(nameA, a), applySign(nameB, b)]
    : [applySign(nameB, b), applySign(nameA, a)]
  return validatePosition(latitude, longitude)
}

function validatePosition(latitude: number, longitude: number): Position | undefined {
  const isValid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
  return isValid ? { latitude, longitude } : undefined
}
