import { findPointError } from '../points.ts'
import { formatRow, parseCsv } from './csv.ts'
import { parseStopFields } from './read-extras.ts'
import { parseJsonPoints } from './read-json.ts'
import type { ParsedLine, ParseOptions, PlaceEntry } from './read-line.ts'

/** Reads pasted input: one place per line, a table with a header, or GeoJSON. */
export function parsePoints(input: string, reading: ParseOptions = { acceptsStopFields: true }): readonly ParsedLine[] {
  const normalizedInput = input.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (/^\s*[[{]/.test(normalizedInput) && !/^\s*\[[^[\]{}]*\]\s*$/m.test(normalizedInput.split('\n')[0] ?? ''))
    return parseJsonPoints(normalizedInput, reading)
  const lines = normalizedInput.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }))
  const nonEmptyLines = lines.filter((line) => line.text !== '')
  const header = nonEmptyLines[0] === undefined ? undefined : parseHeader(nonEmptyLines[0].text)
  if (header !== undefined) return parseTable(normalizedInput.trimStart(), header, reading)
  return nonEmptyLines.map((filledLine) => ({ ...filledLine, ...parseLine(filledLine.text, reading) }))
}

/**
 * Formats the lines that need correction so that `parsePoints` can read them again. Table rows keep their header, and
 * GeoJSON features keep their format.
 */
export function formatLines(lines: readonly ParsedLine[]): string {
  const lineFeatures = lines.flatMap(({ feature }) => (feature === undefined ? [] : [feature]))
  if (lineFeatures.length > 0) return JSON.stringify({ type: 'FeatureCollection', features: lineFeatures })
  const head = lines.find((line) => line.head !== undefined)?.head
  return [...(head === undefined ? [] : [head]), ...lines.map((line) => line.text)].join('\n')
}

/** Renumbers the lines to match their positions in the output of `formatLines`. */
export function renumberLines(lines: readonly ParsedLine[]): readonly ParsedLine[] {
  let next = lines.some(({ head }) => head !== undefined) ? 2 : 1
  return lines.map((line) => {
    const renumberedLine = { ...line, line: next }
    // A cell may contain a line break.
    next += line.feature === undefined ? line.text.split('\n').length : 1
    return renumberedLine
  })
}

type Column = 'lat' | 'lon' | 'label' | 'demand' | 'service' | 'opens' | 'closes'

const columnPatterns: Readonly<Record<Column, RegExp>> = {
  lat: /^(lat|latitude|y)$/,
  lon: /^(lon|lng|long|longitude|x)$/,
  label: /^(name|label|address|place|stop|title)$/,
  demand: /^(demand|quantity|weight|load|amount)$/,
  service: /^(service|service_min|minutes|stay)$/,
  opens: /^(opens|from|open|window_from)$/,
  closes: /^(closes|to|until|close|window_to)$/,
}

interface TableHeader {
  readonly text: string
  readonly separator: string
  readonly columns: readonly (Column | undefined)[]
}

/**
 * Parses the first line as a table header. A header contains only known column names, including one for the position.
 */
function parseHeader(headerLine: string): TableHeader | undefined {
  const separator = ['\t', ';', ','].find((sign) => headerLine.includes(sign)) ?? ','
  const columns = (parseCsv(headerLine, separator)[0] ?? []).map((name) =>
    (Object.keys(columnPatterns) as Column[]).find((column) => columnPatterns[column].test(name.toLowerCase())),
  )
  const hasPosition = (columns.includes('lat') && columns.includes('lon')) || columns.includes('label')
  return hasPosition ? { text: headerLine, separator, columns } : undefined
}

function parseTable(
  table: string,
  { text: head, separator, columns }: TableHeader,
  { acceptsStopFields }: ParseOptions,
): readonly ParsedLine[] {
  return parseCsv(table, separator).flatMap((cells, index): readonly ParsedLine[] => {
    if (index === 0 || cells.every((cell) => cell === '')) return []
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
    const source = { line: index + 1, text: formatRow(cells, separator), head }
    const label = cell('label')
    const stopFields = {
      demand: cell('demand'),
      service: cell('service'),
      opens: cell('opens'),
      closes: cell('closes'),
    }
    const { extras, error } = acceptsStopFields ? parseStopFields(stopFields) : { extras: {} }
    if (error !== undefined) return [{ ...source, error }]
    if (cell('lat') === '' && cell('lon') === '' && label !== '') return [{ ...source, entry: { label, ...extras } }]
    return [{ ...source, ...toEntry(toDecimalPoint(cell('lat')), toDecimalPoint(cell('lon')), { label, ...extras }) }]
  })
}

const numberPattern = '[-+]?\\d+(?:\\.\\d+)?'
const twoNumbersPattern = new RegExp(
  `^\\[?\\s*(${numberPattern})\\s*[,;\\t ]\\s*(${numberPattern})\\s*\\]?(?:\\s*[,;\\t ]\\s*(.*))?$`,
)
const decimalCommaPattern = '[-+]?\\d{1,3},\\d+'
/**
 * Matches two numbers with decimal commas, which spreadsheets write in many countries. The separator between the
 * numbers must not be a comma.
 */
const twoDecimalCommasPattern = new RegExp(
  `^\\[?\\s*(${decimalCommaPattern})\\s*[;\\t ]\\s*(${decimalCommaPattern})\\s*\\]?(?:\\s*[;\\t ]\\s*(.*))?$`,
)
const ambiguousCommasPattern = new RegExp(`^(${decimalCommaPattern})\\s*,\\s*(${decimalCommaPattern})(?!\\d)`)

function parseLine(line: string, { acceptsStopFields }: ParseOptions): Pick<ParsedLine, 'entry' | 'error'> {
  const match = twoDecimalCommasPattern.exec(line) ?? twoNumbersPattern.exec(line)
  // An address may also start with two numbers, such as a house number and a postcode, but those are integers and the
  // line contains words.
  const isAddress = match === null || (!/[.,]/.test(`${match[1]}${match[2]}`) && /\p{L}/u.test(line))
  if (isAddress) return { entry: { label: line } }
  const remainder = (match[3] ?? '').replace(/[\],;\s]+$/, '')
  const isNumeric = remainder !== '' && Number.isFinite(Number(remainder))
  const { extras, error } = parseStopFields({
    demand: isNumeric && acceptsStopFields ? remainder : '',
    service: '',
    opens: '',
    closes: '',
  })
  if (error !== undefined) return { error }
  const entryResult = toEntry(toDecimalPoint(match[1] ?? ''), toDecimalPoint(match[2] ?? ''), {
    label: isNumeric ? '' : remainder,
    ...extras,
  })
  const commaMatch = entryResult.error === undefined ? null : ambiguousCommasPattern.exec(line)
  if (commaMatch === null) return entryResult
  return {
    error: `${entryResult.error}. To use decimal commas, separate the two numbers with a semicolon: ${commaMatch[1]}; ${commaMatch[2]}`,
  }
}

function toDecimalPoint(string: string): string {
  return /^[-+]?\d+,\d+$/.test(string) ? string.replace(',', '.') : string
}

function toEntry(latitude: string, longitude: string, extras: PlaceEntry): Pick<ParsedLine, 'entry' | 'error'> {
  const error = findPointError(latitude, longitude)
  if (error !== undefined) return { error }
  return { entry: { ...extras, at: [Number(latitude), Number(longitude)] } }
}
