/** Returns the string field of an external value of unknown shape, or undefined. */
export function findString(value: unknown, key: string): string | undefined {
  const fieldValue = findField(value, key)
  return typeof fieldValue === 'string' ? fieldValue : undefined
}

export function findField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
