import type { Position } from '@fairway/geo'
import { compileSea } from '../build/build-sea.ts'
import type { CoastRings } from '../build/coast-rings.ts'
import type { Channel } from '../passages/channels.ts'
import type { Gate } from '../passages/gates.ts'
import type { Sea } from '../schema.ts'

export interface TestSea {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
  /** Additional waters next to the box. */
  readonly waters?: readonly (readonly Position[])[]
  /** Islands, as lists of corners. */
  readonly lands?: readonly (readonly Position[])[]
  readonly channels?: readonly Channel[]
  readonly gates?: readonly Gate[]
  readonly isClosed?: (gate: Gate) => boolean
}

/** Makes a sea within a box, with islands. All other parts of the globe are land, so that compiling is fast. */
export function makeSea({ channels = [], gates = [], isClosed = () => false, ...drawn }: TestSea): Sea {
  return compileSea({ rings: makeRings(drawn), channels, gates, isClosed })
}

export function makeRings({ south, west, north, east, waters = [], lands = [] }: TestSea): CoastRings {
  const box: Position[] = [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
  ]
  const latitude: number[] = []
  const longitude: number[] = []
  const ringEnd: number[] = []
  for (const ring of [box, ...waters, ...lands]) {
    for (const [lat, lon] of [...ring, ring[0]]) {
      latitude.push(Math.round(lat * 1e6))
      longitude.push(Math.round(lon * 1e6))
    }
    ringEnd.push(latitude.length)
  }
  return {
    latitude: Int32Array.from(latitude),
    longitude: Int32Array.from(longitude),
    ringEnd: Uint32Array.from(ringEnd),
  }
}

/** Makes a rectangle of land or water. */
export function makeRectangle(south: number, west: number, north: number, east: number): Position[] {
  return [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
  ]
}
