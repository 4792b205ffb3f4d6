import { pointFault } from '../points.ts'
import { parseCsv, rowText } from './csv.ts'
import { readExtras } from './read-extras.ts'
import { readJson } from './read-json.ts'
import type { Reading, ReadLine, Written } from './read-line.ts'

/** Reads pasted input: one place per line, a table with a header, or GeoJSON. */
export function readPoints(text: string, reading: Reading = { hasExtras: true }): readonly ReadLine[] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (/^\s*[[{]/.test(clean) && !/^\s*\[[^[\]{}]*\]\s*$/m.test(clean.split('\n')[0] ?? ''))
    return readJson(clean, reading)
  const lines = clean.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }))
  const filled = lines.filter((line) => line.text !== '')
  const head = filled[0] === undefined ? undefined : readHead(filled[0].text)
  if (head !== undefined) return readTable(clean.trimStart(), head, reading)
  return filled.map((one) => ({ ...one, ...readLine(one.text, reading) }))
}

/**
 * Formats the lines that need correction so that they can be read again: rows with their table header, shapes as
 * GeoJSON.
 */
export function textOf(lines: readonly ReadLine[]): string {
  const shapes = lines.flatMap(({ shape }) => (shape === undefined ? [] : [shape]))
  if (shapes.length > 0) return JSON.stringify({ type: 'FeatureCollection', features: shapes })
  const head = lines.find((line) => line.head !== undefined)?.head
  return [...(head === undefined ? [] : [head]), ...lines.map((line) => line.text)].join('\n')
}

/** Renumbers the lines to match the text of the remaining lines. */
export function renumbered(lines: readonly ReadLine[]): readonly ReadLine[] {
  let next = lines.some(({ head }) => head !== undefined) ? 2 : 1
  return lines.map((line) => {
    const now = { ...line, line: next }
    // A cell may contain a line break.
    next += line.shape === undefined ? line.text.split('\n').length : 1
    return now
  })
}

type Column = 'lat' | 'lon' | 'label' | 'demand' | 'service' | 'opens' | 'closes'

const names: Readonly<Record<Column, RegExp>> = {
  lat: /^(lat|latitude|y)$/,
  lon: /^(lon|lng|long|longitude|x)$/,
  label: /^(name|label|address|place|stop|title)$/,
  demand: /^(demand|quantity|weight|load|amount)$/,
  service: /^(service|service_min|minutes|stay)$/,
  opens: /^(opens|from|open|window_from)$/,
  closes: /^(closes|to|until|close|window_to)$/,
}

interface Head {
  readonly text: string
  readonly between: string
  readonly columns: readonly (Column | undefined)[]
}

/** A header is a first line of known column names, at least one of which gives the position. */
function readHead(text: string): Head | undefined {
  const between = ['\t', ';', ','].find((sign) => text.includes(sign)) ?? ','
  const columns = (parseCsv(text, between)[0] ?? []).map((name) =>
    (Object.keys(names) as Column[]).find((column) => names[column].test(name.toLowerCase())),
  )
  const hasPlace = (columns.includes('lat') && columns.includes('lon')) || columns.includes('label')
  return hasPlace ? { text, between, columns } : undefined
}

function readTable(text: string, { text: head, between, columns }: Head, { hasExtras }: Reading): readonly ReadLine[] {
  return parseCsv(text, between).flatMap((cells, index): readonly ReadLine[] => {
    if (index === 0 || cells.every((cell) => cell === '')) return []
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
    const line = { line: index + 1, text: rowText(cells, between), head }
    const label = cell('label')
    const given = { demand: cell('demand'), service: cell('service'), opens: cell('opens'), closes: cell('closes') }
    const { extras, fault } = hasExtras ? readExtras(given) : { extras: {} }
    if (fault !== undefined) return [{ ...line, fault }]
    if (cell('lat') === '' && cell('lon') === '' && label !== '') return [{ ...line, written: { label, ...extras } }]
    return [{ ...line, ...placed(dotted(cell('lat')), dotted(cell('lon')), { label, ...extras }) }]
  })
}

const number = '[-+]?\\d+(?:\\.\\d+)?'
const twoNumbers = new RegExp(`^\\[?\\s*(${number})\\s*[,;\\t ]\\s*(${number})\\s*\\]?(?:\\s*[,;\\t ]\\s*(.*))?$`)
const comma = '[-+]?\\d{1,3},\\d+'
/**
 * Decimal commas, which spreadsheets use in half of the world. The separator between the two numbers must then be a
 * different character.
 */
const twoWithCommas = new RegExp(`^\\[?\\s*(${comma})\\s*[;\\t ]\\s*(${comma})\\s*\\]?(?:\\s*[;\\t ]\\s*(.*))?$`)
const onlyCommas = new RegExp(`^(${comma})\\s*,\\s*(${comma})(?!\\d)`)

function readLine(text: string, { hasExtras }: Reading): Pick<ReadLine, 'written' | 'fault'> {
  const found = twoWithCommas.exec(text) ?? twoNumbers.exec(text)
  // A house number and a postcode are also two numbers, but they are integers followed by words.
  const isAddress = found === null || (!/[.,]/.test(`${found[1]}${found[2]}`) && /\p{L}/u.test(text))
  if (isAddress) return { written: { label: text } }
  const rest = (found[3] ?? '').replace(/[\],;\s]+$/, '')
  const isDemand = rest !== '' && Number.isFinite(Number(rest))
  const { extras, fault } = readExtras({
    demand: isDemand && hasExtras ? rest : '',
    service: '',
    opens: '',
    closes: '',
  })
  if (fault !== undefined) return { fault }
  const read = placed(dotted(found[1] ?? ''), dotted(found[2] ?? ''), { label: isDemand ? '' : rest, ...extras })
  const meant = read.fault === undefined ? null : onlyCommas.exec(text)
  if (meant === null) return read
  return {
    fault: `${read.fault}. To use decimal commas, separate the two numbers with a semicolon: ${meant[1]}; ${meant[2]}`,
  }
}

function dotted(text: string): string {
  return /^[-+]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

function placed(latitude: string, longitude: string, extras: Written): Pick<ReadLine, 'written' | 'fault'> {
  const fault = pointFault(latitude, longitude)
  if (fault !== undefined) return { fault }
  return { written: { ...extras, at: [Number(latitude), Number(longitude)] } }
}
