import type { Schema } from '../document.ts'
import { type Html, html, joinHtml } from '../render/html.ts'
import type { SchemaBook } from './schema-index.ts'

/** The id of the section that shows a shared schema. */
export function toSchemaAnchor(name: string): string {
  return `object-${name.replace(/[^\w.-]+/g, '-')}`
}

const LONGEST_SHOWN = 4

/** A short description of a schema: `array of integer or null`. */
export function toType(schema: Schema, book: SchemaBook): Html {
  const shared = book.findShared(schema)
  const { nullable } = book.resolve(schema)
  const type =
    shared === undefined ? toPlainType(schema, book) : html`<a href="#${toSchemaAnchor(shared)}">${shared}</a>`
  return nullable ? html`${type} or null` : type
}

function toPlainType(schema: Schema, book: SchemaBook): Html {
  const resolved = book.resolve(schema)
  const { type, format, items, oneOf, anyOf, additionalProperties } = resolved
  const choices = oneOf ?? anyOf
  if (choices) return joinHtml(distinct(choices.map((choice) => toType(choice, book))), ' or ')
  if (items) {
    const count = toFixedCount(resolved)
    const item = toType(items, book)
    return count
      ? html`[${joinHtml(
          Array.from({ length: count }, () => item),
          ', ',
        )}]`
      : html`array of ${item}`
  }
  if (typeof additionalProperties === 'object' && !resolved.properties) {
    return html`map of ${toType(additionalProperties, book)}`
  }
  if (type === undefined) return html`${resolved.properties ? 'object' : 'any'}`
  return format ? html`${type} (${format})` : html`${type}`
}

/** For a short array of fixed length, the type shows every element: `[number, number]`. */
function toFixedCount({ minItems, maxItems }: Schema): number | undefined {
  return minItems === maxItems && minItems !== undefined && minItems <= LONGEST_SHOWN ? minItems : undefined
}

function distinct(parts: readonly Html[]): readonly Html[] {
  const seen = new Map(parts.map((part) => [part.markup, part]))
  return [...seen.values()]
}

/** The constraints on a value, one phrase each. Constraints on an array's items are listed with the array. */
export function listLimits(schema: Schema, book: SchemaBook): readonly Html[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, items, uniqueItems, ...rest } =
    book.resolve(schema)
  const limits: Html[] = []
  if (rest.enum) limits.push(html`<span class="enum">${joinHtml(rest.enum.map(toCode), ' ')}</span>`)
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : exclusiveMinimum ? minimum : undefined
  const below = typeof exclusiveMaximum === 'number' ? exclusiveMaximum : exclusiveMaximum ? maximum : undefined
  if (above !== undefined) limits.push(html`above ${above}`)
  if (below !== undefined) limits.push(html`below ${below}`)
  const range = toRange(above === undefined ? minimum : undefined, below === undefined ? maximum : undefined, '')
  const length = toRange(rest.minLength, rest.maxLength, 'characters')
  const count = toFixedCount(rest) ? undefined : toRange(rest.minItems, rest.maxItems, 'items')
  for (const phrase of [range, length, count]) if (phrase) limits.push(phrase)
  if (multipleOf !== undefined) limits.push(html`multiple of ${multipleOf}`)
  if (uniqueItems) limits.push(html`unique items`)
  if (rest.pattern !== undefined) limits.push(html`matches <code>${rest.pattern}</code>`)
  if (items && !book.findShared(items)) limits.push(...listLimits(items, book).map((limit) => html`each: ${limit}`))
  return limits
}

function toRange(least: number | undefined, most: number | undefined, unit: string): Html | undefined {
  const bare = (number: number | undefined) => (number === undefined ? undefined : number.toLocaleString('en'))
  const [low, high] = [least === 0 && unit ? undefined : bare(least), bare(most)]
  const space = unit && ` ${unit}`
  if (low !== undefined && low === high) return html`exactly ${low}${space}`
  if (low !== undefined && high !== undefined) return html`${low} to ${high}${space}`
  if (low !== undefined) return html`at least ${low}${space}`
  return high === undefined ? undefined : html`at most ${high}${space}`
}

export function toCode(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`
}
