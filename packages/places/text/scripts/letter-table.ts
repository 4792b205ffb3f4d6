/** Parses space-separated pairs of a letter and its replacement; `-` stands for an empty one. */
export function letterTable(text: string): ReadonlyMap<string, string> {
  const parts = text.trim().split(/\s+/)
  const table = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const latin = parts[at + 1]
    table.set(parts[at], latin === '-' ? '' : latin)
  }
  return table
}
