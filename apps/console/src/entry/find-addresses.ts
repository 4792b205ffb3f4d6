import type { GeocodeReply, ReverseReply } from '@fairway/client'
import { type Point, roundPoint } from '../points.ts'
import { CallError } from '../state/calls.ts'
import { callWithRetry } from './call-with-retry.ts'
import { formatMapCenter } from './near-map.ts'
import type { ParsedLine, PlaceEntry } from './read-line.ts'

/** A place as the user wrote it, with its resolved position. */
export type LocatedEntry = PlaceEntry & { readonly at: Point }

/** An address that was found only approximately, so the user should check the position. */
export interface UncertainMatch {
  readonly written: string
  readonly label: string
}

export interface GeocodedLines {
  readonly located: readonly LocatedEntry[]
  readonly failed: readonly ParsedLine[]
  readonly uncertain: readonly UncertainMatch[]
}

/**
 * Resolves the positions of all lines. Coordinates are used as given, and addresses are geocoded one after the other.
 */
export async function geocodeLines(
  lines: readonly ParsedLine[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<GeocodedLines> {
  const locatedEntries: LocatedEntry[] = []
  const failedLines: ParsedLine[] = []
  const uncertainMatches: UncertainMatch[] = []
  for (const [index, line] of lines.entries()) {
    if (signal.aborted) break
    onProgress(index)
    if (line.entry === undefined) failedLines.push(line)
    else if (line.entry.at !== undefined) locatedEntries.push({ ...line.entry, at: roundPoint(line.entry.at) })
    else {
      const match = await geocode(line.entry.label, signal)
      if (typeof match === 'string') {
        failedLines.push({ ...line, error: match })
        continue
      }
      const { confidence, ...place } = match
      locatedEntries.push({ ...line.entry, ...place })
      if (confidence < CERTAIN_CONFIDENCE) uncertainMatches.push({ written: line.entry.label, label: place.label })
    }
  }
  return { located: locatedEntries, failed: failedLines, uncertain: uncertainMatches }
}

/** Maximum query length that the service accepts, in characters. */
export const MAX_QUERY_LENGTH = 200

/**
 * Minimum confidence of a geocoding result. Addresses with typos or unknown house numbers still reach it. Results with
 * lower scores are guesses, and a stop in the wrong position is worse than no stop.
 */
const MIN_CONFIDENCE = 0.65

/** Confidence from which a result needs no check. Below it, the street or the house number differs from the input. */
const CERTAIN_CONFIDENCE = 0.8

/** Returns the likeliest match, with a preference for matches near the map center, or the reason why there is none. */
async function geocode(
  address: string,
  signal: AbortSignal,
): Promise<{ at: Point; label: string; confidence: number } | string> {
  if (address.length > MAX_QUERY_LENGTH)
    return `too long for an address: ${address.length} characters; at most ${MAX_QUERY_LENGTH} are allowed`
  try {
    const query = { q: address, limit: 1, near: formatMapCenter() }
    const { results } = await callWithRetry<GeocodeReply>({ method: 'GET', path: '/v1/geocode', query }, signal)
    const [bestResult] = results
    if (bestResult === undefined) return 'address not found'
    if (bestResult.confidence < MIN_CONFIDENCE) return `address not found; closest match: ${bestResult.label}`
    const { at, label, confidence, address: parts } = bestResult
    return { at: roundPoint(at), label: removeCountry(label, parts?.country), confidence }
  } catch (error) {
    return error instanceof CallError ? error.message : String(error)
  }
}

/** Removes the country, which is the same for nearly all stops of a list and takes space from the rest of the label. */
function removeCountry(label: string, country: string | undefined): string {
  const suffix = `, ${country}`
  return country !== undefined && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label
}

/**
 * Maximum number of points to reverse geocode. Labels alone do not justify more requests, so other points show their
 * coordinates.
 */
const MAX_NAMED_POINTS = 30

/** Reverse geocodes points that have no label, one after the other, and stops at the first error. */
export async function nameUnlabeledPoints(
  points: readonly { readonly key: number; readonly at: Point; readonly label: string }[],
  onName: (key: number, at: Point, label: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const unlabeledPoints = points.filter(({ label }) => label === '')
  for (const { key, at } of unlabeledPoints.slice(0, MAX_NAMED_POINTS)) {
    const query = { lat: at[0], lon: at[1] }
    const call = { method: 'GET', path: '/v1/reverse', query } as const
    const reply = await callWithRetry<ReverseReply>(call, signal).catch(() => undefined)
    if (reply === undefined || signal.aborted) return
    onName(key, at, reply.label)
  }
}
