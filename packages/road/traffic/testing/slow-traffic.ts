import { ArcFlag, RoadClass, RoadFlag, TravelMode } from '../../network/attributes.ts'
import { type RoadNetwork, TurnFlag } from '../../network/network.ts'
import { type CarWeights, type Closures, forbiddingLimits, type TravelProfile } from '../../profiles/car-weights.ts'
import { slowGrades } from '../../profiles/model/testing/slow-grades.ts'
import { slowModel } from '../../profiles/model/testing/slow-model.ts'
import { VehicleGroup } from '../../profiles/vehicle-access.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { TripStart } from '../arc-times.ts'
import type { TrafficState } from '../traffic-state.ts'
import { kmhOf, runBegin, runLength, type TypicalSpeeds, weightOf } from '../typical/typical-speeds.ts'

/**
 * This file implements traffic independently and slowly, as the reference for ArcTimes, trafficDurations and
 * carWeights.
 */

const HOUR_MS = 3_600_000

/** Returns the sections of the events active on an arc at an instant. */
function sectionsOn(
  { events }: TrafficState,
  arc: number,
  instantMs: number,
  forced: ReadonlySet<number> = new Set(),
): number[] {
  if (events.sectionArc.length === 0) return []
  return Array.from(events.sectionArc.keys()).filter((section) => {
    const event = events.sectionEvent[section]
    const isActive = events.startsAtMs[event] <= instantMs && instantMs < events.endsAtMs[event]
    return events.sectionArc[section] === arc && (isActive || forced.has(event))
  })
}

export function slowArcTime(
  network: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  arc: number,
  elapsedCs: number,
): number {
  const instantMs = start.departMs + 10 * elapsedCs
  const atLeastCs = network.arcs.modeledDuration?.[arc] ?? 0
  const usual = Math.max(atLeastCs, slowTypical(network, state, start, arc, elapsedCs))
  const isLive = state.flags[arc] % 2 === 1
  const fadedMs = Math.min(HOUR_MS, start.aheadMs + 10 * elapsedCs)
  const moving = isLive
    ? (Math.max(atLeastCs, state.live[arc]) * (HOUR_MS - fadedMs) + usual * fadedMs) / HOUR_MS
    : usual
  const { sectionMinArcCs, sectionDelayCs } = state.events
  const slower = sectionsOn(state, arc, instantMs, start.forced).flatMap((section) => [
    sectionMinArcCs[section],
    isLive ? moving : moving + sectionDelayCs[section],
  ])
  return Math.max(moving, ...slower)
}

export function slowTypical(
  { arcs, edges }: RoadNetwork,
  { typical }: TrafficState,
  { departMs, utcOffsetSeconds }: TripStart,
  arc: number,
  elapsedCs: number,
): number {
  const original = edges.arc[arcs.edgeSide[arc]]
  if (!typical || typical.first[original] === typical.first[original + 1]) return arcs.duration[arc]
  const localTime = new Date(departMs + 10 * elapsedCs + 1000 * utcOffsetSeconds)
  const slot =
    ((localTime.getUTCDay() + 6) % 7) * 96 + localTime.getUTCHours() * 4 + Math.floor(localTime.getUTCMinutes() / 15)
  const side = arcs.edgeSide[arc]
  const pace = slowPace(typical, original, slot)
  return pace === undefined ? arcs.duration[arc] : edges.lengthCm[side >>> 1] * 3.6 * pace
}

/**
 * Returns the hours per kilometer in the quarter-hour. If they are unknown, the same quarter-hour on other days of the
 * same kind is used.
 */
function slowPace({ first, run, speed, weight }: TypicalSpeeds, arc: number, slot: number): number | undefined {
  const runs = Array.from({ length: first[arc + 1] - first[arc] }, (_, i) => first[arc] + i)
  const at = (other: number) =>
    runs.find((i) => runBegin(run[i]) <= other && other < runBegin(run[i]) + runLength(run[i]))
  const ownPace = at(slot)
  if (ownPace !== undefined) return 1 / kmhOf(speed[ownPace])
  const days = slot < 480 ? [0, 1, 2, 3, 4] : [5, 6]
  const paces = days.flatMap((day) => at(day * 96 + (slot % 96)) ?? [])
  const weights = paces.reduce((sum, i) => sum + weightOf(weight[i]), 0)
  return weights > 0 ? paces.reduce((sum, i) => sum + weightOf(weight[i]) / kmhOf(speed[i]), 0) / weights : undefined
}

export function slowIsClosed(
  state: TrafficState,
  arc: number,
  instantMs: number,
  forced: readonly number[],
  aheadMs = 0,
): boolean {
  const { closes, sectionArc, sectionEvent } = state.events
  if ((state.flags[arc] & 2) !== 0 && aheadMs < 3_600_000) return true
  if (sectionsOn(state, arc, instantMs).some((section) => closes[sectionEvent[section]] === 1)) return true
  return sectionArc.some((on, p) => on === arc && closes[sectionEvent[p]] === 1 && forced.includes(sectionEvent[p]))
}

/**
 * Returns the weight of every arc and turn for a departure at that time. `usual` contains the closures without traffic.
 */
export function slowWeights(
  plainNetwork: RoadNetwork,
  state: TrafficState,
  start: TripStart,
  profile: TravelProfile,
  usual: Closures,
  forced: readonly number[] = [],
): CarWeights {
  const { excluded, network } = slowProfile(plainNetwork, profile)
  const { arcs, turns } = network
  const busy = new Set([...state.events.sectionArc])
  const quiet = { ...state, events: withoutSections(state.events) }
  const tooLarge = forbiddingLimits(network, profile.vehicle)
  const arc = Int32Array.from({ length: arcs.count }, (_, a) => {
    if (excluded?.[a] === 1) return INFINITE_WEIGHT
    if (usual.arcs[a] === 1 || tooLarge[arcs.limit[a]] === 1) return INFINITE_WEIGHT
    if (isForbidden(network, profile, a, usual.admitted?.[a] ?? 0)) return INFINITE_WEIGHT
    // Searching all events for each arc without events would take minutes.
    const usedState = busy.has(a) ? state : quiet
    if (slowIsClosed(usedState, a, start.departMs, forced, start.aheadMs)) return INFINITE_WEIGHT
    const seconds = Math.max(
      1,
      Math.round(slowArcTime(network, usedState, { ...start, forced: new Set(forced) }, a, 0)),
    )
    const weight =
      seconds === arcs.duration[a] ? arcs.weight[a] : Math.round(arcs.weight[a] * (seconds / arcs.duration[a]))
    return Math.min(weight, INFINITE_WEIGHT - 1)
  })
  const turn = new Int32Array(turns.count)
  for (let from = 0; from < arcs.count; from++) {
    for (let t = turns.first[from]; t < turns.first[from + 1]; t++) {
      const to = turns.to[t]
      const isEntry = (arcs.flags[from] & ArcFlag.restricted) === 0 && (arcs.flags[to] & ArcFlag.restricted) !== 0
      const isGate = (turns.flags[t] & TurnFlag.restrictedGate) !== 0
      const isBarred = ((profile.closedFlags?.turn ?? 0) & turns.flags[t]) !== 0 || usual.turns[t] === 1
      const isClosed = arc[from] >= INFINITE_WEIGHT || arc[to] >= INFINITE_WEIGHT || isBarred
      const sum = arc[from] + turns.duration[t] + (isEntry || isGate ? 300_000 : 0)
      turn[t] = isClosed ? INFINITE_WEIGHT : Math.min(sum, INFINITE_WEIGHT - 1)
    }
  }
  return { arc, turn }
}

/** Returns the network with the durations and weights of a profile, and the arcs that its model excludes. */
function slowProfile(network: RoadNetwork, { model }: TravelProfile) {
  if (!model) return { network, excluded: undefined }
  const graded = model.grades ? slowGrades(network, model.grades) : network
  const { duration, weight, excluded } = slowModel(graded, model.rules)
  return { network: { ...network, arcs: { ...network.arcs, duration, weight, modeledDuration: duration } }, excluded }
}

function withoutSections(events: TrafficState['events']): TrafficState['events'] {
  const none = new Uint32Array(0)
  return { ...events, sectionArc: none, sectionEvent: none, sectionMinArcCs: none, sectionDelayCs: none }
}

function isForbidden(
  network: RoadNetwork,
  { name, avoid, vehicle, closedFlags }: TravelProfile,
  arc: number,
  admitted: number,
): boolean {
  const { arcs, edges, roads } = network
  const road = edges.road[arcs.edgeSide[arc] >>> 1]
  const has = (flag: number) => (roads.flags[road] & flag) !== 0
  const isMotorway = roads.roadClass[road] === RoadClass.motorway || roads.roadClass[road] === RoadClass.motorwayLink
  const isBanned = (group: number, isClosed: boolean) => isClosed && (admitted & group) === 0
  const hasArc = (flag: number) => (arcs.flags[arc] & flag) !== 0
  const [isHeavy, isVan] = [vehicle.weightTons > 3.5, name === 'truck' && vehicle.weightTons <= 3.5]
  if (isHeavy && isBanned(VehicleGroup.goodsVehicles, hasArc(ArcFlag.noGoodsVehicles))) return true
  if (!isHeavy && name !== 'motorcycle' && has(RoadFlag.noCars)) return true
  if (isVan && isBanned(VehicleGroup.vans, has(RoadFlag.noVans))) return true
  if (name === 'motorcycle' && isBanned(VehicleGroup.motorcycles, has(RoadFlag.noMotorcycles))) return true
  if (vehicle.hazardousGoods && isBanned(VehicleGroup.hazardousGoods, hasArc(ArcFlag.noHazardousGoods))) return true
  if (has(closedFlags?.road ?? 0)) return true
  const carries = (names: readonly string[]) =>
    vehicle.hazardousGoods && (vehicle.hazmatClasses?.some((each) => names.includes(each)) ?? true)
  if (has(RoadFlag.noWaterHazards) && carries(['water'])) return true
  if (has(RoadFlag.noExplosives) && carries(['explosive', 'flammable'])) return true
  return avoid.some((avoidable) => {
    if (avoidable === 'tolls') return has(RoadFlag.toll) || (name === 'truck' && has(RoadFlag.truckToll))
    if (avoidable === 'tunnels') return has(RoadFlag.tunnel)
    if (avoidable === 'unpaved') return has(RoadFlag.unpaved)
    if (avoidable === 'motorways') return has(RoadFlag.motorway) || isMotorway
    return roads.mode[2 * road] === TravelMode.ferry
  })
}
