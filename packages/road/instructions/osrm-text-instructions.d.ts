/** The package has no type declarations. This file declares only the parts that this project uses. */
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
    /** Patterns and their replacements by grammatical case. */
    readonly v5: Readonly<Record<string, readonly (readonly [string, string])[]>>
  }
  const languages: {
    readonly supportedCodes: readonly string[]
    readonly instructions: Readonly<Record<string, Translation>>
    readonly grammars: Readonly<Record<string, GrammarRules>>
  }
  export default languages
}

/**
 * The package's function for writing a sentence. The function is too slow for production and provides the expected
 * values in tests.
 */
declare module 'osrm-text-instructions' {
  export default function forVersion(version: 'v5'): {
    compile(language: string, step: object, options: object): string
  }
}
