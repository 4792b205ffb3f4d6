import { type ManeuverType, type Modifier, maneuverTypes, modifiers, type Step } from '@fairway/road/guidance/step.ts'
import { ascii, type Literal } from '@fairway/road/json/ascii.ts'
import type { JsonWriter } from '@fairway/road/json/json-writer.ts'
import { RoadClass, TravelMode } from '@fairway/road/network/attributes.ts'
import type { PlannedLeg } from '@fairway/road/route/leg.ts'
import type { LegMeasure } from '@fairway/road/route/leg-measure.ts'
import type { RouteShape } from '@fairway/road/route/route-shape.ts'
import type { Region } from '../../engines/region.ts'
import { distanceText } from './distance-text.ts'
import { keys } from './reply-keys.ts'
import type { RouteQuery } from './request.ts'

export interface StepsOfLeg {
  readonly query: RouteQuery
  readonly region: Region
  readonly shape: RouteShape
  readonly steps: readonly Step[]
  readonly leg: PlannedLeg
  readonly measured: LegMeasure
  readonly index: number
  readonly legCount: number
  /** Where the leg's arcs begin in `shape.pointOfArc`. */
  readonly firstArc: number
}

const modes = ['driving', 'ferry', 'train'] as const

/** The beginnings of maneuvers, and their modifiers, ready to be copied. */
const maneuvers = Object.fromEntries(
  maneuverTypes.map((type) => [type, ascii(`,"maneuver":{"type":"${type}"`)]),
) as Record<ManeuverType, Literal>
const turns = Object.fromEntries(modifiers.map((modifier) => [modifier, ascii(`,"modifier":"${modifier}"`)])) as Record<
  Modifier,
  Literal
>

/** Writes the steps of a leg, each with its sentence. */
export class StepWriter {
  private readonly json: JsonWriter

  constructor(json: JsonWriter) {
    this.json = json
  }

  write(input: StepsOfLeg): void {
    const { json } = this
    const { steps, leg, index } = input
    steps.forEach((step, position) => {
      if (index > 0 || position > 0) json.literal(keys.comma)
      const isArrival = step.type === 'arrive'
      const from = isArrival ? leg.arcs.length : step.firstArc
      const next = steps[position + 1]
      const to = next === undefined || next.type === 'arrive' ? leg.arcs.length : next.firstArc
      this.writeStep(input, step, from, Math.max(from, to))
    })
  }

  private writeStep(input: StepsOfLeg, step: Step, from: number, to: number): void {
    const { json } = this
    const { query, region, shape, measured, index, firstArc } = input
    const firstPoint = shape.pointOfArc[firstArc + from] ?? 0
    const lastPoint = shape.pointOfArc[firstArc + to] ?? 0
    const modeOfStep = this.modeOf(input, from)
    json.literal(keys.leg).integer(index)
    json.literal(maneuvers[step.type])
    if (step.modifier) json.literal(turns[step.modifier])
    if (step.exit > 0) json.literal(keys.exit).integer(step.exit)
    json.literal(keys.maneuverAt).point(shape.latitude[firstPoint] ?? 0, shape.longitude[firstPoint] ?? 0)
    json.literal(keys.bearingBefore).integer(step.bearingBefore).literal(keys.bearingAfter).integer(step.bearingAfter)
    json.literal(keys.instruction).text(this.sentence(input, step, from, modes[modeOfStep] ?? 'driving'))
    this.writeText(region, keys.name, step.name, true)
    this.writeText(region, keys.ref, step.ref)
    this.writeText(region, keys.rotaryName, step.rotaryName)
    this.writeText(region, keys.pronunciation, step.pronunciation)
    this.writeText(region, keys.destinations, step.destinations)
    this.writeText(region, keys.exits, step.exits)
    json.literal(
      modeOfStep === TravelMode.ferry ? keys.ferry : modeOfStep === TravelMode.train ? keys.train : keys.driving,
    )
    if (step.lanes.length > 0) this.writeLanes(step)
    // Rounded where steps meet, so that they add up to the whole.
    const meters = decimetersAt(measured, to) - decimetersAt(measured, from)
    json.literal(keys.distanceMeters).fixed(meters, 1)
    if (query.units) json.literal(keys.distanceText).text(distanceText(meters * 10, query.units))
    json.literal(keys.duration).fixed(tenthsAt(measured, to) - tenthsAt(measured, from), 1)
    json.literal(step.leftHandTraffic ? keys.left : keys.right)
    if (query.geometry === 'none') json.literal(keys.close)
    else json.literal(keys.range).integer(firstPoint).literal(keys.comma).integer(lastPoint).literal(keys.closeRange)
  }

  /** A text of the network; only a name is written when it is empty. */
  private writeText({ map }: Region, key: Literal, text: number, always = false): void {
    if (text === 0 && !always) return
    const { first, bytes } = map.network.texts
    this.json.literal(key).rawText(bytes, first[text] ?? 0, first[text + 1] ?? 0)
  }

  private writeLanes(step: Step): void {
    // Few steps have lanes.
    this.json.literal(keys.lanes).raw(new TextEncoder().encode(JSON.stringify(step.lanes)))
  }

  private sentence(
    { query, region, leg, index, legCount }: StepsOfLeg,
    step: Step,
    from: number,
    mode: (typeof modes)[number],
  ) {
    const { texts } = region
    const road = roadOf(region, leg, from)
    const roadClass = region.map.network.roads.roadClass[road]
    return query.instructions.write({
      type: step.type,
      modifier: step.modifier,
      exit: step.exit,
      name: texts.get(step.name),
      ref: texts.get(step.ref),
      isMotorway: roadClass === RoadClass.motorway,
      rotaryName: texts.get(step.rotaryName),
      destinations: texts.get(step.destinations),
      exits: texts.get(step.exits),
      lanes: step.lanes,
      mode,
      bearingAfter: step.bearingAfter,
      leftHandTraffic: step.leftHandTraffic,
      legIndex: index,
      legCount,
    })
  }

  private modeOf({ region, leg }: StepsOfLeg, from: number): number {
    return region.map.network.roads.mode[roadOf(region, leg, from)] ?? 0
  }
}

/** The road a step begins on; an arrival's is the last. */
function roadOf({ map }: Region, { arcs }: PlannedLeg, position: number): number {
  const arc = arcs[Math.min(position, arcs.length - 1)] ?? 0
  return map.network.edges.road[(map.network.arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0
}

function decimetersAt({ distanceCm }: LegMeasure, arc: number): number {
  return Math.round((distanceCm[arc] ?? 0) / 10)
}
function tenthsAt({ durationCs }: LegMeasure, arc: number): number {
  return Math.round((durationCs[arc] ?? 0) / 10)
}
