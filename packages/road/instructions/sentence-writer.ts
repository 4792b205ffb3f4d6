import type { Step } from '../guidance/step.ts'
import type { JsonWriter } from '../json/json-writer.ts'
import type { RoadTable, TextTable } from '../network/network.ts'
import type { TextCache } from '../network/string-cache.ts'
import { compassOctant } from './compass.ts'
import type { InstructionWriter } from './instruction-writer.ts'
import { RecentValues } from './recent-values.ts'
import { Known } from './sentence-table.ts'
import { firstDestination } from './signpost.ts'
import { Slot } from './slot.ts'
import { isTidy, type Spelling, spellingOf } from './spelling.ts'
import { firstOf } from './way-name.ts'

/** Index of a step's leg within the route, and the number of legs. */
export interface LegPlace {
  readonly index: number
  readonly count: number
}

/** Lookup data for names. */
export interface NamedNetwork {
  readonly roads: Pick<RoadTable, 'name' | 'ref'>
  readonly texts: TextTable
}

/** Roads with numbers and signs with several destinations are fewer than names. Each costs a few hundred bytes. */
const REMEMBERED = 4096

/**
 * Writes instructions directly into a response: the bytes of a sentence around the bytes of names, which the map
 * already stores as JSON. Special cases (inflection, capitalization, extra spaces) fall back to strings. Both paths
 * produce the same output.
 */
export class SentenceWriter {
  private readonly instructions: InstructionWriter
  private readonly network: NamedNetwork
  private readonly texts: TextCache
  /** Key: twice the road, plus one on a motorway. */
  private readonly ways: RecentValues<number, Spelling>
  private readonly destinations: RecentValues<number, Spelling>
  private readonly exits: RecentValues<number, Spelling>

  constructor(instructions: InstructionWriter, network: NamedNetwork, texts: TextCache) {
    this.instructions = instructions
    this.network = network
    this.texts = texts
    this.ways = new RecentValues(REMEMBERED, (key) => spellingOf(this.wayOf(key >>> 1, (key & 1) === 1)))
    this.destinations = new RecentValues(REMEMBERED, (text) => spellingOf(firstDestination(texts.get(text))))
    this.exits = new RecentValues(REMEMBERED, (text) => spellingOf(firstOf(texts.get(text), ';')))
  }

  write(json: JsonWriter, step: Step, place: LegPlace): void {
    const mark = json.mark()
    if (this.writePlainly(json, step, place)) return
    json.reset(mark)
    json.text(this.instructions.write(this.inWords(step, place)))
  }

  /** Returns false if the fast path does not apply; part of the sentence may already be written. */
  private writePlainly(json: JsonWriter, step: Step, place: LegPlace): boolean {
    const sentences = this.instructions.sentencesFor(step, place.index === place.count - 1)
    if (sentences === undefined) return false
    // A road without a ref uses its name alone, which needs no lookup.
    const way = step.ref === 0 ? undefined : this.ways.get(2 * step.road + (step.isMotorway ? 1 : 0))
    const known = whatIsKnown(step, way === undefined ? step.name !== 0 : way.length > 0)
    const { isPlain, opening, parts } = sentences[known & (sentences.length - 1)].spelled
    if (!isPlain) return false
    json.literal(opening)
    for (let i = 0; i < parts.length; i++) {
      if (!this.fill(json, parts[i].slot, step, way, place)) return false
      json.literal(parts[i].literal)
    }
    return true
  }

  private fill(json: JsonWriter, slot: Slot, step: Step, way: Spelling | undefined, place: LegPlace): boolean {
    switch (slot) {
      case Slot.wayName:
        return way === undefined ? this.fillText(json, step.name) : fillSpelling(json, way)
      case Slot.rotaryName:
        return this.fillText(json, step.rotaryName)
      case Slot.destination:
        return fillSpelling(json, this.destinations.get(step.destinations))
      case Slot.exit:
        return fillSpelling(json, this.exits.get(step.exits))
      case Slot.exitNumber:
        return fillSpelling(json, this.instructions.spelledOrdinals[step.exit === 0 ? 1 : step.exit])
      case Slot.direction:
        return fillSpelling(json, this.instructions.spelledDirections[compassOctant(step.bearingAfter)])
      case Slot.nth:
        return fillSpelling(json, this.instructions.spelledOrdinals[place.index + 1])
      default:
        return false
    }
  }

  private fillText(json: JsonWriter, text: number): boolean {
    const { first, bytes } = this.network.texts
    const [from, to] = [first[text], first[text + 1]]
    if (!isTidy(bytes, from, to)) return false
    json.raw(bytes, from, to)
    return true
  }

  private wayOf(road: number, isMotorway: boolean): string {
    const { roads } = this.network
    const name = this.texts.get(roads.name[road])
    return this.instructions.wayName({ name, ref: this.texts.get(roads.ref[road]), isMotorway })
  }

  private inWords(step: Step, { index, count }: LegPlace): Parameters<InstructionWriter['write']>[0] {
    const texts = this.texts
    return {
      ...step,
      name: texts.get(step.name),
      ref: texts.get(step.ref),
      rotaryName: texts.get(step.rotaryName),
      destinations: texts.get(step.destinations),
      exits: texts.get(step.exits),
      legIndex: index,
      legCount: count,
    }
  }
}

function fillSpelling(json: JsonWriter, spelling: Spelling | undefined): boolean {
  if (!spelling?.isTidy) return false
  json.literal(spelling)
  return true
}

function whatIsKnown({ exits, destinations, rotaryName, exit }: Step, isWayKnown: boolean): number {
  return (
    (isWayKnown ? Known.wayName : 0) |
    (exits === 0 ? 0 : Known.exits) |
    (destinations === 0 ? 0 : Known.destinations) |
    (rotaryName === 0 ? 0 : Known.rotaryName) |
    (exit === 0 ? 0 : Known.exit)
  )
}

const writers = new WeakMap<NamedNetwork, Map<InstructionWriter, SentenceWriter>>()

/** The writer of a language for the names of a map, cached for the lifetime of the map. */
export function sentencesOf(instructions: InstructionWriter, network: NamedNetwork, texts: TextCache): SentenceWriter {
  let ofMap = writers.get(network)
  if (ofMap === undefined) {
    ofMap = new Map()
    writers.set(network, ofMap)
  }
  let writer = ofMap.get(instructions)
  if (writer === undefined) {
    writer = new SentenceWriter(instructions, network, texts)
    ofMap.set(instructions, writer)
  }
  return writer
}
