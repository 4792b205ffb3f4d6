import type { Step } from '../guidance/step.ts'
import type { JsonWriter } from '../json/json-writer.ts'
import type { RoadTable, TextTable } from '../network/network.ts'
import type { TextCache } from '../network/string-cache.ts'
import { toCompassOctant } from './compass.ts'
import { hasPathPhrases, type InstructionWriter } from './instruction-writer.ts'
import { TwoGenerationCache } from './recent-values.ts'
import { KnownField } from './sentence-table.ts'
import { shortenDestinations } from './signpost.ts'
import { TemplateSlot } from './slot.ts'
import { type EncodedValue, encodeValue, isCleanlySpaced } from './spelling.ts'
import { firstListItem } from './way-name.ts'

/** Index of a step's leg within the route, and the number of legs. */
export interface LegPosition {
  readonly index: number
  readonly count: number
}

/** Lookup data for names. */
export interface NamedNetwork {
  readonly roads: Pick<RoadTable, 'name' | 'ref'>
  readonly texts: TextTable
}

/**
 * Maximum number of cached values. There are fewer numbered roads, and fewer signs with several destinations, than
 * names. Each cached value takes a few hundred bytes.
 */
const MAX_CACHED_VALUES = 4096

/**
 * Writes instructions directly into a response. The bytes of a sentence surround the bytes of names, which the map
 * already stores as JSON. Special cases (inflection, capitalization, extra spaces) are written as strings. Both methods
 * produce the same output.
 */
export class SentenceWriter {
  private readonly instructionWriter: InstructionWriter
  private readonly network: NamedNetwork
  private readonly strings: TextCache
  /** Road names, keyed by twice the road's index, plus one for a motorway. */
  private readonly roadNames: TwoGenerationCache<number, EncodedValue>
  private readonly destinations: TwoGenerationCache<number, EncodedValue>
  private readonly exits: TwoGenerationCache<number, EncodedValue>

  constructor(instructions: InstructionWriter, network: NamedNetwork, strings: TextCache) {
    this.instructionWriter = instructions
    this.network = network
    this.strings = strings
    this.roadNames = new TwoGenerationCache(MAX_CACHED_VALUES, (key) =>
      encodeValue(this.formatRoadName(key >>> 1, (key & 1) === 1)),
    )
    this.destinations = new TwoGenerationCache(MAX_CACHED_VALUES, (stringId) =>
      encodeValue(shortenDestinations(strings.get(stringId))),
    )
    this.exits = new TwoGenerationCache(MAX_CACHED_VALUES, (stringId) =>
      encodeValue(firstListItem(strings.get(stringId), ';')),
    )
  }

  write(json: JsonWriter, step: Step, leg: LegPosition): void {
    const start = json.position()
    if (this.tryWriteBytes(json, step, leg)) return
    json.reset(start)
    json.string(this.instructionWriter.write(this.toInstructionInput(step, leg)))
  }

  /**
   * Writes the sentence as bytes. Returns false if the fast path does not apply, even if part of the sentence is
   * already written.
   */
  private tryWriteBytes(json: JsonWriter, step: Step, leg: LegPosition): boolean {
    if (hasPathPhrases(step)) return false
    const sentences = this.instructionWriter.findSentences(step, leg.index === leg.count - 1)
    if (sentences === undefined) return false
    // A road without a ref uses only its name, which needs no lookup.
    const roadName = step.ref === 0 ? undefined : this.roadNames.get(2 * step.road + (step.isMotorway ? 1 : 0))
    const knownFieldBits = toKnownFields(step, roadName === undefined ? step.name !== 0 : roadName.length > 0)
    const { isVerbatim, opening, parts } = sentences[knownFieldBits & (sentences.length - 1)].encoded
    if (!isVerbatim) return false
    json.literal(opening)
    for (let i = 0; i < parts.length; i++) {
      if (!this.writeSlot(json, parts[i].slot, step, roadName, leg)) return false
      json.literal(parts[i].literal)
    }
    return true
  }

  private writeSlot(
    json: JsonWriter,
    slot: TemplateSlot,
    step: Step,
    roadName: EncodedValue | undefined,
    leg: LegPosition,
  ): boolean {
    switch (slot) {
      case TemplateSlot.wayName:
        return roadName === undefined ? this.writeTableString(json, step.name) : writeEncoded(json, roadName)
      case TemplateSlot.rotaryName:
        return this.writeTableString(json, step.rotaryName)
      case TemplateSlot.destination:
        return writeEncoded(json, this.destinations.get(step.destinations))
      case TemplateSlot.exit:
        return writeEncoded(json, this.exits.get(step.exits))
      case TemplateSlot.exitNumber:
        return writeEncoded(json, this.instructionWriter.encodedExitOrdinals[step.exit === 0 ? 1 : step.exit])
      case TemplateSlot.direction:
        return writeEncoded(json, this.instructionWriter.encodedDirections[toCompassOctant(step.bearingAfter)])
      case TemplateSlot.nth:
        return writeEncoded(json, this.instructionWriter.encodedDestinationOrdinals[leg.index + 1])
      default:
        return false
    }
  }

  private writeTableString(json: JsonWriter, stringId: number): boolean {
    const { first, bytes } = this.network.texts
    const [from, to] = [first[stringId], first[stringId + 1]]
    if (!isCleanlySpaced(bytes, from, to)) return false
    json.raw(bytes, from, to)
    return true
  }

  private formatRoadName(road: number, isMotorway: boolean): string {
    const { roads } = this.network
    const name = this.strings.get(roads.name[road])
    return this.instructionWriter.formatRoadName({ name, ref: this.strings.get(roads.ref[road]), isMotorway })
  }

  private toInstructionInput(step: Step, { index, count }: LegPosition): Parameters<InstructionWriter['write']>[0] {
    const strings = this.strings
    return {
      ...step,
      name: strings.get(step.name),
      ref: strings.get(step.ref),
      rotaryName: strings.get(step.rotaryName),
      destinations: strings.get(step.destinations),
      exits: strings.get(step.exits),
      legIndex: index,
      legCount: count,
    }
  }
}

function writeEncoded(json: JsonWriter, value: EncodedValue | undefined): boolean {
  if (!value?.hasCleanSpacing) return false
  json.literal(value)
  return true
}

function toKnownFields(
  { exits: exitsText, destinations: destinationsText, rotaryName, exit }: Step,
  hasRoadName: boolean,
): number {
  return (
    (hasRoadName ? KnownField.wayName : 0) |
    (exitsText === 0 ? 0 : KnownField.exits) |
    (destinationsText === 0 ? 0 : KnownField.destinations) |
    (rotaryName === 0 ? 0 : KnownField.rotaryName) |
    (exit === 0 ? 0 : KnownField.exit)
  )
}

const writersByNetwork = new WeakMap<NamedNetwork, Map<InstructionWriter, SentenceWriter>>()

/** Returns the writer of a language for the names of a map. The writer is cached for the lifetime of the map. */
export function getSentenceWriter(
  instructions: InstructionWriter,
  network: NamedNetwork,
  strings: TextCache,
): SentenceWriter {
  let writersOfNetwork = writersByNetwork.get(network)
  if (writersOfNetwork === undefined) {
    writersOfNetwork = new Map()
    writersByNetwork.set(network, writersOfNetwork)
  }
  let writer = writersOfNetwork.get(instructions)
  if (writer === undefined) {
    writer = new SentenceWriter(instructions, network, strings)
    writersOfNetwork.set(instructions, writer)
  }
  return writer
}
