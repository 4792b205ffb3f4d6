import type { Mode } from '../plan.ts'
import { avFields } from './av-fields.ts'
import { droneFields } from './drone-fields.ts'
import type { Field } from './field.ts'
import { roadFields } from './road-fields.ts'
import { seaFields } from './sea-fields.ts'

const byMode: Readonly<Record<Mode, readonly Field[]>> = {
  road: roadFields,
  drone: droneFields,
  sea: seaFields,
  av: avFields,
}

export function fieldsOf(mode: Mode): readonly Field[] {
  return byMode[mode]
}

/** Returns the request paths and values for the input. */
export function sentFor(field: Field, text: string): readonly (readonly [string, unknown])[] {
  switch (field.kind) {
    case 'number': {
      const extra = field.with === undefined ? [] : [field.with]
      return [...extra, [field.path, Number(text)]]
    }
    case 'count':
      return [[field.path, Number(text)]]
    case 'flag':
      return [[field.path, true]]
    case 'many':
    case 'words':
      return [[field.path, wordsIn(text)]]
    default:
      return [[field.path, text]]
  }
}

export function wordsIn(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
