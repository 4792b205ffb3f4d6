import { bearingDegrees, flatDistanceMeters } from '@fairway/geo'
import { buildSteps, type PlannedLeg, RoadFlag, type RoadMap, RouteShape, readText, type Step } from '@fairway/road'

/** The checks compare instructions with the line of the route. No check uses the bearings that guidance uses. */

export const classesOfError = [
  'exit without entry',
  'side against geometry',
  'same-name turn',
  'avoidable U-turn',
  'equal labels',
  'departure against geometry',
] as const
export type ClassOfError = (typeof classesOfError)[number]

export interface Finding {
  readonly kind: ClassOfError
  /** Position of the maneuver, in degrees. */
  readonly at: readonly [number, number]
  readonly text: string
}

/**
 * Lengths of the chords before and after a turn, in meters. A side counts as wrong only if it is wrong for every
 * length.
 */
const CHORD_METERS = [8, 15, 25]
/**
 * Range of deflections that count as left or right, in degrees. Smaller deflections count as straight, and larger
 * deflections count as U-turns.
 */
const MIN_SIDE_DEGREES = 30
const MAX_SIDE_DEGREES = 150
/**
 * Minimum deflection for "slight" turns. "Slight" distinguishes branches and may contradict a small bend that all
 * branches share.
 */
const MIN_SIDE_DEGREES_IF_SLIGHT = 45
/** Maximum difference between the bearing of a departure and the line of the route, in degrees. */
const MAX_DEPARTURE_DEGREES = 60
export const NEAR_START_METERS = 100
const JUNCTION_METERS = 30
const CIRCULAR_FLAGS = RoadFlag.roundabout | RoadFlag.circular

/**
 * Maneuver types whose side indicates a change of bearing. At forks, merges and ramps the side indicates a branch, and
 * at roundabouts it indicates an exit.
 */
const typesWithSide: ReadonlySet<string> = new Set(['turn', 'continue', 'new name', 'end of road'])
const typesOntoRoad: ReadonlySet<string> = new Set(['turn', 'new name', 'end of road'])

/** Route with one leg, its line and its instructions. */
export class CheckedRoute {
  readonly steps: readonly Step[]
  private readonly map: RoadMap
  private readonly leg: PlannedLeg
  private readonly shape = new RouteShape()
  private readonly metersAt: number[] = [0]

  constructor(map: RoadMap, leg: PlannedLeg) {
    this.map = map
    this.leg = leg
    this.steps = buildSteps(map.network, map.guidance, [leg])[0] ?? []
    this.shape.addLeg(map.network, leg)
    for (let i = 1; i < this.shape.length; i++)
      this.metersAt.push((this.metersAt[i - 1] ?? 0) + flatDistanceMeters(...this.point(i - 1), ...this.point(i)))
  }

  findings(): Finding[] {
    return this.steps.flatMap((step, index) => [
      ...this.checkRoundabout(step, index),
      ...this.checkSide(step),
      ...this.checkName(step, index),
      ...this.checkDeparture(step),
    ])
  }

  /** Returns the first instruction to turn around within `maxMeters` of the start. */
  findEarlyUturn(maxMeters = NEAR_START_METERS): Finding | undefined {
    const step = this.steps.find((candidate) => candidate.modifier === 'uturn' && this.metersTo(candidate) < maxMeters)
    return step && this.find('avoidable U-turn', step, `U-turn after ${Math.round(this.metersTo(step))} m`)
  }

  private checkRoundabout(step: Step, index: number): Finding[] {
    if (step.type !== 'exit roundabout' && step.type !== 'exit rotary') return []
    const before = this.steps[index - 1]?.type
    // A route that starts inside a roundabout has only an exit instruction.
    const firstArcMeters = this.metersAt[this.shape.pointOfArc[1] ?? 0] ?? 0
    const startsInside = before === 'depart' && this.isCircular(this.leg.arcs[firstArcMeters <= 1 ? 1 : 0])
    if (startsInside || before === 'roundabout' || before === 'rotary' || before === 'roundabout turn') return []
    return [this.find('exit without entry', step, `${step.type} after ${before}`)]
  }

  private checkSide(step: Step): Finding[] {
    const sign = step.modifier?.endsWith('right') ? 1 : step.modifier?.endsWith('left') ? -1 : 0
    if (sign === 0 || !typesWithSide.has(step.type)) return []
    const point = this.pointOf(step)
    const minDegrees = step.modifier?.startsWith('slight') ? MIN_SIDE_DEGREES_IF_SLIGHT : MIN_SIDE_DEGREES
    const turns = CHORD_METERS.map((meters) => this.deflectionAt(point, meters))
    const isWrong = turns.every((degrees) => -sign * degrees > minDegrees && -sign * degrees < MAX_SIDE_DEGREES)
    if (!isWrong) return []
    return [this.find('side against geometry', step, `${step.type} ${step.modifier} at ${turns.map(Math.round)}°`)]
  }

  /**
   * Checks the compass direction of the first instruction. The direction counts as wrong only if it is wrong for every
   * chord.
   */
  private checkDeparture(step: Step): Finding[] {
    const next = this.steps[1]
    if (step.type !== 'depart' || !next || this.metersTo(next) < 1) return []
    const errors = CHORD_METERS.map((meters) => {
      const bearing = bearingDegrees(...this.point(0), ...this.pointAtMeters(Math.min(meters, this.metersTo(next))))
      return Math.abs(((((step.bearingAfter - bearing) % 360) + 540) % 360) - 180)
    })
    if (errors.some((degrees) => degrees <= MAX_DEPARTURE_DEGREES)) return []
    return [this.find('departure against geometry', step, `departure off by ${errors.map(Math.round)}°`)]
  }

  private checkName(step: Step, index: number): Finding[] {
    const before = this.steps[index - 1]
    if (!before || step.name === 0 || !typesOntoRoad.has(step.type)) return []
    if (step.modifier === 'uturn' || (step.name !== before.name && !this.isOnRoad(step.name, step.firstArc))) return []
    const name = readText(this.map.network.texts, step.name)
    return [this.find('same-name turn', step, `${step.type} ${step.modifier} onto ${name}`)]
  }

  /** Returns whether the road before an arc has this name for a distance longer than the width of a junction. */
  private isOnRoad(name: number, firstArc: number): boolean {
    const { arcs, edges, roads } = this.map.network
    let meters = 0
    for (let i = firstArc - 1; i >= 0 && meters <= JUNCTION_METERS; i--) {
      const edge = (arcs.edgeSide[this.leg.arcs[i] ?? 0] ?? 0) >> 1
      if (roads.name[edges.road[edge] ?? 0] !== name) return false
      meters += (edges.lengthCm[edge] ?? 0) / 100
    }
    return meters > JUNCTION_METERS
  }

  private isCircular(arc: number | undefined): boolean {
    const { arcs, edges, roads } = this.map.network
    const flags = roads.flags[edges.road[(arcs.edgeSide[arc ?? 0] ?? 0) >> 1] ?? 0] ?? 0
    return (flags & CIRCULAR_FLAGS) !== 0
  }

  private find(kind: ClassOfError, step: Step, text: string): Finding {
    return { kind, at: this.point(this.pointOf(step)), text }
  }

  private pointOf(step: Step): number {
    return this.shape.pointOfArc[step.type === 'depart' ? 0 : step.firstArc] ?? 0
  }

  private metersTo(step: Step): number {
    return this.metersAt[this.pointOf(step)] ?? 0
  }

  private point(index: number): readonly [number, number] {
    return [(this.shape.latitude[index] ?? 0) / 1e6, (this.shape.longitude[index] ?? 0) / 1e6]
  }

  /**
   * Returns the signed change of direction between the chords before and after a point of the line. Right turns are
   * positive.
   */
  private deflectionAt(index: number, meters: number): number {
    const at = this.point(index)
    const bearingIn = bearingDegrees(...this.pointAtMeters((this.metersAt[index] ?? 0) - meters), ...at)
    const bearingOut = bearingDegrees(...at, ...this.pointAtMeters((this.metersAt[index] ?? 0) + meters))
    return ((((bearingOut - bearingIn) % 360) + 540) % 360) - 180
  }

  private pointAtMeters(meters: number): readonly [number, number] {
    const next = this.metersAt.findIndex((value) => value > meters)
    if (next === -1) return this.point(this.shape.length - 1)
    if (next === 0) return this.point(0)
    const before = this.metersAt[next - 1] ?? 0
    const share = (meters - before) / ((this.metersAt[next] ?? 0) - before)
    const [a, b] = [this.point(next - 1), this.point(next)]
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
  }
}
