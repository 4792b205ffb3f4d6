import { parseLetterTable } from './letter-table.ts'

/** Romanization according to ELOT 743, without accents. */
const latinByLetter = parseLetterTable(`
  α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o
`)
const letterPairs: readonly (readonly [RegExp, string])[] = [
  [/^μπ/u, 'b'],
  [/ου/gu, 'ou'],
  [/([αεη])υ(?=[βγδζλμνραεηιουω])/gu, '$1v'],
  [/([αεη])υ/gu, '$1f'],
  [/γγ/gu, 'ng'],
  [/γξ/gu, 'nx'],
  [/γχ/gu, 'nch'],
]

/** Romanizes a Greek word without accents. */
export function romanizeGreek(word: string): string {
  let result = word
  for (const [pattern, latin] of letterPairs) result = result.replace(pattern, latin)
  let romanized = ''
  for (const letter of result) romanized += latinByLetter.get(letter) ?? letter
  return romanized
}
