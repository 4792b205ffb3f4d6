import { type AccessCondition, parseCondition } from './condition.ts'
import { MAX_VALUE_LENGTH } from './permission.ts'

/** A single `value @ condition` of a conditional tag. */
export interface ConditionalValue {
  readonly value: string
  readonly condition: AccessCondition
}

/**
 * Parses values such as `no @ (Mo-Fr 07:00-09:00; Sa); destination @ (weight>7.5)`. Mappers often omit the parentheses,
 * so a part without an @ belongs to the preceding condition. Unreadable parts are skipped without an error.
 */
export function parseConditional(tagValue: string): readonly ConditionalValue[] {
  if (tagValue.length > MAX_VALUE_LENGTH || !tagValue.includes('@')) return []
  const clauses: { value: string; condition: string }[] = []
  for (const clause of splitOutsideParentheses(tagValue)) {
    const separatorIndex = clause.indexOf('@')
    const last = clauses.at(-1)
    if (separatorIndex >= 0)
      clauses.push({ value: clause.slice(0, separatorIndex).trim(), condition: clause.slice(separatorIndex + 1) })
    else if (last !== undefined) last.condition += `;${clause}`
  }
  return clauses
    .filter(({ value, condition }) => value !== '' && condition.trim() !== '')
    .map(({ value, condition }) => ({ value, condition: parseCondition(condition) }))
}

function splitOutsideParentheses(tagValue: string): string[] {
  const clauses: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < tagValue.length; i++) {
    const character = tagValue[i]
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === ';' && depth <= 0) {
      clauses.push(tagValue.slice(start, i))
      start = i + 1
    }
  }
  clauses.push(tagValue.slice(start))
  return clauses
}
