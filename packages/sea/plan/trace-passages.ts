import { distanceNm, type Position } from '@fairway/geo'
import { findPassage } from '../passages/all-passages.ts'
import { type ChannelName, channelNames, channelNm } from '../passages/channels.ts'
import { crossesGate, type Gate, passageGates, shareBeforeGate } from '../passages/gates.ts'
import type { Passage } from '../passages/passage.ts'
import type { Stretch } from '../route/find-path.ts'
import type { Sea } from '../schema.ts'

export interface PassageUse {
  readonly passage: Passage
  /** Miles from the start of the route to the entrance and exit. */
  readonly startNm: number
  readonly endNm: number
  /** Share of the passage that is sailed. Less than 1 when a voyage begins, ends or turns around within a canal. */
  readonly share: number
}

/** A strait extends this many miles on each side of its gate. */
const STRAIT_NM = 15
/** Gates of one passage within this distance belong to the same transit. */
const GATES_APART_NM = 400
/** Pieces of a canal with a smaller gap between them are merged. */
const JOINT_NM = 1

/** A named part of a route. */
export interface NamedPart {
  readonly startNm: number
  readonly endNm: number
  readonly use?: PassageUse
  readonly channel?: ChannelName
}

interface FoundPart extends NamedPart {
  /** For a strait, the gate crossed last. */
  readonly gate?: Gate
  /** For a channel, the last points of the line in it. */
  readonly points?: readonly Position[]
}

/** Passages and rivers along a route, in order, without overlaps. */
export function traceParts(sea: Sea, stretches: readonly Stretch[], totalNm: number): NamedPart[] {
  const found: FoundPart[] = []
  let gone = 0
  for (const { points, channel } of stretches) {
    const startNm = gone
    for (let at = 1; at < points.length; at++) {
      const [from, to] = [points[at - 1], points[at]]
      const nm = distanceNm(...from, ...to)
      if (channel === undefined) {
        for (const gate of crossedBy(from, to)) {
          found.push(...straitAt(gate, gone + nm * shareBeforeGate(gate, from, to), totalNm))
        }
      }
      gone += nm
    }
    if (channel !== undefined) found.push({ ...channelPart(sea, channel, startNm, gone), points })
  }
  return separate(found).map(({ gate, points, ...part }) => part)
}

/** Ids of the passages along a path, in order. */
export function passagesOn(sea: Sea, stretches: readonly Stretch[]): string[] {
  return traceParts(sea, stretches, Number.POSITIVE_INFINITY).flatMap(({ use }) => (use ? [use.passage.id] : []))
}

function crossedBy([latA, lonA]: Position, [latB, lonB]: Position): Gate[] {
  return passageGates.filter((gate) => crossesGate(gate, latA, lonA, latB, lonB))
}

function straitAt(gate: Gate, atNm: number, totalNm: number): FoundPart[] {
  if (gate.passage === undefined) return []
  const startNm = Math.max(0, atNm - STRAIT_NM)
  const endNm = Math.min(totalNm, atNm + STRAIT_NM)
  return [{ startNm, endNm, use: useOf(gate.passage, startNm, endNm, 1), gate }]
}

function channelPart(sea: Sea, at: number, startNm: number, endNm: number): NamedPart {
  const channel = channelNames(sea)[at]
  if (channel.passage === undefined) return { startNm, endNm, channel }
  const share = Math.min(1, (endNm - startNm) / Math.max(1e-9, channelNm(sea, at)))
  return { startNm, endNm, channel, use: useOf(channel.passage, startNm, endNm, share) }
}

function useOf(id: string, startNm: number, endNm: number, share: number): PassageUse {
  const passage = findPassage(id)
  if (!passage) throw new Error(`a channel or gate belongs to "${id}", which is not in any table of passages`)
  return { passage, startNm, endNm, share }
}

/** Straits yield to adjacent parts; canals keep their length. Pieces of one transit are merged. */
function separate(parts: readonly FoundPart[]): FoundPart[] {
  const sorted = [...parts].sort((a, b) => a.startNm - b.startNm || a.endNm - b.endNm)
  const done: FoundPart[] = []
  for (const part of sorted) {
    const before = done[done.length - 1]
    if (before && goesOn(before, part)) {
      done[done.length - 1] = joined(before, part)
    } else if (before && before.endNm > part.startNm) {
      const border = part.channel ? part.startNm : before.channel ? before.endNm : (before.endNm + part.startNm) / 2
      done[done.length - 1] = resized(before, before.startNm, Math.max(before.startNm, border))
      done.push(resized(part, border, Math.max(border, part.endNm)))
    } else {
      done.push(part)
    }
  }
  return done
}

/**
 * Whether a part continues the same transit of the same passage. Returning to it, or turning around in it, counts as
 * another transit.
 */
function goesOn(a: FoundPart, b: FoundPart): boolean {
  const gapNm = b.startNm - a.endNm
  if (a.use?.passage !== b.use?.passage) return false
  if (a.channel && b.channel) {
    if (!a.use && a.channel.name !== b.channel.name) return false
    return gapNm < JOINT_NM && !runsBack(a.points ?? [], b.points ?? [])
  }
  if (a.channel || b.channel) return gapNm < JOINT_NM
  return gapNm <= 0 || (a.gate !== b.gate && gapNm < GATES_APART_NM)
}

/** Channels have their own points. A line that reaches one of them again has turned around. */
function runsBack(before: readonly Position[], after: readonly Position[]): boolean {
  const seen = new Set(before.map(keyOf))
  return after.slice(1).some((point) => seen.has(keyOf(point)))
}

function keyOf([latitude, longitude]: Position): string {
  return `${latitude.toFixed(6)} ${(((longitude % 360) + 360) % 360).toFixed(6)}`
}

function joined(a: FoundPart, b: FoundPart): FoundPart {
  const [startNm, endNm] = [a.startNm, Math.max(a.endNm, b.endNm)]
  const share = Math.min(1, (a.use?.share ?? 0) + (b.use?.share ?? 0))
  return { ...a, ...b, startNm, endNm, ...(a.use && { use: { ...a.use, startNm, endNm, share } }) }
}

function resized(part: FoundPart, startNm: number, endNm: number): FoundPart {
  return { ...part, startNm, endNm, ...(part.use && { use: { ...part.use, startNm, endNm } }) }
}
