import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { BlockBuilder } from '@fairway/dataset'
import { compileBlock } from '@fairway/dataset/testing'
import { sharedPath } from '@fairway/geo/testing'
import type { RoadMap } from '../../map.ts'
import type { Track } from '../track.ts'
import type { Line } from './lines.ts'
import { type Point, trackOf } from './track-of.ts'

const folder = sharedPath('data/traffic/')
const points = `${folder}hof_fcd_points.csv.gz`
const truths = `${folder}hof_fcd_ground_truth.csv.gz`

export const hasHof = existsSync(points) && existsSync(truths)

/** A trip around Hof with the manually corrected ground truth. */
export interface HofTrip {
  readonly id: string
  readonly track: Track
  readonly truth: Line
}

export function readHof(): HofTrip[] {
  const truthOf = new Map(readTruths())
  const byId = new Map<string, { places: Point[]; seconds: number[] }>()
  for (const row of rowsOf(points)) {
    const columns = /^(\d+),([^,]+),POINT \((\S+) (\S+)\)$/.exec(row)
    if (!columns) continue
    const trip = byId.get(columns[1]) ?? { places: [], seconds: [] }
    byId.set(columns[1], trip)
    trip.places.push([Number(columns[4]), Number(columns[3])])
    trip.seconds.push(Date.parse(columns[2]) / 1000)
  }
  return [...byId].map(([id, { places, seconds }]) => ({
    id,
    track: trackOf(places, seconds),
    truth: truthOf.get(id) ?? [],
  }))
}

function readTruths(): [string, Line][] {
  return rowsOf(truths).map((row) => {
    const [, id, text] = /^(\d+),"MULTILINESTRING \(\((.*)\)\)"$/.exec(row) ?? ['', '', '']
    const line = text.split(',').map((pair): Point => {
      const [longitude, latitude] = pair.trim().split(' ').map(Number)
      return [latitude, longitude]
    })
    return [id, line]
  })
}

function rowsOf(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().split('\n').slice(1).filter(Boolean)
}

/** Builds a network that consists only of the ground-truth lines. Every segment is a two-way street. */
export function hofMap(trips: readonly HofTrip[]): Promise<RoadMap> {
  const builder = new BlockBuilder()
  const nodes = new NodeNumbers(builder)
  const pieces = new Map<string, readonly [number, number]>()
  for (const { truth } of trips) {
    for (let i = 1; i < truth.length; i++) {
      const ends = [nodes.numberOf(truth[i - 1]), nodes.numberOf(truth[i])].sort((a, b) => a - b)
      if (ends[0] !== ends[1]) pieces.set(ends.join(), [ends[0], ends[1]])
    }
  }
  const ends = trips.flatMap(({ truth }) => [truth[0], truth[truth.length - 1]]).map((end) => nodes.numberOf(end))
  const streets = new Map<string, readonly [number, number]>()
  for (const [a, b] of pieces.values()) {
    const cuts = [a, ...between(nodes, a, b, ends), b]
    for (let i = 1; i < cuts.length; i++) {
      const [from, to] = [cuts[i - 1], cuts[i]].sort((one, other) => one - other)
      streets.set(`${from} ${to}`, [from, to])
    }
  }
  let way = 1
  for (const street of streets.values()) {
    builder.ways.add(way++)
    for (const node of street) builder.ways.ref.push(node)
    builder.addTags(builder.ways, ['highway', 'residential'])
  }
  return compileBlock(builder.finish())
}

/**
 * Splits a segment at the ends of trips, which are in the middle of streets. Without a junction there, a street would
 * overlap itself.
 */
function between(nodes: NodeNumbers, a: number, b: number, ends: readonly number[]): number[] {
  const [from, to] = [nodes.at(a), nodes.at(b)]
  const [dy, dx] = [to[0] - from[0], to[1] - from[1]]
  const shares = new Map<number, number>()
  for (const end of ends) {
    const [y, x] = [nodes.at(end)[0] - from[0], nodes.at(end)[1] - from[1]]
    const share = (x * dx + y * dy) / (dx * dx + dy * dy)
    if (end === a || end === b || !(share > 0 && share < 1)) continue
    if (Math.hypot(x - share * dx, y - share * dy) < 3e-6) shares.set(end, share)
  }
  return [...shares.keys()].sort((one, other) => (shares.get(one) ?? 0) - (shares.get(other) ?? 0))
}

class NodeNumbers {
  private readonly builder: BlockBuilder
  private readonly numbers = new Map<string, number>()
  private readonly points: Point[] = [[0, 0]]

  constructor(builder: BlockBuilder) {
    this.builder = builder
  }

  numberOf(point: Point): number {
    const key = point.map((degrees) => Math.round(degrees * 1e6)).join()
    const existing = this.numbers.get(key)
    if (existing !== undefined) return existing
    const number = this.points.push(point) - 1
    this.numbers.set(key, number)
    this.builder.nodes.add(number, Math.round(point[0] * 1e7), Math.round(point[1] * 1e7))
    return number
  }

  at(number: number): Point {
    return this.points[number]
  }
}
