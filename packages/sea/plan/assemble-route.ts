import { distanceNm, lengthNm, nearestTurn, type Position } from '../geometry/sphere.ts'
import { channelNames } from '../passages/channels.ts'
import { densify } from '../route/dense-line.ts'
import type { Stretch, Way } from '../route/find-way.ts'
import type { Sea } from '../schema.ts'
import type { RouteEnd, SeaLeg, SeaRoute } from './sea-route.ts'
import { tellSteps } from './steps.ts'
import { sumHours, Timetable } from './timetable.ts'
import { traceParts } from './trace-passages.ts'

/** A place that the ways lead to: where somebody stops, or a passage that is only led through. */
export interface WayPoint extends RouteEnd {
  readonly isPassing: boolean
}

/** The ways from one stop to the next, as one. */
interface Section {
  readonly from: RouteEnd
  readonly to: RouteEnd
  readonly nm: number
  readonly stretches: readonly Stretch[]
}

/** From the ways between stops to what is answered. */
export function assembleRoute(sea: Sea, ways: readonly Way[], points: readonly WayPoint[], speedKn: number): SeaRoute {
  const sections = joinWays(sea, ways, points)
  const line = new LineJoiner()
  const nm = ways.reduce((sum, way) => sum + way.nm, 0)
  const channels = channelNames(sea)
  const all = sections.flatMap(({ stretches }) => stretches)
  const parts = traceParts(all, nm, channels)
  const timetable = new Timetable(parts, speedKn)
  let gone = 0
  const legs = sections.map((section): SeaLeg => {
    const startPoint = Math.max(0, line.points.length - 1)
    for (const stretch of section.stretches) line.add(stretch)
    const startNm = gone
    gone += section.nm
    const hours = timetable.between(startNm, gone)
    const steps =
      section.nm === 0
        ? []
        : tellSteps({
            line: line.points.slice(startPoint),
            parts: traceParts(section.stretches, section.nm, channels),
            timetable,
            startNm,
            startPoint,
          })
    const { from, to } = section
    const lastPoint = Math.max(0, line.points.length - 1)
    return { from, to, nm: section.nm, hours: sumHours(hours), waitHours: hours.wait, steps, lastPoint }
  })
  const hours = timetable.at(nm)
  const ends = points.filter(({ isPassing }) => !isPassing)
  return {
    nm,
    hours: sumHours(hours),
    sailingHours: hours.sailing,
    canalHours: hours.canal,
    waitHours: hours.wait,
    line: line.points.length > 0 ? line.points : [points[0].at],
    inChannels: line.inChannels,
    legs,
    ends,
    passages: parts.flatMap(({ use }) => {
      return use ? [{ ...use, startHours: sumHours(timetable.at(use.startNm)) }] : []
    }),
    steps: legs.flatMap(({ steps }) => steps),
    greatCircleNm: lengthNm(ends.map(({ at }) => at)),
  }
}

function joinWays(sea: Sea, ways: readonly Way[], points: readonly WayPoint[]): Section[] {
  const sections: Section[] = []
  ways.forEach((way, at) => {
    const stretches = way.stretches.map((stretch): Stretch => ({ ...stretch, points: densify(sea, stretch.points) }))
    const to = points[at + 1]
    const before = sections[sections.length - 1]
    if (before && points[at].isPassing) {
      const joined = [...before.stretches, ...stretches]
      sections[sections.length - 1] = { ...before, to, nm: before.nm + way.nm, stretches: joined }
    } else {
      sections.push({ from: points[at], to, nm: way.nm, stretches })
    }
  })
  return sections
}

/** One line without repeated points, whose longitudes do not jump. */
class LineJoiner {
  readonly points: Position[] = []
  readonly inChannels: [number, number][] = []

  add({ points, channel }: Stretch): void {
    const line = this.points
    const first = Math.max(0, line.length - 1)
    for (const [latitude, longitude] of points) {
      const before = line[line.length - 1]
      const turned = before ? nearestTurn(longitude, before[1]) : longitude
      if (before && distanceNm(before[0], before[1], latitude, turned) < 1e-6) continue
      line.push([latitude, turned])
    }
    if (channel !== undefined) this.inChannels.push([first, line.length - 1])
  }
}
