import type { Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import type { AssetKind } from './kinds.ts'
import type { Progress, TrackerState } from './state.ts'

/** Version of the encoding. It is the first byte, followed by a byte with the flags. */
const FORMAT_VERSION = 1
const HAS_PROGRESS = 1
const HAS_RARE_PARTS = 2
/**
 * Size of the header in bytes: version, flags, the count of the numbers and the length of the route ID as two bytes
 * each, and two bytes that align the numbers.
 */
const HEADER_BYTES = 8
/** Maximum number of numbers that a state contains in addition to its trail. */
const MAX_FIXED_NUMBERS = 48
/** Numbers that stand for null and for an absent value. A state contains only finite numbers, like any JSON. */
const NULL = Number.POSITIVE_INFINITY
const ABSENT = Number.NaN

const kinds: readonly AssetKind[] = ['drone', 'vehicle', 'robot', 'vessel']
const classifications: readonly TrackerState['last'][] = ['live', 'late', 'jump']
const phases: readonly Progress['phase'][] = ['before', 'on', 'off', 'arrived', 'done']

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Parts that few states have. They are stored as JSON after the numbers. */
type RareParts = Partial<Pick<TrackerState, 'suspect' | 'visits'> & Pick<Progress, 'rejoin' | 'conformity'>>

/**
 * Numbers of the state that is being encoded or decoded. The current position is `next`. The array grows for longer
 * trails.
 */
let numbers = new Float64Array(128)
let numberBytes = new Uint8Array(numbers.buffer)
let next = 0

/** Returns memory for the given number of bytes. */
export type Allocate = (length: number) => Uint8Array

/**
 * Encodes a state as bytes, for a reader with the same byte order. JSON takes several times as long, mostly because of
 * the decimal digits of coordinates, and needs more space. `decodeState` returns the same values as JSON would.
 */
export function encodeState(state: TrackerState, allocate: Allocate = (length) => new Uint8Array(length)): Uint8Array {
  const { progress } = state
  reserve(MAX_FIXED_NUMBERS + 4 * state.motion.trail.length)
  next = 0
  writeNumber(kinds.indexOf(state.kind))
  writeNumber(classifications.indexOf(state.last))
  writeFix(state.fix)
  writeMotion(state.motion)
  if (progress) writeProgress(progress)
  const planId = progress?.planId ?? ''
  const rareParts = findRareParts(state)
  const text = rareParts ? planId + JSON.stringify(rareParts) : planId
  const textStart = HEADER_BYTES + 8 * next
  const encoded = allocate(textStart + Buffer.byteLength(text))
  encoded[0] = FORMAT_VERSION
  encoded[1] = (progress ? HAS_PROGRESS : 0) | (rareParts ? HAS_RARE_PARTS : 0)
  writeCount(encoded, 2, next)
  writeCount(encoded, 4, Buffer.byteLength(planId))
  writeCount(encoded, 6, 0)
  encoded.set(numberBytes.subarray(0, 8 * next), HEADER_BYTES)
  if (text !== '') toBuffer(encoded).write(text, textStart)
  return encoded
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Writes a number of two bytes, lower byte first. */
function writeCount(encoded: Uint8Array, offset: number, count: number): void {
  encoded[offset] = count & 255
  encoded[offset + 1] = count >> 8
}

function readCount(encoded: Uint8Array, offset: number): number {
  return (encoded[offset] ?? 0) | ((encoded[offset + 1] ?? 0) << 8)
}

export function decodeState(encoded: Uint8Array): TrackerState {
  const version = encoded[0]
  const flags = encoded[1] ?? 0
  if (version !== FORMAT_VERSION)
    throw new Error(`the state has encoding ${version}; only ${FORMAT_VERSION} can be decoded`)
  const count = readCount(encoded, 2)
  const textStart = HEADER_BYTES + 8 * count
  const planIdEnd = textStart + readCount(encoded, 4)
  reserve(count)
  numberBytes.set(encoded.subarray(HEADER_BYTES, textStart))
  next = 0
  const rareParts: RareParts = flags & HAS_RARE_PARTS ? JSON.parse(toBuffer(encoded).toString('utf8', planIdEnd)) : {}
  const kind = kinds[readNumber()] ?? 'vehicle'
  const last = classifications[readNumber()] ?? 'live'
  const fix = readFix()
  const motion = readMotion()
  const suspect = rareParts.suspect ?? null
  const hasProgress = (flags & HAS_PROGRESS) !== 0
  const planId = hasProgress ? toBuffer(encoded).toString('utf8', textStart, planIdEnd) : ''
  const progress = hasProgress ? readProgress(planId, rareParts) : null
  const state: Writable<TrackerState> = { version: 1, kind, fix, last, suspect, motion, progress }
  if (rareParts.visits) state.visits = rareParts.visits
  return state
}

function reserve(count: number): void {
  if (count <= numbers.length) return
  numbers = new Float64Array(count)
  numberBytes = new Uint8Array(numbers.buffer)
}

function writeNumber(value: number): void {
  numbers[next++] = value
}

/** Writes a number that may be null or absent. */
function writeOptional(value: number | null | undefined): void {
  numbers[next++] = value === undefined ? ABSENT : (value ?? NULL)
}

function readNumber(): number {
  return numbers[next++] ?? ABSENT
}

function readNullable(): number | null {
  const value = readNumber()
  return value === NULL ? null : value
}

function findRareParts({ suspect, visits, progress }: TrackerState): RareParts | undefined {
  const rejoin = progress?.rejoin
  const conformity = progress?.conformity
  if (!suspect && !visits && !rejoin && !conformity) return undefined
  return {
    ...(suspect && { suspect }),
    ...(visits && { visits }),
    ...(rejoin && { rejoin }),
    ...(conformity && { conformity }),
  }
}

function writeFix(fix: Fix): void {
  writeNumber(fix.latitude)
  writeNumber(fix.longitude)
  writeNumber(fix.timeMs)
  writeOptional(fix.aheadMs)
  writeOptional(fix.speedMs)
  writeOptional(fix.headingDeg)
  writeOptional(fix.batteryPct)
  writeOptional(fix.altitudeM)
  writeOptional(fix.accuracyM)
}

function readFix(): Fix {
  const fix: Writable<Fix> = { latitude: readNumber(), longitude: readNumber(), timeMs: readNumber() }
  const aheadMs = readNumber()
  const speedMs = readNumber()
  const headingDeg = readNumber()
  const batteryPct = readNumber()
  const altitudeM = readNumber()
  const accuracyM = readNumber()
  if (isPresent(speedMs)) fix.speedMs = speedMs
  if (isPresent(headingDeg)) fix.headingDeg = headingDeg
  if (isPresent(batteryPct)) fix.batteryPct = batteryPct
  if (isPresent(altitudeM)) fix.altitudeM = altitudeM
  if (isPresent(accuracyM)) fix.accuracyM = accuracyM
  if (isPresent(aheadMs)) fix.aheadMs = aheadMs
  return fix
}

const isPresent = (value: number) => !Number.isNaN(value)

function writeMotion({ speedMs, courseDeg, courseOverM, trail, movedMs }: Motion): void {
  writeNumber(speedMs)
  writeOptional(courseDeg)
  writeNumber(courseOverM)
  writeNumber(movedMs)
  writeNumber(trail.length)
  for (const point of trail) {
    writeNumber(point[0])
    writeNumber(point[1])
    writeNumber(point[2])
    writeOptional(point[3])
  }
}

function readMotion(): Motion {
  const speedMs = readNumber()
  const courseDeg = readNullable()
  const courseOverM = readNumber()
  const movedMs = readNumber()
  const trail: Motion['trail'][number][] = []
  for (let count = readNumber(); count > 0; count--) {
    const latitude = readNumber()
    const longitude = readNumber()
    const timeMs = readNumber()
    const accuracyM = readNumber()
    trail.push(isPresent(accuracyM) ? [latitude, longitude, timeMs, accuracyM] : [latitude, longitude, timeMs])
  }
  return { speedMs, courseDeg, courseOverM, trail, movedMs }
}

function writeProgress(progress: Progress): void {
  const { rest, origin, pace } = progress
  writeNumber(phases.indexOf(progress.phase))
  writeNumber(progress.alongM)
  writeOptional(progress.blurM)
  writeNumber(progress.alongMs)
  writeNumber(progress.leastM)
  writeNumber(progress.seenMs)
  writeNumber(progress.driftM)
  writeOptional(progress.verticalM)
  writeNumber(progress.beyondFixCount)
  writeNumber(progress.beyondSinceMs)
  writeOptional(progress.offRouteSinceMs)
  writeNumber(progress.wrongWay ? 1 : 0)
  writeOptional(progress.backM)
  writeOptional(rest?.donePct)
  writeOptional(rest?.alongM)
  writeOptional(rest?.plannedS)
  writeOptional(rest?.toPlanM)
  writeNumber(origin.latitude)
  writeNumber(origin.longitude)
  writeNumber(origin.driftM)
  writeOptional(progress.followsFromM)
  writeOptional(progress.nearEndSinceMs)
  writeNumber(progress.awayFixCount)
  writeNumber(pace.takenS)
  writeNumber(pace.plannedS)
}

function readProgress(planId: string, { rejoin = null, conformity = null }: RareParts): Progress {
  const phase = phases[readNumber()] ?? 'before'
  const alongM = readNumber()
  const blurM = readNumber()
  const alongMs = readNumber()
  const leastM = readNumber()
  const seenMs = readNumber()
  const driftM = readNumber()
  const verticalM = readNullable()
  const beyondFixCount = readNumber()
  const beyondSinceMs = readNumber()
  const offRouteSinceMs = readNullable()
  const wrongWay = readNumber() === 1
  const backM = readNumber()
  const rest = { donePct: readNumber(), alongM: readNumber(), plannedS: readNumber(), toPlanM: readNumber() }
  const origin = { latitude: readNumber(), longitude: readNumber(), driftM: readNumber() }
  const followsFromM = readNullable()
  const nearEndSinceMs = readNullable()
  const awayFixCount = readNumber()
  const pace = { takenS: readNumber(), plannedS: readNumber() }
  const progress: Writable<Progress> = {
    planId,
    phase,
    alongM,
    alongMs,
    leastM,
    seenMs,
    driftM,
    verticalM,
    beyondFixCount,
    beyondSinceMs,
    offRouteSinceMs,
    wrongWay,
    rejoin,
    origin,
    nearEndSinceMs,
    awayFixCount,
    pace,
    conformity,
  }
  if (isPresent(blurM)) progress.blurM = blurM
  if (isPresent(backM)) progress.backM = backM
  if (isPresent(rest.donePct)) progress.rest = rest
  if (followsFromM === null || isPresent(followsFromM)) progress.followsFromM = followsFromM
  return progress
}
