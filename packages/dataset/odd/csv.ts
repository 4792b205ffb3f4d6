/**
 * Parses comma-separated values into rows keyed by the column names in the first row. Quoted fields may contain commas,
 * quotes and line breaks.
 */
export function parseCsv(csv: string): Record<string, string>[] {
  const [names = [], ...rows] = parseRows(csv)
  return rows
    .filter((row) => row.some((value) => value !== ''))
    .map((row) => Object.fromEntries(names.map((name, column) => [name.trim(), row[column] ?? ''])))
}

function parseRows(csv: string): string[][] {
  const rows: string[][] = [[]]
  const cellPattern = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\n|\r|$)/y
  const from = csv.charCodeAt(0) === 0xfeff ? 1 : 0
  cellPattern.lastIndex = from
  while (cellPattern.lastIndex < csv.length) {
    const [match, value = '', separator = ''] = cellPattern.exec(csv) ?? []
    // If an opening quote has no closing quote, skip the rest of the text.
    if (match === undefined) break
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (separator !== ',') rows.push([])
  }
  return rows
}
