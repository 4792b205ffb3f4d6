import type { Phrases, PhraseTree } from 'osrm-text-instructions/languages.js'
import { type ManeuverType, type Modifier, maneuverTypes, modifiers } from '../guidance/step.ts'
import { parseTemplate, type Speech, type Template } from './template.ts'

/**
 * The available data of a step as bits, which form the index of its sentence. The two roundabout bits come last because
 * other maneuvers do not use them.
 */
export const Known = { wayName: 1, exits: 2, destinations: 4, rotaryName: 8, exit: 16 } as const

/** By the bits of Known: 8 sentences, or 32 for a roundabout. */
export type Sentences = readonly Template[]
type ByModifier = Readonly<Record<Modifier | 'none', Sentences>>

export interface SentenceTable {
  readonly maneuvers: Readonly<Record<ManeuverType, ByModifier>>
  /** An exit on the usual side, which need not be mentioned. */
  readonly usualOffRamps: ByModifier
  /** The final destination, when earlier stops are the first, the second, and so on. */
  readonly lastArrivals: ByModifier
  readonly modes: ReadonlyMap<string, Sentences>
  /** By `laneCode`. */
  readonly lanes: ReadonlyMap<number, string>
  readonly unknownLanes: string
}

/** The package lacks the exit of a small roundabout and would announce a second turn. */
const STAND_INS: Partial<Record<ManeuverType, ManeuverType>> = { 'exit roundabout turn': 'exit roundabout' }

export function toSentenceTable(phrases: Phrases, speech: Speech): SentenceTable {
  const parse = parseOnce(speech)
  const words = phrases.constants.modifier
  const byModifier = (type: ManeuverType, choose = ownOrDefault, nth?: string): ByModifier => {
    const tree = phrases[STAND_INS[type] ?? type] ?? {}
    const toSentences = type === 'roundabout' || type === 'rotary' ? circleSentences : sentences
    const row = (modifier: Modifier | 'none') => {
      // A maneuver without a direction goes straight. An arrival without one does not mention the side of the stop.
      const direction = modifier === 'none' && type !== 'arrive' ? 'straight' : modifier
      const known = { modifier: words[direction] ?? '', ...(nth === undefined ? {} : { nth }) }
      return [modifier, toSentences(choose(tree, direction), (source) => parse(source, known))]
    }
    return Object.fromEntries([...modifiers, 'none' as const].map(row))
  }
  const laneSentence = (kind: string, lanes: string) =>
    parse(textAt(subtree(phrases['use lane'], kind), 'default'), { lane_instruction: lanes }).opening
  return {
    maneuvers: Object.fromEntries(maneuverTypes.map((type) => [type, byModifier(type)])) as Record<
      ManeuverType,
      ByModifier
    >,
    usualOffRamps: byModifier('off ramp', (tree) => subtree(tree, 'default')),
    lastArrivals: byModifier('arrive', ownOrDefault, ''),
    modes: new Map(Object.entries(phrases.modes).map(([mode, tree]) => [mode, sentences(tree, parse)])),
    lanes: new Map(
      Object.entries(phrases.constants.lanes).map(([diagram, words]) => [
        laneCode(diagram.length, diagram.startsWith('o')),
        laneSentence('default', words),
      ]),
    ),
    unknownLanes: laneSentence('no_lanes', ''),
  }
}

/** Encodes lanes as alternating runs of valid and invalid ones: the number of runs and the first one suffice. */
export function laneCode(runs: number, firstIsGood: boolean): number {
  return runs * 2 + (firstIsGood ? 1 : 0)
}

type Parse = (source: string, known?: Readonly<Record<string, string>>) => Template

/** Caches parsed templates, because most sentences of a table are duplicates. */
function parseOnce(speech: Speech): Parse {
  const parsed = new Map<string, Template>()
  return (source, known = {}) => {
    const key = JSON.stringify([source, known])
    const template = parsed.get(key) ?? parseTemplate(source, speech, known)
    parsed.set(key, template)
    return template
  }
}

function sentences(tree: PhraseTree, parse: Parse): Template[] {
  return Array.from({ length: 8 }, (_, known) => parse(bestSource(tree, known)))
}

function bestSource(tree: PhraseTree, known: number): string {
  const { exit_destination, destination, exit, name } = tree
  const has = (bits: number) => (known & bits) === bits
  if (has(Known.destinations | Known.exits) && typeof exit_destination === 'string') return exit_destination
  if (has(Known.destinations) && typeof destination === 'string') return destination
  if (has(Known.exits) && typeof exit === 'string') return exit
  if (has(Known.wayName) && typeof name === 'string') return name
  return textAt(tree, 'default')
}

function circleSentences(tree: PhraseTree, parse: Parse): Template[] {
  const plain = subtree(tree, 'default')
  const byExit = subtree(tree, 'exit', 'default')
  const byName = subtree(tree, 'name', 'default')
  const byNameAndExit = subtree(tree, 'name_exit', 'name', 'exit', 'default')
  return [plain, byName, byExit, byNameAndExit].flatMap((variant) => sentences(variant, parse))
}

function ownOrDefault(tree: PhraseTree, modifier: string): PhraseTree {
  return subtree(tree, modifier, 'default')
}

/** The first existing branch. */
function subtree(tree: PhraseTree | undefined, ...keys: string[]): PhraseTree {
  for (const key of keys) {
    const branch = tree?.[key]
    if (typeof branch === 'object') return branch
  }
  return {}
}

function textAt(tree: PhraseTree, key: string): string {
  const text = tree[key]
  return typeof text === 'string' ? text : ''
}
