/** Rows of cells, as spreadsheets write them: quoted where a cell has the sign between cells, or a line break, in it. */
export function parseCsv(text: string, between: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (sign === between) {
      row.push(cell.trim())
      cell = ''
    } else if (sign === '\n') {
      rows.push([...row, cell.trim()])
      row = []
      cell = ''
    } else cell += sign
  }
  if (cell.trim() !== '' || row.length > 0) rows.push([...row, cell.trim()])
  return rows
}

export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

/** A row as it is read again, whatever stands between its cells. */
export function rowText(cells: readonly string[], between: string): string {
  const isToBeQuoted = (cell: string) => cell.includes(between) || /["\n]/.test(cell)
  return cells.map((cell) => (isToBeQuoted(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(between)
}

/** A spreadsheet takes a text that begins like a formula for one: a quote in front keeps it a text. */
function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
