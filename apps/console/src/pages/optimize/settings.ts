/** Settings other than the stops, as the user typed them. An empty string means the service default. */
export type SettingName =
  | 'date'
  | 'shift_from'
  | 'shift_to'
  | 'tours'
  | 'vehicles'
  | 'objective'
  | 'capacity'
  | 'service'
  | 'max_km'
  | 'max_min'
  | 'max_stops'
  | 'balance'
  | 'budget_ms'

export type Settings = Readonly<Partial<Record<SettingName, string>>>

interface Field {
  readonly name: SettingName
  readonly label: string
  /** Help text below the field. */
  readonly hint?: string
  readonly kind: 'number' | 'date' | 'clock' | readonly (readonly [value: string, text: string])[]
  readonly min?: number
  readonly placeholder?: string
}

export const dayFields: readonly Field[] = [
  { name: 'date', label: 'Date', kind: 'date' },
  { name: 'shift_from', label: 'Shift from', kind: 'clock' },
  { name: 'shift_to', label: 'to', kind: 'clock' },
]

/** Fields that are always visible. */
export const mainFields: readonly Field[] = [
  { name: 'vehicles', label: 'Vehicles', kind: 'number', min: 1, placeholder: '1' },
  { name: 'service', label: 'Minutes per stop', kind: 'number', min: 0, placeholder: '0' },
  {
    name: 'tours',
    label: 'Tours',
    kind: [
      ['', 'from the depot, end anywhere'],
      ['round', 'from the depot and back'],
      ['last', 'from the depot, end at the last stop in the list'],
      ['any', 'start and end anywhere'],
    ],
  },
]

/** Fields under “Limits and times”. */
export const moreFields: readonly Field[] = [
  {
    name: 'objective',
    label: 'Minimize',
    kind: [
      ['', 'distance'],
      ['duration', 'driving time'],
    ],
  },
  {
    name: 'balance',
    label: 'Balance tours',
    kind: [
      ['', 'no, minimize the total'],
      ['duration', 'by time'],
      ['stops', 'by number of stops'],
    ],
  },
  { name: 'capacity', label: 'Vehicle capacity', kind: 'number', min: 0, placeholder: 'no limit' },
  { name: 'max_km', label: 'Kilometers per tour', kind: 'number', min: 0, placeholder: 'no limit' },
  { name: 'max_min', label: 'Minutes per tour', kind: 'number', min: 0, placeholder: 'no limit' },
  { name: 'max_stops', label: 'Stops per tour', kind: 'number', min: 1, placeholder: 'no limit' },
  {
    name: 'budget_ms',
    label: 'Search time',
    kind: [
      ['', 'default'],
      ['2000', '2 seconds'],
      ['5000', '5 seconds'],
      ['10000', '10 seconds'],
    ],
  },
]

export const allFields: readonly Field[] = [...dayFields, ...mainFields, ...moreFields]

export type { Field }
