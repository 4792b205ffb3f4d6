import type { Mode } from '../plan.ts'
import { avFields } from './av-fields.ts'
import { droneFields } from './drone-fields.ts'
import { roadFields } from './road-fields.ts'
import { seaFields } from './sea-fields.ts'

interface FieldBase {
  /** Name in the URL. */
  readonly name: string
  /** Path in the request, such as `vehicle.height_m`. */
  readonly path: string
  readonly label: string
  /** The heading it is listed under. */
  readonly group: string
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly unit: string
  readonly min: number
  readonly max: number
  readonly step: number
  /** The default value, shown as the placeholder. */
  readonly usual?: string
  /** A value sent together with it, such as the direction of the wind. */
  readonly with?: readonly [string, number]
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice' | 'count'
  /** Value and label. The first is the default and is not sent. */
  readonly choices: readonly (readonly [string, string])[]
}

export interface ManyField extends FieldBase {
  readonly kind: 'many'
  readonly choices: readonly (readonly [string, string])[]
}

export interface PlainField extends FieldBase {
  readonly kind: 'time' | 'flag' | 'text' | 'words'
  readonly placeholder?: string
}

export type Field = NumberField | ChoiceField | ManyField | PlainField

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
