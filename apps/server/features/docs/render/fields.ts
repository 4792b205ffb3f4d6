import type { Schema } from '../document.ts'
import type { SchemaIndex } from '../schema/schema-index.ts'

/** Row of a field table. */
export interface Field {
  /** Path of parent names, such as `usage.by_day[].`. Empty at the top level. */
  readonly parents: string
  readonly name: string
  readonly depth: number
  readonly required: boolean
  readonly schema: Schema
  /** Whether this row describes one of several alternatives for the parent field instead of a field. */
  readonly isChoice: boolean
}

/**
 * Lists all fields of a schema, with each object followed by its own fields. Schemas shown elsewhere are not expanded.
 */
export function listFields(schema: Schema, schemas: SchemaIndex): readonly Field[] {
  return listProperties(schema, schemas, '', 0)
}

function listProperties(schema: Schema, schemas: SchemaIndex, parents: string, depth: number): readonly Field[] {
  const resolvedSchema = schemas.resolve(schema)
  const { properties, items, additionalProperties, required = [] } = resolvedSchema
  const expandField = (name: string, innerSchema: Schema, isRequired: boolean): readonly Field[] => {
    const field: Field = { parents, name, depth, required: isRequired, schema: innerSchema, isChoice: false }
    return [field, ...listNestedFields(innerSchema, schemas, `${parents}${name}`, depth + 1)]
  }
  const choices = resolvedSchema.oneOf ?? resolvedSchema.anyOf
  if (choices) return listChoices(choices, schemas, parents, depth)
  if (items) return listNestedFields(items, schemas, `${parents.replace(/\.$/, '')}[]`, depth)
  const namedFields = Object.entries(properties ?? {}).flatMap(([name, innerSchema]) =>
    expandField(name, innerSchema, required.includes(name)),
  )
  if (typeof additionalProperties !== 'object' || !listNestedFields(additionalProperties, schemas, '', 0).length)
    return namedFields
  return [...namedFields, ...expandField('*', additionalProperties, false)]
}

function listNestedFields(schema: Schema, schemas: SchemaIndex, path: string, depth: number): readonly Field[] {
  if (schemas.findShared(schema) !== undefined) return []
  const { items } = schemas.resolve(schema)
  if (items) return listNestedFields(items, schemas, `${path}[]`, depth)
  return listProperties(schema, schemas, path && `${path}.`, depth)
}

/** Lists the rows of a choice. A choice among primitive values needs no rows, because its type describes it fully. */
function listChoices(
  choices: readonly Schema[],
  schemas: SchemaIndex,
  parents: string,
  depth: number,
): readonly Field[] {
  return choices.flatMap((schema, index) => {
    const nestedFields = listNestedFields(schema, schemas, parents.replace(/\.$/, ''), depth + 1)
    if (nestedFields.length === 0) return []
    const name = schemas.resolve(schema).title ?? `option ${index + 1}`
    return [{ parents, name, depth, required: false, schema, isChoice: true }, ...nestedFields]
  })
}
