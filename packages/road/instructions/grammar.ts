import languageData, { type GrammarRules } from 'osrm-text-instructions/languages.js'
import { RecentValues } from './recent-values.ts'

/** Russian has hundreds of rules per case (about 20 µs per name): a name is worth remembering. */
const REMEMBERED_NAMES = 4096

/** Bends a name into one grammatical case: "Садовая улица" into "Садовую улицу". */
export type Inflect = (name: string) => string

/** The cases of a language by their names in templates, such as `{way_name:accusative}`. Most languages have none. */
export function grammarOf(language: string): ReadonlyMap<string, Inflect> {
  const rules = languageData.grammars[language]
  if (rules === undefined) return new Map()
  return new Map(Object.keys(rules.v5).map((name) => [name, toInflect(rules, name)]))
}

function toInflect({ meta, v5 }: GrammarRules, caseName: string): Inflect {
  const groups = toGroups(v5[caseName] ?? [], meta.regExpFlags)
  const inflected = new RecentValues(REMEMBERED_NAMES, (name: string) => {
    // The rules find the ends of words by the blanks around them.
    let bent = ` ${name} `
    for (const { anyRule, rules } of groups) {
      if (!anyRule.test(bent)) continue
      for (const [pattern, replacement] of rules) bent = bent.replace(pattern, replacement)
    }
    return bent.trim()
  })
  return (name) => inflected.get(name)
}

interface RuleGroup {
  /** Where it finds nothing, none of the rules would change anything. */
  readonly anyRule: RegExp
  readonly rules: readonly (readonly [RegExp, string])[]
}

/** About the root of the number of rules in Russian: few groups to ask, few rules in those that answer. */
const GROUP_SIZE = 16

function toGroups(sources: readonly (readonly [string, string])[], flags: string): RuleGroup[] {
  const groups: RuleGroup[] = []
  for (let first = 0; first < sources.length; first += GROUP_SIZE) {
    const group = sources.slice(first, first + GROUP_SIZE)
    groups.push({
      // Not global: a global pattern remembers where the last test ended.
      anyRule: new RegExp(group.map(([pattern]) => `(?:${pattern})`).join('|'), flags.replace('g', '')),
      rules: group.map(([pattern, replacement]) => [new RegExp(pattern, flags), replacement] as const),
    })
  }
  return groups
}
