import { distanceNm, GreatCircle, type Position } from '@fairway/geo'
import { findPassage } from '../passages/all-passages.ts'
import { type ChannelName, getChannelLengthNm, readChannelNames } from '../passages/channels.ts'
import { crossesGate, type Gate, passageGates, shareBeforeGate } from '../passages/gates.ts'
import { limitGates } from '../passages/limit-gates.ts'
import { NAMED_WITHIN_NM, type Passage } from '../passages/passage.ts'
import type { PathSection } from '../route/find-path.ts'
import type { Sea } from '../schema.ts'

export interface PassageUse {
  readonly passage: Passage
  /** Nautical miles from the start of the route to the entrance and exit. */
  readonly startNm: number
  readonly endNm: number
  /** Share of the passage that the ship sails. Less than 1 if a voyage begins, ends, or turns around within a canal. */
  readonly share: number
}

/** Length of a strait on each side of its gate, in nautical miles. */
const STRAIT_HALF_LENGTH_NM = 15
/** Maximum distance between gates of one passage that belong to the same transit, in nautical miles. */
const MAX_GATE_GAP_NM = 400
/** Maximum gap between pieces of a canal that are merged, in nautical miles. */
const MAX_CANAL_GAP_NM = 1

/** Spacing of the route points at which the distance to a cape is measured, in nautical miles. */
const LANDMARK_STEP_NM = 2

/** A named part of a route. */
export interface NamedSection {
  readonly startNm: number
  readonly endNm: number
  readonly passageUse?: PassageUse
  readonly channel?: ChannelName
}

interface TracedSection extends NamedSection {
  /** Gate that was crossed last. Set for a strait. */
  readonly gate?: Gate
  /** Last points of the line in the channel. Set for a channel. */
  readonly points?: readonly Position[]
}

/** Lists the passages and rivers along a route, in order and without overlaps. */
export function traceNamedSections(sea: Sea, sections: readonly PathSection[], totalNm: number): NamedSection[] {
  const tracedSections: TracedSection[] = []
  let traveledNm = 0
  for (const { points, channel } of sections) {
    const startNm = traveledNm
    for (let index = 1; index < points.length; index++) {
      const [from, to] = [points[index - 1], points[index]]
      const nm = distanceNm(...from, ...to)
      if (channel === undefined) {
        for (const gate of listCrossedGates(from, to)) {
          if (!passesLandmark(gate, sections)) continue
          tracedSections.push(...toStraitSection(gate, traveledNm + nm * shareBeforeGate(gate, from, to), totalNm))
        }
      }
      traveledNm += nm
    }
    if (channel !== undefined) tracedSections.push({ ...toChannelSection(sea, channel, startNm, traveledNm), points })
  }
  return removeOverlaps(tracedSections).map(({ gate, points, ...part }) => part)
}

/** Lists the IDs of the passages along a path, in order. */
export function listPassages(sea: Sea, sections: readonly PathSection[]): string[] {
  return traceNamedSections(sea, sections, Number.POSITIVE_INFINITY).flatMap(({ passageUse }) =>
    passageUse ? [passageUse.passage.id] : [],
  )
}

/**
 * Lists the IDs of all passages whose gates or canals a path crosses, including capes that it passes at a great
 * distance.
 */
export function listCrossedPassages(sea: Sea, sections: readonly PathSection[]): string[] {
  const namedPassages = listPassages(sea, sections)
  const remoteCapes = remoteGates.flatMap((gate) => {
    const isCrossed = sections.some(({ points, channel }) => channel === undefined && crossesLine(gate, points))
    return isCrossed && gate.passage !== undefined && !namedPassages.includes(gate.passage) ? [gate.passage] : []
  })
  return [...namedPassages, ...remoteCapes]
}

const remoteGates = passageGates.filter(({ passage }) => passage !== undefined && findPassage(passage)?.landmarks)

/** Returns whether the path comes close enough to the cape of a gate to pass it. Straits are always passed. */
function passesLandmark({ passage }: Gate, sections: readonly PathSection[]): boolean {
  const landmarks = passage === undefined ? undefined : findPassage(passage)?.landmarks
  if (!landmarks) return true
  const circle = new GreatCircle()
  const isNear = (latitude: number, longitude: number) =>
    landmarks.some((landmark) => distanceNm(...landmark, latitude, longitude) <= NAMED_WITHIN_NM)
  return sections.some(({ points }) =>
    points.some((to, index) => {
      const from = points[Math.max(0, index - 1)]
      const { lengthNm } = circle.set(...from, ...to)
      const couldBeNear = landmarks.some((landmark) => distanceNm(...landmark, ...from) <= lengthNm + NAMED_WITHIN_NM)
      for (let nm = 0; couldBeNear && nm <= lengthNm; nm += LANDMARK_STEP_NM) {
        circle.moveTo(nm)
        if (isNear(circle.latitude, circle.longitude)) return true
      }
      return isNear(...to)
    }),
  )
}

function crossesLine(gate: Gate, points: readonly Position[]): boolean {
  return points.some((to, index) => index > 0 && crossesGate(gate, ...points[index - 1], ...to))
}

/** Lists the IDs of the shallow channels and bridges along a path. */
export function listLimitGates(sections: readonly PathSection[]): string[] {
  return limitGates.flatMap(({ id, gate }) => {
    return sections.some(({ points }) => crossesLine(gate, points)) ? [id] : []
  })
}

/** Returns whether a route passes under a bridge with a known clearance, or through a passage with such a bridge. */
export function passesBridge({
  passages,
  line,
}: {
  readonly passages: readonly PassageUse[]
  readonly line: readonly Position[]
}): boolean {
  if (passages.some(({ passage }) => passage.limits?.airDraftM !== undefined)) return true
  return limitGates.some(({ gate, limits }) => limits.airDraftM !== undefined && crossesLine(gate, line))
}

function listCrossedGates([latA, lonA]: Position, [latB, lonB]: Position): Gate[] {
  return passageGates.filter((gate) => crossesGate(gate, latA, lonA, latB, lonB))
}

function toStraitSection(gate: Gate, atNm: number, totalNm: number): TracedSection[] {
  if (gate.passage === undefined) return []
  const startNm = Math.max(0, atNm - STRAIT_HALF_LENGTH_NM)
  const endNm = Math.min(totalNm, atNm + STRAIT_HALF_LENGTH_NM)
  return [{ startNm, endNm, passageUse: toPassageUse(gate.passage, startNm, endNm, 1), gate }]
}

function toChannelSection(sea: Sea, channelIndex: number, startNm: number, endNm: number): NamedSection {
  const channel = readChannelNames(sea)[channelIndex]
  if (channel.passage === undefined) return { startNm, endNm, channel }
  const share = Math.min(1, (endNm - startNm) / Math.max(1e-9, getChannelLengthNm(sea, channelIndex)))
  return { startNm, endNm, channel, passageUse: toPassageUse(channel.passage, startNm, endNm, share) }
}

function toPassageUse(id: string, startNm: number, endNm: number, share: number): PassageUse {
  const passage = findPassage(id)
  if (!passage) throw new Error(`a channel or gate belongs to "${id}", which is not in any table of passages`)
  return { passage, startNm, endNm, share }
}

/** Removes overlaps. Straits are shortened, and canals keep their length. Pieces of one transit are merged. */
function removeOverlaps(sections: readonly TracedSection[]): TracedSection[] {
  const sorted = [...sections].sort((a, b) => a.startNm - b.startNm || a.endNm - b.endNm)
  const mergedSections: TracedSection[] = []
  for (const section of sorted) {
    const previousSection = mergedSections[mergedSections.length - 1]
    if (previousSection && continuesTransit(previousSection, section)) {
      mergedSections[mergedSections.length - 1] = mergeSections(previousSection, section)
    } else if (previousSection && previousSection.endNm > section.startNm) {
      const borderNm = section.channel
        ? section.startNm
        : previousSection.channel
          ? previousSection.endNm
          : (previousSection.endNm + section.startNm) / 2
      mergedSections[mergedSections.length - 1] = resizeSection(
        previousSection,
        previousSection.startNm,
        Math.max(previousSection.startNm, borderNm),
      )
      mergedSections.push(resizeSection(section, borderNm, Math.max(borderNm, section.endNm)))
    } else {
      mergedSections.push(section)
    }
  }
  return mergedSections
}

/**
 * Returns whether a section continues the same transit of the same passage. Returning to a passage, or turning around
 * in it, counts as another transit.
 */
function continuesTransit(a: TracedSection, b: TracedSection): boolean {
  const gapNm = b.startNm - a.endNm
  if (a.passageUse?.passage !== b.passageUse?.passage) return false
  if (a.channel && b.channel) {
    if (!a.passageUse && a.channel.name !== b.channel.name) return false
    return gapNm < MAX_CANAL_GAP_NM && !hasRepeatedPoint(a.points ?? [], b.points ?? [])
  }
  if (a.channel || b.channel) return gapNm < MAX_CANAL_GAP_NM
  return gapNm <= 0 || (a.gate !== b.gate && gapNm < MAX_GATE_GAP_NM)
}

/** Returns whether a line reaches a point of a channel again, which means that it has turned around. */
function hasRepeatedPoint(previousPoints: readonly Position[], nextPoints: readonly Position[]): boolean {
  const visitedKeys = new Set(previousPoints.map(toPointKey))
  return nextPoints.slice(1).some((point) => visitedKeys.has(toPointKey(point)))
}

function toPointKey([latitude, longitude]: Position): string {
  return `${latitude.toFixed(6)} ${(((longitude % 360) + 360) % 360).toFixed(6)}`
}

function mergeSections(a: TracedSection, b: TracedSection): TracedSection {
  const [startNm, endNm] = [a.startNm, Math.max(a.endNm, b.endNm)]
  const share = Math.min(1, (a.passageUse?.share ?? 0) + (b.passageUse?.share ?? 0))
  return { ...a, ...b, startNm, endNm, ...(a.passageUse && { passageUse: { ...a.passageUse, startNm, endNm, share } }) }
}

function resizeSection(section: TracedSection, startNm: number, endNm: number): TracedSection {
  return {
    ...section,
    startNm,
    endNm,
    ...(section.passageUse && { passageUse: { ...section.passageUse, startNm, endNm } }),
  }
}
