import { distanceNm, lengthNm, nearestTurn, type Position } from '@fairway/geo'
import { insertPointsAt } from '../route/cut-line.ts'
import { densify } from '../route/dense-line.ts'
import type { PathSection, SeaPath } from '../route/find-path.ts'
import type { Sea } from '../schema.ts'
import type { RouteEnd, SeaLeg, SeaRoute } from './sea-route.ts'
import { buildSteps, findStepStarts } from './steps.ts'
import { sumHours, Timetable } from './timetable.ts'
import { traceNamedSections } from './trace-passages.ts'

/** Assembles the response from the paths between stops. There is one fewer path than there are stops. */
export function assembleRoute(
  sea: Sea,
  paths: readonly SeaPath[],
  stops: readonly RouteEnd[],
  speedKn: number,
): SeaRoute {
  const sections = paths.map(({ sections }) =>
    sections.map((pathSection): PathSection => ({ ...pathSection, points: densify(sea, pathSection.points) })),
  )
  const nm = paths.reduce((sum, path) => sum + path.nm, 0)
  const namedParts = traceNamedSections(sea, sections.flat(), nm)
  const timetable = new Timetable(namedParts, speedKn)
  const line = new LineJoiner()
  let traveledNm = 0
  const legs = sections.map((section, index): SeaLeg => {
    const startNm = traveledNm
    const legNm = paths[index].nm
    traveledNm += legNm
    const sectionStarts =
      legNm === 0 ? [] : findStepStarts(joinSections(section), traceNamedSections(sea, section, legNm))
    const startPoint = Math.max(0, line.points.length - 1)
    const sectionStartsNm = sectionStarts.map((beginning) => beginning.startNm)
    for (const pathSection of insertPointsAt(section, sectionStartsNm)) line.add(pathSection)
    const steps = buildSteps({
      line: line.points.slice(startPoint),
      stepStarts: sectionStarts,
      timetable,
      startNm,
      startPoint,
    })
    const hours = timetable.between(startNm, traveledNm)
    return {
      from: toRouteEnd(stops[index]),
      to: toRouteEnd(stops[index + 1]),
      nm: legNm,
      hours: sumHours(hours),
      waitHours: hours.wait,
      steps,
      lastPoint: Math.max(0, line.points.length - 1),
    }
  })
  const hours = timetable.at(nm)
  const routeEnds = stops.map(toRouteEnd)
  return {
    nm,
    hours: sumHours(hours),
    sailingHours: hours.sailing,
    canalHours: hours.canal,
    waitHours: hours.wait,
    line: line.points.length > 0 ? line.points : [stops[0].snappedPosition],
    channelRanges: line.channelPointRanges,
    legs,
    ends: routeEnds,
    passages: namedParts.flatMap(({ passageUse }) => {
      return passageUse ? [{ ...passageUse, startHours: sumHours(timetable.at(passageUse.startNm)) }] : []
    }),
    steps: legs.flatMap(({ steps }) => steps),
    greatCircleNm: lengthNm(routeEnds.map(({ snappedPosition }) => snappedPosition)),
  }
}

function toRouteEnd({ requestedPosition, snappedPosition, snapDistanceNm }: RouteEnd): RouteEnd {
  return { requestedPosition, snappedPosition, snapDistanceNm }
}

function joinSections(sections: readonly PathSection[]): readonly Position[] {
  const line = new LineJoiner()
  for (const pathSection of sections) line.add(pathSection)
  return line.points
}

/** Builds one line without repeated points or jumps in longitude. */
class LineJoiner {
  readonly points: Position[] = []
  readonly channelPointRanges: [number, number][] = []

  add({ points, channel }: PathSection): void {
    const line = this.points
    const first = Math.max(0, line.length - 1)
    for (const [latitude, longitude] of points) {
      const previousPoint = line[line.length - 1]
      const nearestLongitude = previousPoint ? nearestTurn(longitude, previousPoint[1]) : longitude
      if (previousPoint && distanceNm(previousPoint[0], previousPoint[1], latitude, nearestLongitude) < 1e-6) continue
      line.push([latitude, nearestLongitude])
    }
    if (channel !== undefined) this.channelPointRanges.push([first, line.length - 1])
  }
}
