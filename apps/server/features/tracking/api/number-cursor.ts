/** Formats the value of `next` for lists in order of creation. */
export function formatNumberCursor(number: number): string {
  return `n${number.toString(36)}`
}

export function parseNumberCursor(text: string): number | undefined {
  return /^n[0-9a-z]{1,9}$/.test(text) ? Number.parseInt(text.slice(1), 36) : undefined
}
