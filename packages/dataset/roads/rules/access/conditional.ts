import { type Condition, toCondition } from './condition.ts'
import { LONGEST_VALUE } from './permission.ts'

/** One `value @ condition` of a conditional tag. */
export interface ConditionalValue {
  readonly value: string
  readonly condition: Condition
}

/**
 * Parses `no @ (Mo-Fr 07:00-09:00; Sa); destination @ (weight>7.5)`. Mappers omit the parentheses, so a piece without
 * an @ belongs to the preceding condition. Unreadable parts are skipped without an error.
 */
export function parseConditional(text: string): readonly ConditionalValue[] {
  if (text.length > LONGEST_VALUE || !text.includes('@')) return []
  const found: { value: string; condition: string }[] = []
  for (const piece of splitOutsideParentheses(text)) {
    const at = piece.indexOf('@')
    const last = found.at(-1)
    if (at >= 0) found.push({ value: piece.slice(0, at).trim(), condition: piece.slice(at + 1) })
    else if (last !== undefined) last.condition += `;${piece}`
  }
  return found
    .filter(({ value, condition }) => value !== '' && condition.trim() !== '')
    .map(({ value, condition }) => ({ value, condition: toCondition(condition) }))
}

function splitOutsideParentheses(text: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === ';' && depth <= 0) {
      pieces.push(text.slice(start, i))
      start = i + 1
    }
  }
  pieces.push(text.slice(start))
  return pieces
}
