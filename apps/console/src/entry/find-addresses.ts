import type { GeocodeReply, ReverseReply } from '@fairway/client'
import { type Point, roundPoint } from '../points.ts'
import { CallFailed } from '../state/calls.ts'
import { nearMap } from './near-map.ts'
import { askPolitely } from './politely.ts'
import type { ReadLine, Written } from './read-points.ts'

/** Somewhere on the map. */
export type Placed = Written & { readonly at: Point }

export interface Found {
  readonly placed: readonly Placed[]
  readonly failed: readonly ReadLine[]
}

/** Places of all lines: points as they are, addresses looked up one after the other. */
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

/** What the service takes. */
export const MOST_LETTERS = 200

/** Below this it is a guess, and a stop somewhere else is worse than none; typos and houses not known are above it. */
const LEAST_CONFIDENCE = 0.65

/** The likeliest place of that name, near what is looked at; or why there is none. */
async function geocode(text: string, signal: AbortSignal): Promise<{ at: Point; label: string } | string> {
  if (text.length > MOST_LETTERS)
    return `longer than an address can be: ${text.length} letters, at most ${MOST_LETTERS} are looked up`
  try {
    const query = { q: text, limit: 1, near: nearMap() }
    const { results } = await askPolitely<GeocodeReply>({ method: 'GET', path: '/v1/geocode', query }, signal)
    const [best] = results
    if (best === undefined) return 'no such address was found'
    if (best.confidence < LEAST_CONFIDENCE) return `was not found; nearest in name: ${best.label}`
    return { at: roundPoint(best.at), label: best.label }
  } catch (error) {
    return error instanceof CallFailed ? error.message : String(error)
  }
}

/** More would be a burden for a label: they are shown by their coordinates. */
const NAMED_AT_MOST = 30

/** Addresses for points that came without one, one after the other; given up at the first refusal. */
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
