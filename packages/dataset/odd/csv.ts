/**
 * Parses comma-separated values into rows keyed by the names of the first row. Quoted fields may contain commas,
 * quotes, and line breaks.
 */
export function readTable(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readRows(text)
  return rows
    .filter((row) => row.some((value) => value !== ''))
    .map((row) => Object.fromEntries(names.map((name, column) => [name.trim(), row[column] ?? ''])))
}

function readRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\n|\r|$)/y
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  cell.lastIndex = from
  while (cell.lastIndex < text.length) {
    const [found, value = '', end = ''] = cell.exec(text) ?? []
    // An unclosed quote: the rest is one value, and it produces no row.
    if (found === undefined) break
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end !== ',') rows.push([])
  }
  return rows
}
