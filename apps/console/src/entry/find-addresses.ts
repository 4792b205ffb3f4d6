import type { GeocodeReply, ReverseReply } from '@fairway/client'
import { type Point, roundPoint } from '../points.ts'
import { CallFailed } from '../state/calls.ts'
import { nearMap } from './near-map.ts'
import { askPolitely } from './politely.ts'
import type { ReadLine, Written } from './read-line.ts'

/** A written place with a resolved position. */
export type Placed = Written & { readonly at: Point }

export interface Found {
  readonly placed: readonly Placed[]
  readonly failed: readonly ReadLine[]
}

/**
 * Resolves the positions of all lines. Coordinates are used as they are; addresses are geocoded one after the other.
 */
export async function findAddresses(
  lines: readonly ReadLine[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Found> {
  const placed: Placed[] = []
  const failed: ReadLine[] = []
  for (const [index, one] of lines.entries()) {
    if (signal.aborted) break
    onProgress(index)
    if (one.written === undefined) failed.push(one)
    else if (one.written.at !== undefined) placed.push({ ...one.written, at: roundPoint(one.written.at) })
    else {
      const found = await geocode(one.written.label, signal)
      if (typeof found === 'string') failed.push({ ...one, fault: found })
      else placed.push({ ...one.written, ...found })
    }
  }
  return { placed, failed }
}

/** The maximum query length that the service accepts. */
export const MAX_LETTERS = 200

/**
 * A result below this confidence is a guess, and a stop in the wrong position is worse than none. Typos and unknown
 * house numbers score above it.
 */
const MIN_CONFIDENCE = 0.65

/** Returns the likeliest match near the map center, or the reason why there is none. */
async function geocode(text: string, signal: AbortSignal): Promise<{ at: Point; label: string } | string> {
  if (text.length > MAX_LETTERS)
    return `too long for an address: ${text.length} characters, at most ${MAX_LETTERS} are allowed`
  try {
    const query = { q: text, limit: 1, near: nearMap() }
    const { results } = await askPolitely<GeocodeReply>({ method: 'GET', path: '/v1/geocode', query }, signal)
    const [best] = results
    if (best === undefined) return 'address not found'
    if (best.confidence < MIN_CONFIDENCE) return `address not found; closest match: ${best.label}`
    return { at: roundPoint(best.at), label: best.label }
  } catch (error) {
    return error instanceof CallFailed ? error.message : String(error)
  }
}

/** Naming more points would send too many requests only for labels. Further points show their coordinates. */
const NAMED_AT_MOST = 30

/** Reverse geocodes points that have no label, one after the other. It stops at the first error. */
export async function nameAll(
  points: readonly { readonly key: number; readonly at: Point; readonly label: string }[],
  onName: (key: number, at: Point, label: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const unnamed = points.filter(({ label }) => label === '')
  for (const { key, at } of unnamed.slice(0, NAMED_AT_MOST)) {
    const query = { lat: at[0], lon: at[1] }
    const call = { method: 'GET', path: '/v1/reverse', query } as const
    const found = await askPolitely<ReverseReply>(call, signal).catch(() => undefined)
    if (found === undefined || signal.aborted) return
    onName(key, at, found.label)
  }
}
