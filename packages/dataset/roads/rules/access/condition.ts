import type { VehicleLimits } from '../rules.ts'
import { parseMeters, parseTons } from '../speed/measure.ts'

/** The part after the @ of a conditional tag. */
export type Condition =
  | { readonly kind: 'always' }
  /** In opening_hours syntax. */
  | { readonly kind: 'time'; readonly when: string }
  /** Applies to vehicles that exceed any of these. */
  | { readonly kind: 'larger'; readonly than: VehicleLimits }
  /** Applies to vehicles within all of these. */
  | { readonly kind: 'smaller'; readonly than: VehicleLimits }
  /** Weather, cargo, permits, and other conditions that are unknown at planning time. */
  | { readonly kind: 'other' }

const always: Condition = { kind: 'always' }
const other: Condition = { kind: 'other' }

const wholeTime = new Set(['24/7', 'mo-su', '00:00-24:00', 'mo-su 00:00-24:00', '24/7 00:00-24:00', 'jan-dec'])

const timeWords = new Set(
  'mo tu we th fr sa su ph sh jan feb mar apr may jun jul aug sep oct nov dec week easter day days'
    .concat(' sunrise sunset dawn dusk off closed open')
    .split(' '),
)

export function toCondition(text: string): Condition {
  const parts = withoutParentheses(text)
    .split(/\s+and\s+/i)
    .map(withoutParentheses)
  if (parts.every(isTime)) {
    const when = parts.join(' ').replace(/\s*-\s*/g, '-')
    return wholeTime.has(when.toLowerCase()) ? always : { kind: 'time', when }
  }
  const [part = ''] = parts
  return parts.length === 1 ? toSizeCondition(part) : other
}

/** Removes the enclosing parentheses, even if they are not closed. */
function withoutParentheses(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('(')) return trimmed
  const close = matchingClose(trimmed)
  if (close < 0) return trimmed.slice(1).trim()
  return close === trimmed.length - 1 ? trimmed.slice(1, -1).trim() : trimmed
}

function matchingClose(text: string): number {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return i
  }
  return -1
}

/** A condition is a time if all its words belong to opening_hours. `wet`, `hgv` or `weight>3.5` do not. */
function isTime(text: string): boolean {
  const spoken = text.replace(/"[^"]*"/g, '')
  if (!/^[\w\s:,;/+\-.[\]()|]+$/.test(spoken)) return false
  const words = spoken.match(/[A-Za-z_]+/g) ?? []
  if (!words.every((word) => timeWords.has(word.toLowerCase()))) return false
  return words.length > 0 || /\d:\d\d|\b\d{4}\b|24\/7/.test(spoken)
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

function toSizeCondition(text: string): Condition {
  const [, key = '', sign = '', amount = ''] = /^\s*(?:max|gross_?)?([a-z]+)\s*([<>])=?(.+)$/i.exec(text) ?? []
  const field = sizeFields.get(key.toLowerCase())
  if (field === undefined) return other
  const value = field.endsWith('Meters') ? parseMeters(amount) : parseTons(amount)
  if (value === undefined) return other
  return { kind: sign === '>' ? 'larger' : 'smaller', than: { [field]: value } }
}
