/** The text under a key of something that came from outside and may have any shape. */
export function readText(value: unknown, key: string): string | undefined {
  const found = readField(value, key)
  return typeof found === 'string' ? found : undefined
}

export function readField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
