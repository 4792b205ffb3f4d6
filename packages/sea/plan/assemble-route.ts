import { distanceNm, lengthNm, nearestTurn, type Position } from '../geometry/sphere.ts'
import { channelNames } from '../passages/channels.ts'
import { densify } from '../route/dense-line.ts'
import type { Stretch, Way } from '../route/find-way.ts'
import type { Sea } from '../schema.ts'
import type { RouteEnd, SeaLeg, SeaRoute } from './sea-route.ts'
import { tellSteps } from './steps.ts'
import { type NamedPart, traceParts } from './trace-passages.ts'

interface Hours {
  readonly sailing: number
  readonly canal: number
  readonly wait: number
}

/** From the ways between stops to what is answered. */
export function assembleRoute(sea: Sea, ways: readonly Way[], ends: readonly RouteEnd[], speedKn: number): SeaRoute {
  const dense = ways.map(({ stretches }) =>
    stretches.map((stretch): Stretch => ({ ...stretch, points: densify(sea, stretch.points) })),
  )
  const all = dense.flat()
  const { line, inChannels } = joinLines(all, ends[0].at)
  const nm = ways.reduce((sum, way) => sum + way.nm, 0)
  const channels = channelNames(sea)
  const parts = traceParts(all, nm, channels)
  const hours = hoursOf(nm, parts, speedKn)
  const legs = ways.map((way, at): SeaLeg => {
    const { sailing, canal, wait } = hoursOf(way.nm, traceParts(dense[at], way.nm, channels), speedKn)
    return { from: ends[at], to: ends[at + 1], nm: way.nm, hours: sailing + canal + wait }
  })
  return {
    nm,
    hours: hours.sailing + hours.canal + hours.wait,
    sailingHours: hours.sailing,
    canalHours: hours.canal,
    waitHours: hours.wait,
    line,
    inChannels,
    legs,
    ends,
    passages: parts.flatMap(({ use }) => (use ? [use] : [])),
    steps: nm === 0 ? [] : tellSteps(line, parts),
    greatCircleNm: lengthNm(ends.map(({ at }) => at)),
  }
}

/** Passages with a transit time of their own take that; everywhere else the ship goes at its speed. */
function hoursOf(nm: number, parts: readonly NamedPart[], speedKn: number): Hours {
  let sailed = nm
  let canal = 0
  let wait = 0
  for (const { use, startNm, endNm } of parts) {
    if (use?.passage.transitHours === undefined) continue
    sailed -= endNm - startNm
    canal += use.passage.transitHours
    wait += use.passage.waitHours ?? 0
  }
  return { sailing: Math.max(0, sailed) / speedKn, canal, wait }
}

/** One line without repeated points, whose longitudes do not jump. */
function joinLines(stretches: readonly Stretch[], start: Position) {
  const line: Position[] = []
  const inChannels: [number, number][] = []
  for (const { points, channel } of stretches) {
    const first = Math.max(0, line.length - 1)
    for (const [latitude, longitude] of points) {
      const before = line[line.length - 1]
      const turned = before ? nearestTurn(longitude, before[1]) : longitude
      if (before && distanceNm(before[0], before[1], latitude, turned) < 1e-6) continue
      line.push([latitude, turned])
    }
    if (channel !== undefined) inChannels.push([first, line.length - 1])
  }
  return { line: line.length > 0 ? line : [start], inChannels }
}
