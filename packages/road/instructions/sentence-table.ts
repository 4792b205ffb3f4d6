import type { Phrases, PhraseTree } from 'osrm-text-instructions/languages.js'
import { type ManeuverModifier, type ManeuverType, maneuverModifiers, maneuverTypes } from '../guidance/step.ts'
import { type LanguageRules, parseTemplate, type Template } from './template.ts'

/**
 * The available data of a step as bits, which form the index of its sentence. The two roundabout bits are last because
 * other maneuvers do not use them.
 */
export const KnownField = { wayName: 1, exits: 2, destinations: 4, rotaryName: 8, exit: 16 } as const

/** Sentences indexed by the bits of KnownField. There are 8 sentences, or 32 for a roundabout. */
export type SentenceVariants = readonly Template[]
type SentencesByModifier = Readonly<Record<ManeuverModifier | 'none', SentenceVariants>>

export interface SentenceTable {
  readonly maneuvers: Readonly<Record<ManeuverType, SentencesByModifier>>
  /** Sentences for an exit on the usual side. These sentences do not mention the side. */
  readonly usualSideOffRamps: SentencesByModifier
  /** Sentences for the final destination of a route. Only earlier stops are announced as first, second, and so on. */
  readonly lastArrivals: SentencesByModifier
  readonly modes: ReadonlyMap<string, SentenceVariants>
  /** Sentences for lanes, keyed by the result of `encodeLaneRuns`. */
  readonly lanes: ReadonlyMap<number, string>
  readonly unknownLanesSentence: string
}

/**
 * Maneuvers that use the sentences of another maneuver. The package has no sentence for leaving a small roundabout and
 * would announce a second turn.
 */
const MANEUVER_FALLBACKS: Partial<Record<ManeuverType, ManeuverType>> = { 'exit roundabout turn': 'exit roundabout' }

export function buildSentenceTable(phrases: Phrases, languageRules: LanguageRules): SentenceTable {
  const parse = createCachingParser(languageRules)
  const modifierPhrases = phrases.constants.modifier
  const byModifier = (type: ManeuverType, choose = findModifierOrDefault, nth?: string): SentencesByModifier => {
    const tree = phrases[MANEUVER_FALLBACKS[type] ?? type] ?? {}
    const toSentences = type === 'roundabout' || type === 'rotary' ? buildRoundaboutSentences : buildSentences
    const buildRow = (modifier: ManeuverModifier | 'none') => {
      // A maneuver without a direction goes straight. An arrival without a direction does not mention the side of the
      // stop.
      const direction = modifier === 'none' && type !== 'arrive' ? 'straight' : modifier
      const fixedValues = { modifier: modifierPhrases[direction] ?? '', ...(nth === undefined ? {} : { nth }) }
      return [modifier, toSentences(choose(tree, direction), (source) => parse(source, fixedValues))]
    }
    return Object.fromEntries([...maneuverModifiers, 'none' as const].map(buildRow))
  }
  const laneSentence = (kind: string, lanes: string) =>
    parse(getPhrase(findSubtree(phrases['use lane'], kind), 'default'), { lane_instruction: lanes }).opening
  return {
    maneuvers: Object.fromEntries(maneuverTypes.map((type) => [type, byModifier(type)])) as Record<
      ManeuverType,
      SentencesByModifier
    >,
    usualSideOffRamps: byModifier('off ramp', (tree) => findSubtree(tree, 'default')),
    lastArrivals: byModifier('arrive', findModifierOrDefault, ''),
    modes: new Map(Object.entries(phrases.modes).map(([mode, tree]) => [mode, buildSentences(tree, parse)])),
    lanes: new Map(
      Object.entries(phrases.constants.lanes).map(([diagram, modifierPhrases]) => [
        encodeLaneRuns(diagram.length, diagram.startsWith('o')),
        laneSentence('default', modifierPhrases),
      ]),
    ),
    unknownLanesSentence: laneSentence('no_lanes', ''),
  }
}

/**
 * Encodes lanes as alternating runs of valid and invalid lanes. The number of runs and the validity of the first run
 * are sufficient.
 */
export function encodeLaneRuns(runCount: number, isFirstValid: boolean): number {
  return runCount * 2 + (isFirstValid ? 1 : 0)
}

type ParseTemplate = (source: string, fixedValues?: Readonly<Record<string, string>>) => Template

/** Creates a parser that caches templates, because most sentences of a table are duplicates. */
function createCachingParser(languageRules: LanguageRules): ParseTemplate {
  const templateByKey = new Map<string, Template>()
  return (source, fixedValues = {}) => {
    const key = JSON.stringify([source, fixedValues])
    const template = templateByKey.get(key) ?? parseTemplate(source, languageRules, fixedValues)
    templateByKey.set(key, template)
    return template
  }
}

function buildSentences(tree: PhraseTree, parse: ParseTemplate): Template[] {
  return Array.from({ length: 8 }, (_, knownFieldBits) => parse(chooseSource(tree, knownFieldBits)))
}

function chooseSource(tree: PhraseTree, knownFieldBits: number): string {
  const { exit_destination, destination, exit, name } = tree
  const hasFields = (bits: number) => (knownFieldBits & bits) === bits
  if (hasFields(KnownField.destinations | KnownField.exits) && typeof exit_destination === 'string')
    return exit_destination
  if (hasFields(KnownField.destinations) && typeof destination === 'string') return destination
  if (hasFields(KnownField.exits) && typeof exit === 'string') return exit
  if (hasFields(KnownField.wayName) && typeof name === 'string') return name
  return getPhrase(tree, 'default')
}

function buildRoundaboutSentences(tree: PhraseTree, parse: ParseTemplate): Template[] {
  const defaultTree = findSubtree(tree, 'default')
  const byExit = findSubtree(tree, 'exit', 'default')
  const byName = findSubtree(tree, 'name', 'default')
  const byNameAndExit = findSubtree(tree, 'name_exit', 'name', 'exit', 'default')
  return [defaultTree, byName, byExit, byNameAndExit].flatMap((variant) => buildSentences(variant, parse))
}

function findModifierOrDefault(tree: PhraseTree, modifier: string): PhraseTree {
  return findSubtree(tree, modifier, 'default')
}

/** Returns the first of the given branches that exists. */
function findSubtree(tree: PhraseTree | undefined, ...keys: string[]): PhraseTree {
  for (const key of keys) {
    const branch = tree?.[key]
    if (typeof branch === 'object') return branch
  }
  return {}
}

function getPhrase(tree: PhraseTree, key: string): string {
  const phrase = tree[key]
  return typeof phrase === 'string' ? phrase : ''
}
