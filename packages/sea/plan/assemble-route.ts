import { distanceNm, lengthNm, nearestTurn, type Position } from '@fairway/geo'
import { densify } from '../route/dense-line.ts'
import type { Stretch, Way } from '../route/find-path.ts'
import type { Sea } from '../schema.ts'
import { addPointsAt } from './cut-line.ts'
import type { RouteEnd, SeaLeg, SeaRoute } from './sea-route.ts'
import { findBeginnings, tellSteps } from './steps.ts'
import { sumHours, Timetable } from './timetable.ts'
import { traceParts } from './trace-passages.ts'

/** Assembles the response from the paths between stops. There is one path fewer than stops. */
export function assembleRoute(sea: Sea, ways: readonly Way[], stops: readonly RouteEnd[], speedKn: number): SeaRoute {
  const sections = ways.map(({ stretches }) =>
    stretches.map((stretch): Stretch => ({ ...stretch, points: densify(sea, stretch.points) })),
  )
  const nm = ways.reduce((sum, way) => sum + way.nm, 0)
  const parts = traceParts(sea, sections.flat(), nm)
  const timetable = new Timetable(parts, speedKn)
  const line = new LineJoiner()
  let gone = 0
  const legs = sections.map((section, at): SeaLeg => {
    const startNm = gone
    const legNm = ways[at].nm
    gone += legNm
    const beginnings = legNm === 0 ? [] : findBeginnings(joinLine(section), traceParts(sea, section, legNm))
    const startPoint = Math.max(0, line.points.length - 1)
    const borders = beginnings.map((beginning) => beginning.startNm)
    for (const stretch of addPointsAt(section, borders)) line.add(stretch)
    const steps = tellSteps({ line: line.points.slice(startPoint), beginnings, timetable, startNm, startPoint })
    const hours = timetable.between(startNm, gone)
    return {
      from: toEnd(stops[at]),
      to: toEnd(stops[at + 1]),
      nm: legNm,
      hours: sumHours(hours),
      waitHours: hours.wait,
      steps,
      lastPoint: Math.max(0, line.points.length - 1),
    }
  })
  const hours = timetable.at(nm)
  const ends = stops.map(toEnd)
  return {
    nm,
    hours: sumHours(hours),
    sailingHours: hours.sailing,
    canalHours: hours.canal,
    waitHours: hours.wait,
    line: line.points.length > 0 ? line.points : [stops[0].at],
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

function toEnd({ asked, at, offNm }: RouteEnd): RouteEnd {
  return { asked, at, offNm }
}

function joinLine(stretches: readonly Stretch[]): readonly Position[] {
  const line = new LineJoiner()
  for (const stretch of stretches) line.add(stretch)
  return line.points
}

/** Builds one line without repeated points or jumps in longitude. */
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
