import type { VehicleLimits } from '../rules.ts'
import { parseMeters, parseTons } from '../speed/measure.ts'

/** The part of a conditional tag after the @. */
export type AccessCondition =
  | { readonly kind: 'always' }
  /** Applies at these times, in `opening_hours` syntax. */
  | { readonly kind: 'time'; readonly when: string }
  /** Applies to vehicles that exceed any of these limits. */
  | { readonly kind: 'larger'; readonly limits: VehicleLimits }
  /** Applies to vehicles that are within all of these limits. */
  | { readonly kind: 'smaller'; readonly limits: VehicleLimits }
  /** Depends on weather, cargo, permits or other facts that are unknown at planning time. */
  | { readonly kind: 'other' }

const alwaysCondition: AccessCondition = { kind: 'always' }
const otherCondition: AccessCondition = { kind: 'other' }

const allDayValues = new Set(['24/7', 'mo-su', '00:00-24:00', 'mo-su 00:00-24:00', '24/7 00:00-24:00', 'jan-dec'])

const timeWords = new Set(
  'mo tu we th fr sa su ph sh jan feb mar apr may jun jul aug sep oct nov dec week easter day days'
    .concat(' sunrise sunset dawn dusk off closed open')
    .split(' '),
)

export function parseCondition(expression: string): AccessCondition {
  const parts = stripParentheses(expression)
    .split(/\s+and\s+/i)
    .map(stripParentheses)
  if (parts.every(isTimeExpression)) {
    const timeExpression = parts.join(' ').replace(/\s*-\s*/g, '-')
    return allDayValues.has(timeExpression.toLowerCase()) ? alwaysCondition : { kind: 'time', when: timeExpression }
  }
  const [part = ''] = parts
  return parts.length === 1 ? parseSizeCondition(part) : otherCondition
}

/** Removes the enclosing parentheses, even if the closing parenthesis is missing. */
function stripParentheses(expression: string): string {
  const trimmedText = expression.trim()
  if (!trimmedText.startsWith('(')) return trimmedText
  const closingIndex = findClosingParenthesis(trimmedText)
  if (closingIndex < 0) return trimmedText.slice(1).trim()
  return closingIndex === trimmedText.length - 1 ? trimmedText.slice(1, -1).trim() : trimmedText
}

function findClosingParenthesis(expression: string): number {
  let depth = 0
  for (let i = 0; i < expression.length; i++) {
    if (expression[i] === '(') depth++
    else if (expression[i] === ')' && --depth === 0) return i
  }
  return -1
}

/**
 * Returns whether all words belong to the `opening_hours` syntax. For example, `wet`, `hgv` and `weight>3.5` do not.
 */
function isTimeExpression(expression: string): boolean {
  const uncommented = expression.replace(/"[^"]*"/g, '')
  if (!/^[\w\s:,;/+\-.[\]()|]+$/.test(uncommented)) return false
  const words = uncommented.match(/[A-Za-z_]+/g) ?? []
  if (!words.every((word) => timeWords.has(word.toLowerCase()))) return false
  return words.length > 0 || /\d:\d\d|\b\d{4}\b|24\/7/.test(uncommented)
}

type SizeField = keyof VehicleLimits

const sizeFields = new Map<string, SizeField>([
  ['height', 'heightMeters'],
  ['width', 'widthMeters'],
  ['length', 'lengthMeters'],
  ['weight', 'weightTons'],
  ['weightrating', 'weightTons'],
  ['axleload', 'axleLoadTons'],
])

function parseSizeCondition(expression: string): AccessCondition {
  const [, key = '', sign = '', amount = ''] = /^\s*(?:max|gross_?)?([a-z]+)\s*([<>])=?(.+)$/i.exec(expression) ?? []
  const field = sizeFields.get(key.toLowerCase())
  if (field === undefined) return otherCondition
  const value = field.endsWith('Meters') ? parseMeters(amount) : parseTons(amount)
  if (value === undefined) return otherCondition
  return { kind: sign === '>' ? 'larger' : 'smaller', limits: { [field]: value } }
}
