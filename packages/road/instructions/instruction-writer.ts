import type { Phrases } from 'osrm-text-instructions/languages.js'
import type { Lane, ManeuverType, Modifier, TravelModeName } from '../guidance/step.ts'
import { compassNames, compassOctant } from './compass.ts'
import { Known, laneCode, type Sentences, type SentenceTable, toSentenceTable } from './sentence-table.ts'
import { firstDestination } from './signpost.ts'
import { Slot, type TemplatePart } from './slot.ts'
import { type Spelling, spellingOf } from './spelling.ts'
import { parseTemplate, type Speech, type Template, tidy } from './template.ts'
import { firstOf, type NamedRoad, wayName } from './way-name.ts'

/** The data of a step used in a sentence. Missing strings are empty. */
export interface InstructionInput {
  readonly type: ManeuverType
  /** For an arrival: the side of the stop. */
  readonly modifier: Modifier | undefined
  /** Roundabout exit number, counted from 1; 0 when unknown. */
  readonly exit: number
  readonly name: string
  /** Road numbers, separated by semicolons. */
  readonly ref: string
  readonly isMotorway: boolean
  readonly rotaryName: string
  /** As on the sign: "A 1, A 3: Berlin, Hamburg". */
  readonly destinations: string
  /** Motorway exit numbers, separated by semicolons. */
  readonly exits: string
  readonly lanes: readonly Lane[]
  readonly mode: TravelModeName
  /** Degrees clockwise from north, 0 up to 360. */
  readonly bearingAfter: number
  readonly leftHandTraffic: boolean
  /** Index of the step's leg within the route, and the number of legs. */
  readonly legIndex: number
  readonly legCount: number
}

type ManeuverInput = Pick<InstructionInput, 'type' | 'modifier' | 'mode' | 'leftHandTraffic'>

const BLANK = 32

/** Writes the sentences of one language. Templates are prepared in advance; this class only joins strings. */
export class InstructionWriter {
  readonly language: string
  private readonly speech: Speech
  private readonly table: SentenceTable
  private readonly nameAndRef: Template
  private readonly directions: readonly string[]
  /** By number. There are no words beyond the last one. */
  private readonly ordinals: readonly string[]
  readonly spelledDirections: readonly Spelling[]
  readonly spelledOrdinals: readonly Spelling[]

  constructor(language: string, phrases: Phrases, speech: Speech) {
    const { direction, ordinalize } = phrases.constants
    this.language = language
    this.speech = speech
    this.table = toSentenceTable(phrases, speech)
    this.nameAndRef = parseTemplate(phrases.phrase['name and ref'] ?? '{name} ({ref})', speech)
    this.directions = compassNames.map((name) => direction[name] ?? '')
    this.ordinals = Array.from({ length: 11 }, (_, number) => ordinalize[number] ?? '')
    this.spelledDirections = this.directions.map(spellingOf)
    this.spelledOrdinals = this.ordinals.map(spellingOf)
  }

  write(step: InstructionInput): string {
    const sentences = this.sentencesFor(step, step.legIndex === step.legCount - 1)
    if (sentences === undefined) return this.laneSentence(step.lanes)
    const way = this.wayName(step)
    const template = sentences[whatIsKnown(step, way) & (sentences.length - 1)] as Template
    let text = template.opening
    for (const part of template.parts) text += this.filled(part, step, way) + part.literal
    return this.tidied(text)
  }

  /** The name of a road in a sentence. */
  wayName(road: NamedRoad): string {
    return wayName(this.nameAndRef, this.speech.capitalize, road)
  }

  /** Inserted values may be empty, even at the beginning, or contain extra spaces. */
  private tidied(text: string): string {
    const isTidy = !text.includes('  ') && text.charCodeAt(0) !== BLANK && text.charCodeAt(text.length - 1) !== BLANK
    return isTidy ? text : this.capitalized(tidy(text))
  }

  private capitalized(text: string): string {
    return this.speech.capitalize === undefined ? text : this.speech.capitalize(text)
  }

  /** Undefined when the instruction must describe lanes. */
  sentencesFor({ type, modifier, mode, leftHandTraffic }: ManeuverInput, isLastLeg: boolean): Sentences | undefined {
    const { modes, maneuvers, usualOffRamps, lastArrivals } = this.table
    // On arrival by ferry, the ferry has already been taken.
    const ofMode = mode === 'driving' || type === 'arrive' ? undefined : modes.get(mode)
    if (ofMode !== undefined) return ofMode
    if (type === 'use lane') return undefined
    if (type === 'off ramp' && isOnSide(modifier, leftHandTraffic)) return usualOffRamps[modifier ?? 'none']
    if (type === 'arrive' && isLastLeg) return lastArrivals[modifier ?? 'none']
    return maneuvers[type][modifier ?? 'none']
  }

  private laneSentence(lanes: readonly Lane[]): string {
    let runs = 0
    for (let i = 0; i < lanes.length; i++) if (i === 0 || lanes[i]?.valid !== lanes[i - 1]?.valid) runs++
    return this.table.lanes.get(laneCode(runs, lanes[0]?.valid === true)) ?? this.table.unknownLanes
  }

  private filled({ slot, inflect, opensSentence }: TemplatePart, step: InstructionInput, way: string): string {
    let value = this.valueOf(slot, step, way)
    if (inflect !== undefined) value = inflect(value)
    return opensSentence ? this.capitalized(value) : value
  }

  private valueOf(slot: Slot, step: InstructionInput, way: string): string {
    switch (slot) {
      case Slot.wayName:
        return way
      case Slot.destination:
        return firstDestination(step.destinations)
      case Slot.exit:
        return firstOf(step.exits, ';')
      case Slot.exitNumber:
        return this.ordinals[step.exit === 0 ? 1 : step.exit] ?? ''
      case Slot.rotaryName:
        return step.rotaryName
      case Slot.direction:
        return this.directions[compassOctant(step.bearingAfter)] ?? ''
      case Slot.nth:
        return this.ordinals[step.legIndex + 1] ?? ''
      default:
        return ''
    }
  }
}

function whatIsKnown({ exits, destinations, rotaryName, exit }: InstructionInput, way: string): number {
  return (
    (way === '' ? 0 : Known.wayName) |
    (exits === '' ? 0 : Known.exits) |
    (destinations === '' ? 0 : Known.destinations) |
    (rotaryName === '' ? 0 : Known.rotaryName) |
    (exit === 0 ? 0 : Known.exit)
  )
}

function isOnSide(modifier: Modifier | undefined, left: boolean): boolean {
  if (modifier === undefined) return false
  return modifier.endsWith(left ? 'left' : 'right')
}
