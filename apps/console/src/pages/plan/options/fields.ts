import type { Mode, RouteDraft } from '../plan.ts'
import { avFields } from './av-fields.ts'
import { droneFields } from './drone-fields.ts'
import type { Field } from './field.ts'
import { toModel } from './model-presets.ts'
import { roadFields } from './road-fields.ts'
import { seaFields } from './sea-fields.ts'

const fieldsByMode: Readonly<Record<Mode, readonly Field[]>> = {
  road: roadFields,
  drone: droneFields,
  sea: seaFields,
  av: avFields,
}

export function listFields(mode: Mode): readonly Field[] {
  return fieldsByMode[mode]
}

/** Lists the fields that apply to the selected profile. Fields of other profiles keep their values. */
export function listActiveFields({ mode, options }: Pick<RouteDraft, 'mode' | 'options'>): readonly Field[] {
  const profile = options[mode].profile ?? DEFAULT_PROFILE
  return listFields(mode).filter(
    ({ onlyFor, onlyWith }) =>
      (onlyFor === undefined || onlyFor.includes(profile)) &&
      (onlyWith === undefined || options[mode][onlyWith] !== undefined),
  )
}

const DEFAULT_PROFILE = 'car'

/** Returns the paths and values that an input adds to the request. */
export function toRequestFields(field: Field, input: string): readonly (readonly [string, unknown])[] {
  switch (field.kind) {
    case 'number': {
      const extraFields = field.alsoSends === undefined ? [] : [field.alsoSends]
      return [...extraFields, [field.path, Number(input)]]
    }
    case 'count':
      return [[field.path, Number(input)]]
    case 'preset':
      return field.choices.find(([choice]) => choice === input)?.[2] ?? []
    case 'model': {
      const model = toModel(input)
      return model === undefined ? [] : [[field.path, model]]
    }
    case 'flag':
      return [[field.path, true]]
    case 'many':
    case 'words':
      return [[field.path, splitWords(input)]]
    default:
      return [[field.path, input]]
  }
}

export function splitWords(input: string): string[] {
  return input
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
