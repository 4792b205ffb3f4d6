/** Words of the format itself; another word there would be another document. */
const structure = new Set(['type', 'in', '$ref', 'operationId', 'security', 'url'])
const named = new Set(['properties', 'schemas', 'examples', 'paths', 'responses', 'content'])

/** The document with `mark` in every text it holds, names of fields, paths and statuses included. */
export function harden(value: unknown, mark: string, name = ''): unknown {
  if (typeof value === 'string') return structure.has(name) ? value : `${value} ${mark}`
  if (Array.isArray(value)) return value.map((item) => harden(item, mark, name))
  if (typeof value !== 'object' || value === null || name === 'security') return value
  const rename = named.has(name) ? (key: string) => `${key}${mark}` : (key: string) => key
  const entries = Object.entries(value).map(([key, inner]) => [rename(key), harden(inner, mark, key)] as const)
  // References must still lead somewhere, so schemas keep their own names beside the hostile ones.
  return name === 'schemas' ? { ...value, ...Object.fromEntries(entries) } : Object.fromEntries(entries)
}
