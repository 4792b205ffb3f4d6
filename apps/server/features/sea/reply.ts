import { KILOMETERS_PER_NAUTICAL_MILE as KILOMETERS_PER_MILE } from '@fairway/geo'
import {
  explainObstacle,
  findSeaName,
  getTransitHours,
  getWaitHours,
  type PassageUse,
  type RouteEnd,
  type SeaRoute,
} from '@fairway/sea'
import { computeSharedFraction, describeAlternative } from './compare.ts'
import { toBoundingBox, toGeometry } from './geometry.ts'
import { round, toPoint } from './numbers.ts'
import type { MaritimeQuery } from './request.ts'
import { toSteps } from './steps.ts'
import type { NamedPort, PlannedVoyage } from './voyage-job.ts'

const MS_PER_HOUR = 3_600_000

const toMinutes = (hours: number) => round(hours * 60, 3)
const toLengths = (nm: number) => ({ distance_km: round(nm * KILOMETERS_PER_MILE, 4), distance_nm: round(nm, 3) })

export function toVoyageReply(query: MaritimeQuery, voyage: PlannedVoyage, nextId: () => string) {
  const [bestRoute, ...alternatives] = voyage.plan.routes
  if (!bestRoute) throw new Error('the plan has no route')
  return {
    id: nextId(),
    mode: 'maritime',
    ...toRouteReply(query, bestRoute, voyage.atMs),
    alternatives: alternatives.map((route) => ({
      id: nextId(),
      ...toRouteReply(query, route, voyage.atMs),
      stretch: round(route.nm / bestRoute.nm - 1, 3),
      sharing: round(computeSharedFraction(route.line, bestRoute.line), 3),
      why: describeAlternative(route, bestRoute),
    })),
    closed: voyage.plan.closed.map((obstacle) => ({
      id: obstacle.passage,
      name: obstacle.name,
      why: explainObstacle(obstacle),
    })),
    snapped: {
      from: toEndReply(bestRoute.ends[0], voyage.ports[0]),
      via: bestRoute.ends.slice(1, -1).map((end, index) => toEndReply(end, voyage.ports[index + 1])),
      to: toEndReply(bestRoute.ends.at(-1), voyage.ports.at(-1)),
    },
    source: 'local',
    data: { region: 'seas', dataset: voyage.version, attribution: voyage.attribution },
  }
}

/** Returns the fields common to the route and its alternatives. */
function toRouteReply(query: MaritimeQuery, route: SeaRoute, atMs: number) {
  const durationMs = route.hours * MS_PER_HOUR
  const departMs = query.time.kind === 'depart' ? atMs : atMs - durationMs
  return {
    ...toLengths(route.nm),
    eta_min: toMinutes(route.hours),
    free_flow_min: toMinutes(route.hours - route.waitHours),
    sailing_min: toMinutes(route.sailingHours),
    canal_min: toMinutes(route.canalHours),
    waiting_min: toMinutes(route.waitHours),
    great_circle_nm: round(route.greatCircleNm, 3),
    geometry: toGeometry(route.line, query),
    bbox: toBoundingBox(route.line),
    legs: route.legs.map(({ nm, hours, waitHours, from, to }) => ({
      ...toLengths(nm),
      eta_min: toMinutes(hours),
      free_flow_min: toMinutes(hours - waitHours),
      from: toPoint(from.snappedPosition),
      to: toPoint(to.snappedPosition),
    })),
    ...(query.steps && { steps: toSteps(route, query.geometry !== 'none') }),
    passages: route.passages.map(({ startHours, ...use }) => toPassageReply(use, departMs + startHours * MS_PER_HOUR)),
    // The sea has no incident feed. The list is part of the common route format.
    incidents: [],
    depart_at: new Date(departMs).toISOString(),
    arrive_at: new Date(departMs + durationMs).toISOString(),
  }
}

function toPassageReply(use: PassageUse, reachedMs: number) {
  const { passage, startNm, endNm } = use
  return {
    id: passage.id,
    name: passage.name,
    kind: passage.kind,
    from_nm: round(startNm, 3),
    to_nm: round(endNm, 3),
    reached_at: new Date(reachedMs).toISOString(),
    ...(passage.transitHours !== undefined && { transit_min: toMinutes(getTransitHours(use)) }),
    ...(passage.waitHours !== undefined && { waiting_min: toMinutes(getWaitHours(use)) }),
    ...(passage.limits && { limits: toLimitsReply(passage.limits) }),
    ...(passage.rule !== undefined && { rule: passage.rule }),
  }
}

function toLimitsReply({
  draftM,
  beamM,
  lengthM,
  airDraftM,
}: NonNullable<SeaRoute['passages'][number]['passage']['limits']>) {
  return { draft_m: draftM, beam_m: beamM, length_m: lengthM, air_draft_m: airDraftM }
}

function toEndReply(end: RouteEnd | undefined, port: NamedPort | undefined) {
  if (!end) throw new Error('the route has no end points')
  const distance_m = round(end.snapDistanceNm * KILOMETERS_PER_MILE * 1000, 1)
  const name = port?.name ?? findSeaName(...end.snappedPosition)
  return {
    at: toPoint(end.snappedPosition),
    distance_m,
    name,
    ...(port && { port: { name: port.name, code: port.code } }),
  }
}
