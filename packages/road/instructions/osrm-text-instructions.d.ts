/** The package has no types of its own. Only what is used here is declared. */
declare module 'osrm-text-instructions/languages.js' {
  export interface PhraseTree {
    readonly [key: string]: string | PhraseTree
  }
  export interface Phrases {
    readonly constants: {
      readonly ordinalize: Readonly<Record<string, string>>
      readonly direction: Readonly<Record<string, string>>
      readonly modifier: Readonly<Record<string, string>>
      readonly lanes: Readonly<Record<string, string>>
    }
    readonly modes: Readonly<Record<string, PhraseTree>>
    readonly phrase: Readonly<Record<string, string>>
    readonly [maneuver: string]: PhraseTree
  }
  export interface Translation {
    readonly meta: { readonly capitalizeFirstLetter: boolean }
    readonly v5: Phrases
  }
  export interface GrammarRules {
    readonly meta: { readonly regExpFlags: string }
    /** By grammatical case: patterns and what they become. */
    readonly v5: Readonly<Record<string, readonly (readonly [string, string])[]>>
  }
  const languages: {
    readonly supportedCodes: readonly string[]
    readonly instructions: Readonly<Record<string, Translation>>
    readonly grammars: Readonly<Record<string, GrammarRules>>
  }
  export default languages
}

/** The package's own way to make a sentence: too slow to serve with, and the oracle of our tests. */
declare module 'osrm-text-instructions' {
  export default function forVersion(version: 'v5'): {
    compile(language: string, step: object, options: object): string
  }
}
