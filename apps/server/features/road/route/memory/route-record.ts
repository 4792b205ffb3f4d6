import type { PlannedLeg, Snap } from '@fairway/road'
import { type GeometryFormat, geometryFormats } from '../api/geometry-formats.ts'

/** Cached route. */
export interface CachedRoute {
  readonly dataset: string
  readonly legs: readonly PlannedLeg[]
  /** Start, via points and destination as sent, in degrees, including added charging stations. */
  readonly stops: readonly CachedStop[]
  /** Geometry format that the caller received. */
  readonly geometry: GeometryFormat
}

export interface CachedStop {
  readonly latitude: number
  readonly longitude: number
  /** Marks a charging station that the planner added. */
  readonly isStation?: true
}

/** Number of header words: length, checksum, numbers of characters, stops and legs, and the format. */
const HEADER_WORDS = 7
const CHECKSUM_START = 2
const WORDS_PER_STOP = 5
const WORDS_PER_SNAP = 13
const WORDS_PER_LEG = 6 + 2 * WORDS_PER_SNAP

export function countRecordWords(id: string, dataset: string, legs: readonly PlannedLeg[], stopCount: number): number {
  let wordCount = HEADER_WORDS + countStringWords(id) + countStringWords(dataset) + stopCount * WORDS_PER_STOP
  for (const { arcs, turns } of legs) wordCount += WORDS_PER_LEG + arcs.length + turns.length
  return wordCount
}

const floatScratch = new Float64Array(1)
const floatWords = new Int32Array(floatScratch.buffer)

/**
 * Writes a route as words at an offset with enough space. The function allocates no objects, because it runs for every
 * route.
 */
export function writeRecord(words: Int32Array, start: number, length: number, id: string, route: CachedRoute): void {
  const { dataset, legs, stops, geometry } = route
  words[start] = length
  words[start + 2] = id.length
  words[start + 3] = dataset.length
  words[start + 4] = geometryFormats.indexOf(geometry)
  words[start + 5] = stops.length
  words[start + 6] = legs.length
  let offset = writeString(words, start + HEADER_WORDS, id)
  offset = writeString(words, offset, dataset)
  for (let i = 0; i < stops.length; i++) {
    const { latitude, longitude, isStation }: CachedStop = stops[i] ?? NULL_POSITION
    offset = writeFloat(words, writeFloat(words, offset, latitude), longitude)
    words[offset++] = isStation ? 1 : 0
  }
  for (const leg of legs) offset = writeLeg(words, offset, leg)
  words[start + 1] = computeChecksum(words, start + CHECKSUM_START, start + length)
}

const NULL_POSITION = { latitude: 0, longitude: 0 }

function writeString(words: Int32Array, start: number, value: string): number {
  let offset = start
  for (let i = 0; i < value.length; i += 2) words[offset++] = value.charCodeAt(i) | (value.charCodeAt(i + 1) << 16)
  return offset
}

function writeFloat(words: Int32Array, offset: number, value: number): number {
  floatScratch[0] = value
  words[offset] = floatWords[0] ?? 0
  words[offset + 1] = floatWords[1] ?? 0
  return offset + 2
}

function writeLeg(words: Int32Array, start: number, leg: PlannedLeg): number {
  words[start] = leg.arcs.length
  words[start + 1] = leg.weight
  let offset = writeFloat(words, writeFloat(words, start + 2, leg.startFraction), leg.endFraction)
  offset = writeSnap(words, writeSnap(words, offset, leg.start), leg.end)
  return writeNumbers(words, writeNumbers(words, offset, leg.arcs), leg.turns)
}

function writeNumbers(words: Int32Array, offset: number, from: Uint32Array): number {
  const { length } = from
  for (let i = 0; i < length; i++) words[offset + i] = from[i] ?? 0
  return offset + length
}

function writeSnap(words: Int32Array, offset: number, snap: Snap): number {
  words[offset] = snap.edge
  words[offset + 1] = snap.segment
  words[offset + 2] = snap.latitude
  words[offset + 3] = snap.longitude
  words[offset + 4] = snap.sides
  const end = writeFloat(words, writeFloat(words, offset + 5, snap.fraction), snap.segmentShare)
  return writeFloat(words, writeFloat(words, end, snap.distanceMeters), snap.offsetMeters ?? 0)
}

/** Reads a record from a copy of its words. Returns undefined if the record is incomplete or has another id. */
export function readRecord(words: Int32Array, id: string): CachedRoute | undefined {
  if (words[1] !== computeChecksum(words, CHECKSUM_START, words.length)) return undefined
  const [, , idLength = 0, datasetLength = 0, format = 0, stopCount = 0, legCount = 0] = words
  let offset = HEADER_WORDS
  const nextWord = (): number => words[offset++] ?? 0
  const readFloat = (): number => {
    floatWords[0] = nextWord()
    floatWords[1] = nextWord()
    return floatScratch[0] ?? 0
  }
  const readString = (length: number): string => {
    const charCodes = Array.from({ length: Math.ceil(length / 2) }, nextWord).flatMap((two) => [
      two & 0xffff,
      two >>> 16,
    ])
    return String.fromCharCode(...charCodes.slice(0, length))
  }
  const readSnap = (): Snap => {
    const [edge, segment, latitude, longitude, sides] = [
      nextWord() >>> 0,
      nextWord() >>> 0,
      nextWord(),
      nextWord(),
      nextWord(),
    ]
    const [fraction, segmentShare, distanceMeters, offsetMeters] = [readFloat(), readFloat(), readFloat(), readFloat()]
    return { edge, segment, latitude, longitude, sides, fraction, segmentShare, distanceMeters, offsetMeters }
  }
  const readNumbers = (count: number): Uint32Array => {
    offset += count
    return new Uint32Array(words.buffer, words.byteOffset + (offset - count) * 4, count)
  }
  const readLeg = (): PlannedLeg => {
    const [arcCount, weight, startFraction, endFraction] = [nextWord(), nextWord(), readFloat(), readFloat()]
    const [start, end] = [readSnap(), readSnap()]
    return {
      arcs: readNumbers(arcCount),
      turns: readNumbers(arcCount - 1),
      startFraction,
      endFraction,
      weight,
      start,
      end,
    }
  }
  if (readString(idLength) !== id) return undefined
  const dataset = readString(datasetLength)
  const readStop = (): CachedStop => {
    const position = { latitude: readFloat(), longitude: readFloat() }
    return nextWord() === 1 ? { ...position, isStation: true } : position
  }
  const stops = Array.from({ length: stopCount }, readStop)
  const legs = Array.from({ length: legCount }, readLeg)
  return { dataset, legs, stops, geometry: geometryFormats[format] ?? 'points' }
}

function countStringWords(value: string): number {
  return (value.length + 1) >>> 1
}

function computeChecksum(words: Int32Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum = Math.imul(sum ^ (words[i] ?? 0), 0x9e3779b1) ^ (sum >>> 15)
  return sum | 0
}
