import type { ApiDocument } from './contract.ts'

/** Returns the document with all objects closed to additional fields, to detect undocumented fields. */
export function closeObjects(document: ApiDocument): ApiDocument {
  return close(document) as ApiDocument
}

function close(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(close)
  const closed = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, close(inner)]))
  const isObject = closed.type === 'object' && typeof closed.properties === 'object'
  return isObject && closed.additionalProperties === undefined ? { ...closed, additionalProperties: false } : closed
}
