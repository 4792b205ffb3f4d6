import type { Point } from '../points.ts'
import { parseCsv } from './csv.ts'
import { readJson } from './read-json.ts'

/** A place as somebody has written it down; an address still has to be found. */
export interface Written {
  readonly at?: Point
  readonly label: string
  readonly demand?: number
  readonly service?: number
  /** Clock times, such as 08:30. */
  readonly opens?: string
  readonly closes?: string
}

export interface ReadLine {
  /** Counted from 1, as editors do. */
  readonly line: number
  readonly text: string
  readonly written?: Written
  /** What is wrong with it, for people. */
  readonly fault?: string
}

/** What people paste: a line for each place, a table with a head, or GeoJSON. */
export function readPoints(text: string): readonly ReadLine[] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (/^\s*[[{]/.test(clean) && !/^\s*\[[^[\]{}]*\]\s*$/m.test(clean.split('\n')[0] ?? '')) return readJson(clean)
  const lines = clean.split('\n').map((line, index) => ({ line: index + 1, text: line.trim() }))
  const filled = lines.filter((line) => line.text !== '')
  const head = filled[0] === undefined ? undefined : readHead(filled[0].text)
  if (head !== undefined) return readTable(clean.trimStart(), head)
  return filled.map((one) => ({ ...one, ...readLine(one.text) }))
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
  readonly between: string
  readonly columns: readonly (Column | undefined)[]
}

/** A first line of known names, of which one says where. */
function readHead(text: string): Head | undefined {
  const between = ['\t', ';', ','].find((sign) => text.includes(sign)) ?? ','
  const columns = (parseCsv(text, between)[0] ?? []).map((name) =>
    (Object.keys(names) as Column[]).find((column) => names[column].test(name.toLowerCase())),
  )
  const hasPlace = (columns.includes('lat') && columns.includes('lon')) || columns.includes('label')
  return hasPlace ? { between, columns } : undefined
}

function readTable(text: string, { between, columns }: Head): readonly ReadLine[] {
  return parseCsv(text, between).flatMap((cells, index) => {
    if (index === 0 || cells.every((cell) => cell === '')) return []
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
    const line = { line: index + 1, text: cells.join(between) }
    const label = cell('label')
    const extras = { ...numbers(cell('demand'), cell('service')), ...clock(cell('opens'), cell('closes')) }
    if (cell('lat') === '' && cell('lon') === '' && label !== '') return { ...line, written: { label, ...extras } }
    return { ...line, ...placed(cell('lat'), cell('lon'), { label, ...extras }) }
  })
}

const number = '[-+]?\\d+(?:\\.\\d+)?'
const twoNumbers = new RegExp(`^\\[?\\s*(${number})\\s*[,;\\t ]\\s*(${number})\\s*\\]?(?:\\s*[,;\\t ]\\s*(.*))?$`)

function readLine(text: string): Pick<ReadLine, 'written' | 'fault'> {
  const found = twoNumbers.exec(text)
  // A house number and a postcode are two numbers as well, but whole ones with words after them.
  const isAddress = found === null || (!/\./.test(`${found[1]}${found[2]}`) && /\p{L}/u.test(text))
  if (isAddress) return { written: { label: text } }
  const rest = (found[3] ?? '').replace(/[\],;\s]+$/, '')
  const extras = rest !== '' && Number.isFinite(Number(rest)) ? { label: '', demand: Number(rest) } : { label: rest }
  return placed(found[1] ?? '', found[2] ?? '', extras)
}

function placed(latitude: string, longitude: string, extras: Written): Pick<ReadLine, 'written' | 'fault'> {
  const at: Point = [Number(latitude), Number(longitude)]
  if (latitude === '' || Number.isNaN(at[0]) || Math.abs(at[0]) > 90)
    return { fault: `“${latitude}” is no latitude: a number from -90 to 90, before the longitude` }
  if (longitude === '' || Number.isNaN(at[1]) || Math.abs(at[1]) > 180)
    return { fault: `“${longitude}” is no longitude: a number from -180 to 180, after the latitude` }
  return { written: { ...extras, at } }
}

function numbers(demand: string, service: string): Pick<Written, 'demand' | 'service'> {
  return {
    ...(demand !== '' && Number.isFinite(Number(demand)) ? { demand: Number(demand) } : {}),
    ...(service !== '' && Number.isFinite(Number(service)) ? { service: Number(service) } : {}),
  }
}

function clock(opens: string, closes: string): Pick<Written, 'opens' | 'closes'> {
  const [from, to] = [opens, closes].map((text) => {
    const found = /^(\d{1,2}):(\d{2})/.exec(text)
    return found === null ? undefined : `${(found[1] ?? '').padStart(2, '0')}:${found[2]}`
  })
  return { ...(from === undefined ? {} : { opens: from }), ...(to === undefined ? {} : { closes: to }) }
}
