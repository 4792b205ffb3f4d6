import type { GeocodeReply, ReverseReply } from '@fairway/client'
import { type Point, roundPoint } from '../points.ts'
import { CallError } from '../state/calls.ts'
import { formatMapCenter } from './near-map.ts'
import { callWithRetry } from './politely.ts'
import type { ParsedLine, PlaceEntry } from './read-line.ts'

/** A place as the user wrote it, with its resolved position. */
export type LocatedEntry = PlaceEntry & { readonly at: Point }

export interface GeocodedLines {
  readonly located: readonly LocatedEntry[]
  readonly failed: readonly ParsedLine[]
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
  for (const [index, line] of lines.entries()) {
    if (signal.aborted) break
    onProgress(index)
    if (line.entry === undefined) failedLines.push(line)
    else if (line.entry.at !== undefined) locatedEntries.push({ ...line.entry, at: roundPoint(line.entry.at) })
    else {
      const match = await geocode(line.entry.label, signal)
      if (typeof match === 'string') failedLines.push({ ...line, error: match })
      else locatedEntries.push({ ...line.entry, ...match })
    }
  }
  return { located: locatedEntries, failed: failedLines }
}

/** Maximum query length that the service accepts, in characters. */
export const MAX_QUERY_LENGTH = 200

/**
 * Minimum confidence of a geocoding result. Addresses with typos or unknown house numbers still reach it. Results with
 * lower scores are guesses, and a stop in the wrong position is worse than no stop.
 */
const MIN_CONFIDENCE = 0.65

/** Returns the likeliest match near the map center, or the reason why there is none. */
async function geocode(address: string, signal: AbortSignal): Promise<{ at: Point; label: string } | string> {
  if (address.length > MAX_QUERY_LENGTH)
    return `too long for an address: ${address.length} characters; at most ${MAX_QUERY_LENGTH} are allowed`
  try {
    const query = { q: address, limit: 1, near: formatMapCenter() }
    const { results } = await callWithRetry<GeocodeReply>({ method: 'GET', path: '/v1/geocode', query }, signal)
    const [bestResult] = results
    if (bestResult === undefined) return 'address not found'
    if (bestResult.confidence < MIN_CONFIDENCE) return `address not found; closest match: ${bestResult.label}`
    return { at: roundPoint(bestResult.at), label: bestResult.label }
  } catch (error) {
    return error instanceof CallError ? error.message : String(error)
  }
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
