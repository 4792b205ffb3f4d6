import type { Schema } from '../document.ts'
import { type Html, html, joinHtml } from '../render/html.ts'
import type { SchemaIndex } from './schema-index.ts'

/** Returns the id of the section that shows a shared schema. */
export function toSchemaAnchor(name: string): string {
  return `object-${name.replace(/[^\w.-]+/g, '-')}`
}

const MAX_ENUM_VALUES = 4

/** Returns a short description of a schema, such as `array of integer or null`. */
export function toType(schema: Schema, schemas: SchemaIndex): Html {
  const sharedName = schemas.findShared(schema)
  const { nullable } = schemas.resolve(schema)
  const type =
    sharedName === undefined
      ? toPlainType(schema, schemas)
      : html`<a href="#${toSchemaAnchor(sharedName)}">${sharedName}</a>`
  return nullable ? html`${type} or null` : type
}

function toPlainType(schema: Schema, schemas: SchemaIndex): Html {
  const resolvedSchema = schemas.resolve(schema)
  const { type, format, items, oneOf, anyOf, additionalProperties } = resolvedSchema
  const choices = oneOf ?? anyOf
  if (choices) return joinHtml(removeDuplicates(choices.map((choice) => toType(choice, schemas))), ' or ')
  if (items) {
    const count = findFixedLength(resolvedSchema)
    const item = toType(items, schemas)
    return count
      ? html`[${joinHtml(
          Array.from({ length: count }, () => item),
          ', ',
        )}]`
      : html`array of ${item}`
  }
  if (typeof additionalProperties === 'object' && !resolvedSchema.properties) {
    return html`map of ${toType(additionalProperties, schemas)}`
  }
  if (type === undefined) return html`${resolvedSchema.properties ? 'object' : 'any'}`
  return format ? html`${type} (${format})` : html`${type}`
}

/**
 * Returns the length of a short array of fixed length. The type of such an array shows every element, such as
 * `[number, number]`.
 */
function findFixedLength({ minItems, maxItems }: Schema): number | undefined {
  return minItems === maxItems && minItems !== undefined && minItems <= MAX_ENUM_VALUES ? minItems : undefined
}

function removeDuplicates(parts: readonly Html[]): readonly Html[] {
  const partsByMarkup = new Map(parts.map((part) => [part.markup, part]))
  return [...partsByMarkup.values()]
}

/** Lists the constraints on a value, one phrase each. Constraints on an array's items are listed with the array. */
export function listConstraints(schema: Schema, schemas: SchemaIndex): readonly Html[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, items, uniqueItems, ...rest } =
    schemas.resolve(schema)
  const limits: Html[] = []
  if (rest.enum) limits.push(html`<span class="enum">${joinHtml(rest.enum.map(toCode), ' ')}</span>`)
  const exclusiveMin = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : exclusiveMinimum ? minimum : undefined
  const exclusiveMax = typeof exclusiveMaximum === 'number' ? exclusiveMaximum : exclusiveMaximum ? maximum : undefined
  if (exclusiveMin !== undefined) limits.push(html`above ${exclusiveMin}`)
  if (exclusiveMax !== undefined) limits.push(html`below ${exclusiveMax}`)
  const range = toRange(
    exclusiveMin === undefined ? minimum : undefined,
    exclusiveMax === undefined ? maximum : undefined,
    '',
  )
  const length = toRange(rest.minLength, rest.maxLength, 'character')
  const count = findFixedLength(rest) ? undefined : toRange(rest.minItems, rest.maxItems, 'item')
  for (const phrase of [range, length, count]) if (phrase) limits.push(phrase)
  if (multipleOf !== undefined) limits.push(html`multiple of ${multipleOf}`)
  if (uniqueItems) limits.push(html`unique items`)
  // A format such as date-time already names the values, and its regular expression would only repeat it.
  if (rest.pattern !== undefined && rest.format === undefined) limits.push(html`matches <code>${rest.pattern}</code>`)
  if (items && !schemas.findShared(items))
    limits.push(...listConstraints(items, schemas).map((limit) => html`each: ${limit}`))
  return limits
}

function toRange(min: number | undefined, max: number | undefined, unit: string): Html | undefined {
  const formatBound = (number: number | undefined) => (number === undefined ? undefined : number.toLocaleString('en'))
  const [low, high] = [min === 0 && unit ? undefined : formatBound(min), formatBound(max)]
  const unitSuffix = unit && ` ${unit}${(max ?? min) === 1 ? '' : 's'}`
  if (low !== undefined && low === high) return html`exactly ${low}${unitSuffix}`
  if (low !== undefined && high !== undefined) return html`${low} to ${high}${unitSuffix}`
  if (low !== undefined) return html`at least ${low}${unitSuffix}`
  return high === undefined ? undefined : html`at most ${high}${unitSuffix}`
}

export function toCode(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`
}
