import type { Phrases } from 'osrm-text-instructions/languages.js'
import type { Lane, ManeuverModifier, ManeuverType, PathKind, TravelModeName } from '../guidance/step.ts'
import { compassNames, toCompassOctant } from './compass.ts'
import { getPathPhrases, joinSentences, type PathPhrases } from './path-phrases.ts'
import { loadDestinationOrdinals } from './phrases.ts'
import {
  buildSentenceTable,
  encodeLaneRuns,
  KnownField,
  type SentenceTable,
  type SentenceVariants,
} from './sentence-table.ts'
import { shortenDestinations } from './signpost.ts'
import { type TemplatePart, TemplateSlot } from './slot.ts'
import { type EncodedValue, encodeValue } from './spelling.ts'
import { collapseSpaces, type LanguageRules, parseTemplate, type Template } from './template.ts'
import { toWalkingPhrases } from './walking-phrases.ts'
import { firstListItem, formatRoadName, type NamedRoad } from './way-name.ts'

/** Data of a step that a sentence uses. Missing strings are empty. */
export interface InstructionInput {
  readonly type: ManeuverType
  /** Direction of the maneuver. For an arrival, this is the side of the stop. */
  readonly modifier: ManeuverModifier | undefined
  /** Roundabout exit number, counted from 1, or 0 if it is unknown. */
  readonly exit: number
  readonly name: string
  /** Road numbers, separated by semicolons. */
  readonly ref: string
  readonly isMotorway: boolean
  readonly rotaryName: string
  /** Text of the sign, for example "A 1, A 3: Berlin, Hamburg". */
  readonly destinations: string
  /** Motorway exit numbers, separated by semicolons. */
  readonly exits: string
  readonly lanes: readonly Lane[]
  readonly mode: TravelModeName
  readonly pathKind: PathKind | undefined
  /** Bearing in degrees clockwise from north, from 0 to less than 360. */
  readonly bearingAfter: number
  readonly leftHandTraffic: boolean
  /** Index of the step's leg within the route, and the number of legs. */
  readonly legIndex: number
  readonly legCount: number
}

type ManeuverInput = Pick<InstructionInput, 'type' | 'modifier' | 'mode' | 'leftHandTraffic'>

const SPACE = 32

/** Writes the sentences of one language. Templates are prepared in advance, so this class only joins strings. */
export class InstructionWriter {
  readonly language: string
  private readonly languageRules: LanguageRules
  private readonly sentenceTable: SentenceTable
  private readonly walkingTable: SentenceTable
  private readonly pathPhrases: PathPhrases
  private readonly nameAndRefTemplate: Template
  private readonly directions: readonly string[]
  /** Ordinal words of exits and destinations, indexed by number. Numbers beyond the last entry have no ordinal word. */
  private readonly exitOrdinals: readonly string[]
  private readonly destinationOrdinals: readonly string[]
  readonly encodedDirections: readonly EncodedValue[]
  readonly encodedExitOrdinals: readonly EncodedValue[]
  readonly encodedDestinationOrdinals: readonly EncodedValue[]

  constructor(language: string, phrases: Phrases, languageRules: LanguageRules) {
    const { direction, ordinalize } = phrases.constants
    this.language = language
    this.languageRules = languageRules
    this.sentenceTable = buildSentenceTable(phrases, languageRules)
    const walkingPhrases = toWalkingPhrases(language, phrases)
    this.walkingTable =
      walkingPhrases === phrases ? this.sentenceTable : buildSentenceTable(walkingPhrases, languageRules)
    this.pathPhrases = getPathPhrases(language)
    this.nameAndRefTemplate = parseTemplate(phrases.phrase['name and ref'] ?? '{name} ({ref})', languageRules)
    this.directions = compassNames.map((name) => direction[name] ?? '')
    this.exitOrdinals = listOrdinals(ordinalize)
    this.destinationOrdinals = listOrdinals(loadDestinationOrdinals(language))
    this.encodedDirections = this.directions.map(encodeValue)
    this.encodedExitOrdinals = this.exitOrdinals.map(encodeValue)
    this.encodedDestinationOrdinals = this.destinationOrdinals.map(encodeValue)
  }

  write(step: InstructionInput): string {
    const sentences = this.findSentences(step, step.legIndex === step.legCount - 1)
    if (sentences === undefined) return this.findLaneSentence(step.lanes)
    const roadName = this.formatRoadName(step)
    const template = sentences[toKnownFields(step, roadName) & (sentences.length - 1)] as Template
    let sentence = template.opening
    for (const part of template.parts) sentence += this.fillPart(part, step, roadName) + part.literal
    return this.addPathPhrases(this.cleanUp(sentence), step, roadName)
  }

  private addPathPhrases(sentence: string, step: InstructionInput, roadName: string): string {
    if (!hasPathPhrases(step)) return sentence
    const isNamed = roadName !== ''
    const sentences = isNamed || !goesStraightOn(step) ? [sentence] : []
    if (step.pathKind !== undefined && (!isNamed || step.pathKind === 'stairs'))
      sentences.push(this.pathPhrases[step.pathKind])
    if (step.mode === 'pushing bike') sentences.push(this.pathPhrases.push)
    return joinSentences(this.language, sentences)
  }

  /** Returns the name of a road in a sentence. */
  formatRoadName(road: NamedRoad): string {
    return formatRoadName(this.nameAndRefTemplate, this.languageRules.capitalize, road)
  }

  /** Removes extra spaces. Inserted values may be empty, even at the beginning, or contain extra spaces. */
  private cleanUp(sentence: string): string {
    const hasCleanSpacing =
      !sentence.includes('  ') && sentence.charCodeAt(0) !== SPACE && sentence.charCodeAt(sentence.length - 1) !== SPACE
    return hasCleanSpacing ? sentence : this.capitalize(collapseSpaces(sentence))
  }

  private capitalize(value: string): string {
    return this.languageRules.capitalize === undefined ? value : this.languageRules.capitalize(value)
  }

  /** Finds the sentences for a maneuver. Returns undefined if the instruction must describe lanes. */
  findSentences(
    { type: maneuverType, modifier, mode, leftHandTraffic }: ManeuverInput,
    isLastLeg: boolean,
  ): SentenceVariants | undefined {
    const isOnFoot = mode === 'walking' || mode === 'pushing bike'
    const { modes, maneuvers, usualSideOffRamps, lastArrivals } = isOnFoot ? this.walkingTable : this.sentenceTable
    const type = isOnFoot || mode === 'cycling' ? toPathManeuver(maneuverType) : maneuverType
    // At the end of a ferry trip, the traveler is already on board.
    const modeSentences = mode === 'driving' || type === 'arrive' ? undefined : modes.get(mode)
    if (modeSentences !== undefined) return modeSentences
    if (type === 'use lane') return undefined
    if (type === 'off ramp' && isOnTrafficSide(modifier, leftHandTraffic)) return usualSideOffRamps[modifier ?? 'none']
    if (type === 'arrive' && isLastLeg) return lastArrivals[modifier ?? 'none']
    return maneuvers[type][modifier ?? 'none']
  }

  private findLaneSentence(lanes: readonly Lane[]): string {
    let runCount = 0
    for (let i = 0; i < lanes.length; i++) if (i === 0 || lanes[i]?.valid !== lanes[i - 1]?.valid) runCount++
    return (
      this.sentenceTable.lanes.get(encodeLaneRuns(runCount, lanes[0]?.valid === true)) ??
      this.sentenceTable.unknownLanesSentence
    )
  }

  private fillPart({ slot, inflect, opensSentence }: TemplatePart, step: InstructionInput, roadName: string): string {
    let value = this.getSlotValue(slot, step, roadName)
    if (inflect !== undefined) value = inflect(value)
    return opensSentence ? this.capitalize(value) : value
  }

  private getSlotValue(slot: TemplateSlot, step: InstructionInput, roadName: string): string {
    switch (slot) {
      case TemplateSlot.wayName:
        return roadName
      case TemplateSlot.destination:
        return shortenDestinations(step.destinations)
      case TemplateSlot.exit:
        return firstListItem(step.exits, ';')
      case TemplateSlot.exitNumber:
        return this.exitOrdinals[step.exit === 0 ? 1 : step.exit] ?? ''
      case TemplateSlot.rotaryName:
        return step.rotaryName
      case TemplateSlot.direction:
        return this.directions[toCompassOctant(step.bearingAfter)] ?? ''
      case TemplateSlot.nth:
        return this.destinationOrdinals[step.legIndex + 1] ?? ''
      default:
        return ''
    }
  }
}

function listOrdinals(ordinalByNumber: Readonly<Record<string, string>>): string[] {
  return Array.from({ length: 11 }, (_, number) => ordinalByNumber[number] ?? '')
}

/** Returns true if sentences about the path or the bicycle may follow the maneuver. */
export function hasPathPhrases({
  type,
  mode,
  pathKind,
}: Pick<InstructionInput, 'type' | 'mode' | 'pathKind'>): boolean {
  return type !== 'arrive' && (pathKind !== undefined || mode === 'pushing bike')
}

/** Replaces maneuvers that apply only to motor traffic, such as lanes, ramps and merges. */
function toPathManeuver(type: ManeuverType): ManeuverType {
  if (type === 'merge' || type === 'on ramp' || type === 'off ramp') return 'turn'
  return type === 'use lane' ? 'continue' : type
}

/**
 * Returns true for a maneuver that goes straight on. Without a name, its instruction mentions only the kind of path.
 */
function goesStraightOn({ type, modifier }: InstructionInput): boolean {
  const continues = type === 'continue' || type === 'new name' || type === 'notification' || type === 'use lane'
  return continues && (modifier === undefined || modifier === 'straight')
}

function toKnownFields({ exits, destinations, rotaryName, exit }: InstructionInput, roadName: string): number {
  return (
    (roadName === '' ? 0 : KnownField.wayName) |
    (exits === '' ? 0 : KnownField.exits) |
    (destinations === '' ? 0 : KnownField.destinations) |
    (rotaryName === '' ? 0 : KnownField.rotaryName) |
    (exit === 0 ? 0 : KnownField.exit)
  )
}

function isOnTrafficSide(modifier: ManeuverModifier | undefined, isLeftHandTraffic: boolean): boolean {
  if (modifier === undefined) return false
  return modifier.endsWith(isLeftHandTraffic ? 'left' : 'right')
}
