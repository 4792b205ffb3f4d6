/** Parses space-separated pairs of a letter and its replacement; `-` stands for an empty one. */
export function parseLetterTable(text: string): ReadonlyMap<string, string> {
  const columns = text.trim().split(/\s+/)
  const table = new Map<string, string>()
  for (let at = 0; at + 1 < columns.length; at += 2) {
    const latin = columns[at + 1]
    table.set(columns[at], latin === '-' ? '' : latin)
  }
  return table
}
