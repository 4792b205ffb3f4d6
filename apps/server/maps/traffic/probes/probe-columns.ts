import { missingColumnError, UnreadableProbesError } from './probe-failure.ts'

/** Column index of each field, or -1 if the file does not have the field. */
export interface ProbeColumnIndexes {
  readonly separator: ',' | ';' | '\t'
  readonly vehicle: number
  readonly time: number
  readonly latitude: number
  readonly longitude: number
  /**
   * Column with `POINT (longitude latitude)`, as written by spatial databases. This column replaces latitude and
   * longitude.
   */
  readonly geometry: number
  readonly heading: number
  readonly accuracy: number
}

/** Accepted column names, best first. If there is also a vehicle column, `id` is the id of the row. */
const columnNames = {
  vehicle: ['vehicle', 'vehicle_id', 'track', 'track_id', 'device', 'device_id', 'probe', 'probe_id', 'id'],
  time: ['time', 'timestamp', 'ts'],
  latitude: ['lat', 'latitude'],
  longitude: ['lon', 'lng', 'longitude'],
  geometry: ['geometry', 'geom', 'wkt'],
  heading: ['heading', 'bearing', 'course'],
  accuracy: ['accuracy', 'accuracy_m'],
} as const satisfies Record<string, readonly string[]>

/** Parses the header. Throws UnreadableProbesError. */
export function parseColumns(line: string): ProbeColumnIndexes {
  const separator = detectSeparator(line)
  const headerNames = line.split(separator).map(normalizeColumnName)
  const findColumn = (acceptedNames: readonly string[]): number => {
    const name = acceptedNames.find((acceptedName) => headerNames.includes(acceptedName))
    return name === undefined ? -1 : headerNames.indexOf(name)
  }
  const columns = {
    separator,
    vehicle: findColumn(columnNames.vehicle),
    time: findColumn(columnNames.time),
    latitude: findColumn(columnNames.latitude),
    longitude: findColumn(columnNames.longitude),
    geometry: findColumn(columnNames.geometry),
    heading: findColumn(columnNames.heading),
    accuracy: findColumn(columnNames.accuracy),
  }
  checkColumns(columns, headerNames)
  return columns
}

function checkColumns(columns: ProbeColumnIndexes, headerNames: readonly string[]): void {
  if (headerNames.some((name) => /^[-+.]?\d/.test(name))) {
    throw new UnreadableProbesError(
      'the first line is a data row; it must name the columns, such as vehicle,time,lat,lon',
    )
  }
  if (columns.vehicle < 0) throw missingColumnError('vehicle', columnNames.vehicle)
  if (columns.time < 0) throw missingColumnError('time', columnNames.time)
  if (columns.geometry >= 0) return
  if (columns.latitude < 0) throw missingColumnError('latitude', columnNames.latitude)
  if (columns.longitude < 0) throw missingColumnError('longitude', columnNames.longitude)
}

/** Returns the separator that yields the most columns. */
function detectSeparator(line: string): ProbeColumnIndexes['separator'] {
  const separators = [',', ';', '\t'] as const
  const count = (separator: string) => line.split(separator).length
  return separators.reduce((bestCandidate, candidate) =>
    count(candidate) > count(bestCandidate) ? candidate : bestCandidate,
  )
}

function normalizeColumnName(text: string): string {
  return text
    .replace(/^[\s"']+|[\s"']+$/g, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
