import { noColumn, ProbesUnreadable } from './probe-failure.ts'

/** The column of each field; -1 when the file does not have it. */
export interface ProbeColumns {
  readonly separator: ',' | ';' | '\t'
  readonly vehicle: number
  readonly time: number
  readonly latitude: number
  readonly longitude: number
  /** Replaces latitude and longitude: `POINT (longitude latitude)`, as spatial databases write it. */
  readonly geometry: number
  readonly heading: number
  readonly accuracy: number
}

/** The accepted column names, best first. Next to a vehicle column, `id` is the id of the row. */
const names = {
  vehicle: ['vehicle', 'vehicle_id', 'track', 'track_id', 'device', 'device_id', 'probe', 'probe_id', 'id'],
  time: ['time', 'timestamp', 'ts'],
  latitude: ['lat', 'latitude'],
  longitude: ['lon', 'lng', 'longitude'],
  geometry: ['geometry', 'geom', 'wkt'],
  heading: ['heading', 'bearing', 'course'],
  accuracy: ['accuracy', 'accuracy_m'],
} as const satisfies Record<string, readonly string[]>

/** Parses the header. Throws ProbesUnreadable. */
export function parseColumns(line: string): ProbeColumns {
  const separator = findSeparator(line)
  const given = line.split(separator).map(toName)
  const find = (known: readonly string[]): number => {
    const name = known.find((one) => given.includes(one))
    return name === undefined ? -1 : given.indexOf(name)
  }
  const columns = {
    separator,
    vehicle: find(names.vehicle),
    time: find(names.time),
    latitude: find(names.latitude),
    longitude: find(names.longitude),
    geometry: find(names.geometry),
    heading: find(names.heading),
    accuracy: find(names.accuracy),
  }
  checkColumns(columns, given)
  return columns
}

function checkColumns(columns: ProbeColumns, given: readonly string[]): void {
  if (given.some((name) => /^[-+.]?\d/.test(name))) {
    throw new ProbesUnreadable('the first line is a data row; it must name the columns, such as vehicle,time,lat,lon')
  }
  if (columns.vehicle < 0) throw noColumn('vehicle', names.vehicle)
  if (columns.time < 0) throw noColumn('time', names.time)
  if (columns.geometry >= 0) return
  if (columns.latitude < 0) throw noColumn('latitude', names.latitude)
  if (columns.longitude < 0) throw noColumn('longitude', names.longitude)
}

/** The separator that gives the most columns. */
function findSeparator(line: string): ProbeColumns['separator'] {
  const separators = [',', ';', '\t'] as const
  const count = (separator: string) => line.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

function toName(text: string): string {
  return text
    .replace(/^[\s"']+|[\s"']+$/g, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
