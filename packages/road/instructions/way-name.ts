import type { CapitalizeWord } from './capital-letter.ts'
import { TemplateSlot } from './slot.ts'
import type { Template } from './template.ts'

/**
 * Returns the display name of a road, which consists of the name, the ref, or both. A motorway is identified by its
 * ref.
 */
export function formatRoadName(template: Template, capitalize: CapitalizeWord | undefined, road: NamedRoad): string {
  if (road.ref === '') return road.name
  const name = stripRef(road.name, road.ref)
  const ref = firstListItem(road.ref, ';')
  if (name === '' || ref === '') return name === '' ? ref : name
  if (road.isMotorway) return hasDigit(ref) ? ref : name
  if (name === ref) return name
  let formatted = template.opening
  for (const { slot, opensSentence, literal } of template.parts) {
    const value = slot === TemplateSlot.name ? name : ref
    formatted += (opensSentence && capitalize !== undefined ? capitalize(value) : value) + literal
  }
  return formatted
}

export interface NamedRoad {
  readonly name: string
  readonly ref: string
  readonly isMotorway: boolean
}

/** Returns the part before the first separator. */
export function firstListItem(list: string, separator: string): string {
  const end = list.indexOf(separator)
  return end === -1 ? list : list.slice(0, end)
}

/** Removes the ref from the name, because mappers sometimes include it. Otherwise, the ref would be announced twice. */
function stripRef(name: string, ref: string): string {
  if (name === ref) return ''
  return name.includes('(') ? name.replace(` (${ref})`, '') : name
}

function hasDigit(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const codeUnit = value.charCodeAt(i)
    if (codeUnit >= 48 && codeUnit <= 57) return true
  }
  return false
}
