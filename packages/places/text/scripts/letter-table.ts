/** Parses space-separated pairs of a letter and its replacement. `-` means an empty replacement. */
export function parseLetterTable(text: string): ReadonlyMap<string, string> {
  const columns = text.trim().split(/\s+/)
  const table = new Map<string, string>()
  for (let index = 0; index + 1 < columns.length; index += 2) {
    const latin = columns[index + 1]
    table.set(columns[index], latin === '-' ? '' : latin)
  }
  return table
}
