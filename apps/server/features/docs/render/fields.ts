import type { Schema } from '../document.ts'
import type { SchemaBook } from '../schema/schema-index.ts'

/** A row of a field table. */
export interface Field {
  /** The path of parent names, such as `usage.by_day[].`; empty at the top level. */
  readonly parents: string
  readonly name: string
  readonly depth: number
  readonly required: boolean
  readonly schema: Schema
  /** True if this row is one of several shapes of the parent field and not a field. */
  readonly choice: boolean
}

/** All fields of a schema, each object followed by its own fields. Schemas shown elsewhere are not expanded. */
export function listFields(schema: Schema, book: SchemaBook): readonly Field[] {
  return listInside(schema, book, '', 0)
}

function listInside(schema: Schema, book: SchemaBook, parents: string, depth: number): readonly Field[] {
  const resolved = book.resolve(schema)
  const { properties, items, additionalProperties, required = [] } = resolved
  const open = (name: string, inner: Schema, isRequired: boolean): readonly Field[] => {
    const field: Field = { parents, name, depth, required: isRequired, schema: inner, choice: false }
    return [field, ...listBelow(inner, book, `${parents}${name}`, depth + 1)]
  }
  const choices = resolved.oneOf ?? resolved.anyOf
  if (choices) return listChoices(choices, book, parents, depth)
  if (items) return listBelow(items, book, `${parents.replace(/\.$/, '')}[]`, depth)
  const named = Object.entries(properties ?? {}).flatMap(([name, inner]) => open(name, inner, required.includes(name)))
  if (typeof additionalProperties !== 'object' || !listBelow(additionalProperties, book, '', 0).length) return named
  return [...named, ...open('*', additionalProperties, false)]
}

function listBelow(schema: Schema, book: SchemaBook, path: string, depth: number): readonly Field[] {
  if (book.findShared(schema) !== undefined) return []
  const { items } = book.resolve(schema)
  if (items) return listBelow(items, book, `${path}[]`, depth)
  return listInside(schema, book, path && `${path}.`, depth)
}

/** A choice among primitive values needs no rows, because its type describes it fully. */
function listChoices(choices: readonly Schema[], book: SchemaBook, parents: string, depth: number): readonly Field[] {
  return choices.flatMap((schema, index) => {
    const inside = listBelow(schema, book, parents.replace(/\.$/, ''), depth + 1)
    if (inside.length === 0) return []
    const name = book.resolve(schema).title ?? `option ${index + 1}`
    return [{ parents, name, depth, required: false, schema, choice: true }, ...inside]
  })
}
