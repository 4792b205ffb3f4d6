import type { Type } from '../model.ts'
import { goType, toPointer } from './go-type.ts'

/** Member of a union in Go: a field that is nil unless the value is of this kind. */
interface Variant {
  readonly field: string
  readonly type: string
  /** First character of the JSON: `n` for numbers. */
  readonly start: string
  /** Field of an object that has a fixed value. */
  readonly constant: readonly [field: string, value: string] | undefined
}

/** Returns a struct with one field for each kind of value, of which exactly one is set. */
export function unionText(name: string, members: readonly Type[]): string {
  const variants = members.map((member) => variantOf(member, members))
  const names = Math.max(...variants.map(({ field }) => field.length))
  const fields = variants.map(({ field, type }) => `\t${field.padEnd(names)} ${type}`)
  const kinds = variants.map(({ field, start, constant }) =>
    constant
      ? `variant{start: '${start}', target: &u.${field}, field: "${constant[0]}", value: "${constant[1]}"}`
      : `variant{start: '${start}', target: &u.${field}}`,
  )
  const values = variants.map(({ field }) => `u.${field}`)
  return `// ${name} has exactly one of its fields set.
type ${name} struct {
${fields.join('\n')}
}

// MarshalJSON encodes the field that is set.
func (u ${name}) MarshalJSON() ([]byte, error) {
	return encodeUnion("${name}", ${values.join(', ')})
}

// UnmarshalJSON sets the field that fits the JSON.
func (u *${name}) UnmarshalJSON(data []byte) error {
	*u = ${name}{}
	return decodeUnion("${name}", data, ${kinds.join(', ')})
}`
}

function variantOf(member: Type, members: readonly Type[]): Variant {
  const type = toPointer(goType(member))
  const variant = (field: string, start: string): Variant => ({ field, type, start, constant: undefined })
  switch (member.kind) {
    case 'string':
    case 'word':
      return variant('Text', '"')
    case 'number':
      return variant('Number', 'n')
    case 'integer':
      return variant('Integer', 'n')
    case 'boolean':
      return variant('Bool', 'b')
    case 'point':
      return variant('Point', '[')
    case 'list':
      return variant(member.item.kind === 'point' ? 'Points' : 'List', '[')
    case 'map':
      return variant('Object', '{')
    case 'named':
      return namedVariant(member, members, type)
    default:
      throw new Error(`a union cannot contain ${member.kind}`)
  }
}

function namedVariant(member: Type & { kind: 'named' }, members: readonly Type[], type: string): Variant {
  const { declaration } = member
  if (declaration.kind !== 'object') return { field: 'Text', type, start: '"', constant: undefined }
  const objects = members.filter((one) => one.kind === 'named' && one.declaration.kind === 'object')
  if (objects.length === 1) return { field: 'Object', type, start: '{', constant: undefined }
  for (const field of declaration.fields) {
    if (field.type.kind !== 'word') continue
    const { value } = field.type
    const capital = value.charAt(0).toUpperCase() + value.slice(1)
    return { field: capital, type, start: '{', constant: [field.name, value] }
  }
  throw new Error(`${declaration.name} needs a field with a fixed value, because its union has several objects`)
}
