/**
 * Fields of an OpenAPI document whose values determine the structure of the document. These values must stay unchanged.
 */
const STRUCTURAL_FIELDS = new Set(['type', 'in', '$ref', 'operationId', 'security', 'url'])
const NAME_MAPS = new Set(['properties', 'schemas', 'examples', 'paths', 'responses', 'content'])

/** Adds `mark` to every string in the document, including names of fields, paths and statuses. */
export function injectMarkup(value: unknown, mark: string, name = ''): unknown {
  if (typeof value === 'string') return STRUCTURAL_FIELDS.has(name) ? value : `${value} ${mark}`
  if (Array.isArray(value)) return value.map((item) => injectMarkup(item, mark, name))
  if (typeof value !== 'object' || value === null || name === 'security') return value
  const rename = NAME_MAPS.has(name) ? (key: string) => `${key}${mark}` : (key: string) => key
  const entries = Object.entries(value).map(([key, inner]) => [rename(key), injectMarkup(inner, mark, key)] as const)
  // References must still resolve, so schemas keep their original names next to the hostile names.
  return name === 'schemas' ? { ...value, ...Object.fromEntries(entries) } : Object.fromEntries(entries)
}
