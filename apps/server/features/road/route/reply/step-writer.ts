import {
  asciiLiteral,
  getSentenceWriter,
  type JsonWriter,
  type LegAttributes,
  type Literal,
  type RouteShape,
  type Step,
  type TextTable,
  travelModes,
  writeInteger,
  writeLiteral,
  writePoint,
  writeTenths,
} from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'
import type { RouteQuery } from '../api/request.ts'
import { formatDistance } from './distance-text.ts'
import { endOfStep, toTenths } from './planned-route.ts'
import { keys } from './reply-keys.ts'
import { firstStepPrefixes, getStepPrefix, nextStepPrefixes, prefixesAfterLeg } from './step-beginnings.ts'

export interface LegSteps {
  readonly query: RouteQuery
  readonly region: Region
  readonly shape: RouteShape
  readonly steps: readonly Step[]
  readonly legMeasure: LegAttributes
  readonly index: number
  readonly count: number
  /** Index of the leg's first arc in `shape.pointOfArc`. */
  readonly firstArc: number
  readonly arcCount: number
  /** Time between the arrival and the next leg, in hundredths of a second. */
  readonly pauseCs: number
  /** Charge of an electric vehicle at the start of each arc, in tenths of a percent. */
  readonly chargePermille: readonly number[] | undefined
}

const modes = new Map(travelModes.map((mode) => [mode, asciiLiteral(`,"mode":"${mode}"`)]))
/** Mode of travel, including the key that follows when a step has no lanes. Nearly all steps have none. */
const modesWithDistanceKey = new Map(travelModes.map((mode) => [mode, asciiLiteral(`,"mode":"${mode}","distance_m":`)]))

/** Upper bound for the size of a step's keys and numbers, in bytes. */
const MAX_STEP_BYTES = 512

/** Range of line points, with both ends inclusive. */
export interface PointRange {
  readonly from: number
  readonly to: number
}

/** Writes the steps of a route leg by leg, each with its instruction. */
export class StepWriter {
  private readonly json: JsonWriter
  private range: PointRange | undefined
  private isFirst = true

  constructor(json: JsonWriter) {
    this.json = json
  }

  /**
   * Starts writing the steps of the next legs. With a range, only steps with a maneuver in the range are written.
   * Clients then have the line, so positions and default values are omitted.
   */
  begin(range?: PointRange): void {
    this.range = range
    this.isFirst = true
  }

  write(input: LegSteps): void {
    const { steps, arcCount, query, region } = input
    const { network } = region.map
    const sentences = getSentenceWriter(query.instructions, network, region.strings)
    let from = 0
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]
      if (step === undefined) break
      const to = endOfStep(steps[i + 1], from, arcCount)
      if (this.isInRange(input, from)) {
        this.writeManeuver(input, step, from)
        sentences.write(this.json, step, input)
        this.writeNames(network.texts, step)
        this.writeMeasures(input, step, from, to)
      }
      from = to
    }
  }

  private get isBrief(): boolean {
    return this.range !== undefined
  }

  private isInRange({ shape, firstArc }: LegSteps, from: number): boolean {
    const { range } = this
    if (range === undefined) return true
    const point = shape.pointOfArc[firstArc + from] ?? 0
    return point >= range.from && point <= range.to
  }

  private writeManeuver({ shape, firstArc, index }: LegSteps, step: Step, from: number): void {
    const point = shape.pointOfArc[firstArc + from] ?? 0
    const view = this.json.reserve(MAX_STEP_BYTES)
    let offset = this.json.position()
    if (this.isBrief && index === 0) {
      offset = writeLiteral(view, offset, getStepPrefix(this.isFirst ? firstStepPrefixes : nextStepPrefixes, step))
    } else {
      offset = writeInteger(view, writeLiteral(view, offset, this.isFirst ? keys.firstStep : keys.nextStep), index)
      offset = writeLiteral(view, offset, getStepPrefix(prefixesAfterLeg, step))
    }
    this.isFirst = false
    if (step.exit > 0) offset = writeInteger(view, writeLiteral(view, offset, keys.exit), step.exit)
    if (!this.isBrief) {
      offset = writeLiteral(view, offset, keys.maneuverAt)
      offset = writePoint(view, offset, shape.latitude[point] ?? 0, shape.longitude[point] ?? 0)
    }
    offset = writeInteger(view, writeLiteral(view, offset, keys.bearingBefore), step.bearingBefore)
    offset = writeInteger(view, writeLiteral(view, offset, keys.bearingAfter), step.bearingAfter)
    this.json.advance(writeLiteral(view, offset, keys.instruction))
  }

  private writeNames(texts: TextTable, step: Step): void {
    this.writeTextField(texts, keys.name, step.name)
    if (step.ref !== 0) this.writeTextField(texts, keys.ref, step.ref)
    if (step.rotaryName !== 0) this.writeTextField(texts, keys.rotaryName, step.rotaryName)
    if (step.pronunciation !== 0) this.writeTextField(texts, keys.pronunciation, step.pronunciation)
    if (step.destinations !== 0) this.writeTextField(texts, keys.destinations, step.destinations)
    if (step.exits !== 0) this.writeTextField(texts, keys.exits, step.exits)
  }

  private writeTextField({ first, bytes }: TextTable, key: Literal, textIndex: number): void {
    this.json.literal(key).rawString(bytes, first[textIndex] ?? 0, first[textIndex + 1] ?? 0)
  }

  private writeMeasures(input: LegSteps, step: Step, from: number, to: number): void {
    const { query, shape, legMeasure, firstArc, chargePermille } = input
    const { json } = this
    this.writeMode(step)
    // Values are rounded at step boundaries, so that the steps add up to the total.
    const decimeters = toTenths(legMeasure.distanceCm, to) - toTenths(legMeasure.distanceCm, from)
    json.tenths(decimeters)
    if (query.units) json.literal(keys.distanceText).string(formatDistance(decimeters * 10, query.units))
    const pauseTenths = step.type === 'arrive' ? Math.round(input.pauseCs / 10) : 0
    const durationTenths = toTenths(legMeasure.durationCs, to) - toTenths(legMeasure.durationCs, from) + pauseTenths
    const view = json.reserve(MAX_STEP_BYTES)
    let offset = writeTenths(view, writeLiteral(view, json.position(), keys.duration), durationTenths)
    if (chargePermille) offset = writeTenths(view, writeLiteral(view, offset, keys.charge), chargePermille[from] ?? 0)
    if (query.geometry === 'none') offset = writeLiteral(view, offset, step.leftHandTraffic ? keys.left : keys.right)
    else {
      const rightSideKey = this.isBrief ? keys.range : keys.rightAndRange
      offset = writeLiteral(view, offset, step.leftHandTraffic ? keys.leftAndRange : rightSideKey)
      offset = writeInteger(view, offset, shape.pointOfArc[firstArc + from] ?? 0)
      offset = writeInteger(view, writeLiteral(view, offset, keys.comma), shape.pointOfArc[firstArc + to] ?? 0)
      offset = writeLiteral(view, offset, keys.closeList)
    }
    json.advance(writeLiteral(view, offset, keys.closeObject))
  }

  /** Writes the fields up to the distance key. */
  private writeMode({ mode, lanes }: Step): void {
    const isOmitted = this.isBrief && mode === 'driving'
    if (lanes.length === 0) {
      this.json.literal(isOmitted ? keys.distanceMeters : (modesWithDistanceKey.get(mode) ?? keys.distanceMeters))
      return
    }
    const encodedMode = modes.get(mode)
    if (encodedMode && !isOmitted) this.json.literal(encodedMode)
    this.json
      .literal(keys.lanes)
      .raw(new TextEncoder().encode(JSON.stringify(lanes)))
      .literal(keys.distanceMeters)
  }
}
