/** Parses CSV in the format that spreadsheets write. Cells that contain the separator or a line break are quoted. */
export function parseCsv(csv: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let index = 0; index < csv.length; index++) {
    const character = csv[index] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (csv[index + 1] === '"') {
        cell += '"'
        index++
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) {
      row.push(cell.trim())
      cell = ''
    } else if (character === '\n') {
      rows.push([...row, cell.trim()])
      row = []
      cell = ''
    } else cell += character
  }
  if (cell.trim() !== '' || row.length > 0) rows.push([...row, cell.trim()])
  return rows
}

export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

/** Formats a row so that `parseCsv` can read it, whatever the separator is. */
export function formatRow(cells: readonly string[], separator: string): string {
  const needsQuotes = (cell: string) => cell.includes(separator) || /["\n]/.test(cell)
  return cells.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator)
}

/**
 * Formats a cell. Adds a leading apostrophe if the cell starts like a formula, because a spreadsheet would otherwise
 * evaluate the formula.
 */
function formatCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const escapedCell = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(escapedCell) ? `"${escapedCell.replaceAll('"', '""')}"` : escapedCell
}
