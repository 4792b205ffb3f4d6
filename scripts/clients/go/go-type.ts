import type { Type } from '../model.ts'
import { toSentence, wrap } from '../text.ts'

const COMMENT_WIDTH = 110

/** Returns the Go type of a value. */
export function goType(type: Type): string {
  switch (type.kind) {
    case 'string':
    case 'word':
      return 'string'
    case 'number':
      return 'float64'
    case 'integer':
      return 'int64'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'any'
    case 'point':
      return 'Point'
    case 'list':
      return `[]${goType(type.item)}`
    case 'map':
      return `map[string]${goType(type.item)}`
    case 'nullable':
      return toPointer(goType(type.type))
    case 'named':
      return type.declaration.name
  }
}

/** Lists, maps and `any` can be nil without a pointer. */
export function toPointer(type: string): string {
  return /^(\*|\[\]|map\[|any$)/.test(type) ? type : `*${type}`
}

export function goComment(text: string | undefined, indent: string): string[] {
  if (text === undefined) return []
  return wrap(toSentence(text), COMMENT_WIDTH).map((line) => `${indent}// ${line}`)
}
