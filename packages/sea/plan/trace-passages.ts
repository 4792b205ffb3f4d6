import { distanceNm, type Position } from '../geometry/sphere.ts'
import { findPassage } from '../passages/all-passages.ts'
import type { ChannelName } from '../passages/channels.ts'
import { crossesGate, passageGates } from '../passages/gates.ts'
import type { Stretch } from '../route/find-way.ts'
import type { PassageUse } from './sea-route.ts'

/** What counts as within a strait: so many miles on each side of its gate. */
const STRAIT_NM = 15

/** A part of a route with a name of its own. */
export interface NamedPart {
  readonly startNm: number
  readonly endNm: number
  readonly use?: PassageUse
  readonly channel?: ChannelName
}

/** Passages and rivers along a route, in order, without overlaps. Stretches hold dense lines. */
export function traceParts(
  stretches: readonly Stretch[],
  totalNm: number,
  channels: readonly ChannelName[],
): NamedPart[] {
  const found: NamedPart[] = []
  let gone = 0
  for (const { points, channel } of stretches) {
    const startNm = gone
    for (let at = 1; at < points.length; at++) {
      const nm = distanceNm(points[at - 1][0], points[at - 1][1], points[at][0], points[at][1])
      if (channel === undefined) {
        for (const id of crossedBy(points[at - 1], points[at])) found.push(straitAt(id, gone + nm / 2, totalNm))
      }
      gone += nm
    }
    if (channel !== undefined) found.push(channelPart(channels[channel], startNm, gone))
  }
  return separate(found)
}

function crossedBy([latA, lonA]: Position, [latB, lonB]: Position): string[] {
  return passageGates.flatMap((gate) =>
    gate.passage !== undefined && crossesGate(gate, latA, lonA, latB, lonB) ? [gate.passage] : [],
  )
}

function straitAt(id: string, atNm: number, totalNm: number): NamedPart {
  const startNm = Math.max(0, atNm - STRAIT_NM)
  const endNm = Math.min(totalNm, atNm + STRAIT_NM)
  return { startNm, endNm, use: useOf(id, startNm, endNm) }
}

function channelPart(channel: ChannelName, startNm: number, endNm: number): NamedPart {
  if (channel.passage === undefined) return { startNm, endNm, channel }
  return { startNm, endNm, channel, use: useOf(channel.passage, startNm, endNm) }
}

function useOf(id: string, startNm: number, endNm: number): PassageUse {
  const passage = findPassage(id)
  if (!passage) throw new Error(`a channel or gate belongs to "${id}", which is in no table of passages`)
  return { passage, startNm, endNm }
}

/** Straits give way to what is next to them; canals keep their length. Pieces of one passage in a row are one. */
function separate(parts: readonly NamedPart[]): NamedPart[] {
  const sorted = [...parts].sort((a, b) => a.startNm - b.startNm || a.endNm - b.endNm)
  const done: NamedPart[] = []
  for (const part of sorted) {
    const before = done[done.length - 1]
    if (before && isSame(before, part)) {
      done[done.length - 1] = resized(before, before.startNm, Math.max(before.endNm, part.endNm))
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

function isSame(a: NamedPart, b: NamedPart): boolean {
  if (a.use || b.use) return a.use?.passage === b.use?.passage
  return a.channel?.name === b.channel?.name && b.startNm - a.endNm < 1
}

function resized(part: NamedPart, startNm: number, endNm: number): NamedPart {
  return { ...part, startNm, endNm, ...(part.use && { use: { ...part.use, startNm, endNm } }) }
}
