import type { InflectName } from './grammar.ts'

/**
 * Placeholders in a template. Placeholders are numbers, because comparing substrings would cost more than joining them.
 */
export const TemplateSlot = {
  nothing: 0,
  wayName: 1,
  destination: 2,
  exit: 3,
  exitNumber: 4,
  rotaryName: 5,
  direction: 6,
  nth: 7,
  name: 8,
  ref: 9,
} as const

export type TemplateSlot = (typeof TemplateSlot)[keyof typeof TemplateSlot]

export interface TemplatePart {
  readonly slot: TemplateSlot
  readonly inflect: InflectName | undefined
  /** True if the slot begins the sentence. In this case, the value is capitalized. */
  readonly opensSentence: boolean
  /** The literal text up to the next slot or the end. */
  readonly literal: string
}
