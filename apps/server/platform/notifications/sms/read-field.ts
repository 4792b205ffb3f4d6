/** The string under a key of an external value of any shape. */
export function readText(value: unknown, key: string): string | undefined {
  const found = readField(value, key)
  return typeof found === 'string' ? found : undefined
}

export function readField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
