import languageData, { type GrammarRules } from 'osrm-text-instructions/languages.js'
import { TwoGenerationCache } from './recent-values.ts'

/** Maximum number of cached names. Russian has hundreds of rules per case, which take about 20 µs per name. */
const MAX_CACHED_NAMES = 4096

/** Inflects a name for one grammatical case. For example, "Садовая улица" becomes "Садовую улицу". */
export type InflectName = (name: string) => string

/**
 * Returns the cases of a language by their names in templates, such as "accusative" in `{way_name:accusative}`. Most
 * languages have none.
 */
export function loadGrammar(language: string): ReadonlyMap<string, InflectName> {
  const rules = languageData.grammars[language]
  if (rules === undefined) return new Map()
  return new Map(Object.keys(rules.v5).map((name) => [name, createInflector(rules, name)]))
}

function createInflector({ meta, v5 }: GrammarRules, caseName: string): InflectName {
  const groups = groupRules(v5[caseName] ?? [], meta.regExpFlags)
  const inflectionCache = new TwoGenerationCache(MAX_CACHED_NAMES, (name: string) => {
    // The rules detect word ends by the surrounding spaces.
    let result = ` ${name} `
    for (const { combinedPattern, rules } of groups) {
      if (!combinedPattern.test(result)) continue
      for (const [pattern, replacement] of rules) result = result.replace(pattern, replacement)
    }
    return result.trim()
  })
  return (name) => inflectionCache.get(name)
}

interface RuleGroup {
  /**
   * A pattern that matches if any rule of the group matches. If the pattern does not match, the group leaves the name
   * unchanged.
   */
  readonly combinedPattern: RegExp
  readonly rules: readonly (readonly [RegExp, string])[]
}

/**
 * Number of rules per group, which is about the square root of the number of rules in Russian. This size gives few
 * groups to test and few rules in a matching group.
 */
const GROUP_SIZE = 16

function groupRules(sources: readonly (readonly [string, string])[], flags: string): RuleGroup[] {
  const groups: RuleGroup[] = []
  for (let first = 0; first < sources.length; first += GROUP_SIZE) {
    const group = sources.slice(first, first + GROUP_SIZE)
    groups.push({
      // The pattern is not global, because a global pattern stores the position of the last match.
      combinedPattern: new RegExp(group.map(([pattern]) => `(?:${pattern})`).join('|'), flags.replace('g', '')),
      rules: group.map(([pattern, replacement]) => [new RegExp(pattern, flags), replacement] as const),
    })
  }
  return groups
}
