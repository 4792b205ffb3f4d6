import type { FairwayClient } from '@fairway/client'

/** Point as [latitude, longitude] in degrees. */
export type Point = [number, number]

export interface NamedPoint {
  readonly at: Point
  readonly label: string
}

/** Error that explains to the model why a request cannot be fulfilled. */
export class ToolError extends Error {}

/** Minimum confidence of a match. Matches with a lower confidence are guesses. */
const MIN_CONFIDENCE = 0.6

/** Finds the place for a string that is either `latitude,longitude` or an address. */
export async function findPlace(client: FairwayClient, text: string, near?: Point): Promise<NamedPoint> {
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (latitude !== undefined && longitude !== undefined)
    return { at: [Number(latitude), Number(longitude)], label: `${latitude}, ${longitude}` }
  const { results } = await client.geocode({ q: text, limit: 1, ...(near && { near: near.join(',') }) })
  const [bestResult] = results
  if (!bestResult || bestResult.confidence < MIN_CONFIDENCE) {
    const hint = bestResult ? `; the closest match is ${bestResult.label} (${bestResult.at.join(', ')})` : ''
    throw new ToolError(`No place matches ${JSON.stringify(text)}${hint}. Give a full address or latitude,longitude.`)
  }
  const [lat = 0, lon = 0] = bestResult.at
  return { at: [lat, lon], label: bestResult.label }
}

/** Finds places one after another, each preferably near the previous place. */
export async function findPlaces(client: FairwayClient, texts: readonly string[]): Promise<NamedPoint[]> {
  const places: NamedPoint[] = []
  for (const text of texts) places.push(await findPlace(client, text, places.at(-1)?.at))
  return places
}
