import type { Field, NumberField } from './field.ts'

type NumberFieldOptions = Pick<NumberField, 'unit' | 'max' | 'defaultText' | 'step'> & { readonly min?: number }

function createAircraftField(name: string, label: string, options: NumberFieldOptions): NumberField {
  return { kind: 'number', name, path: `aircraft.${name}`, label, group: 'Aircraft', min: 0, ...options }
}

export const droneFields: readonly Field[] = [
  { kind: 'time', name: 'depart_at', path: 'depart_at', label: 'Take off at', group: 'When' },
  {
    kind: 'number',
    name: 'altitude_m',
    path: 'altitude_m',
    label: 'Altitude',
    group: 'Flight',
    unit: 'm',
    min: 1,
    max: 120,
    step: 5,
    defaultText: '100',
  },
  {
    kind: 'choice',
    name: 'corridors',
    path: 'corridors',
    label: 'Corridors',
    group: 'Flight',
    choices: [
      ['prefer', 'Prefer'],
      ['only', 'Require'],
      ['ignore', 'Ignore'],
    ],
  },
  {
    kind: 'number',
    name: 'margin_m',
    path: 'margin_m',
    label: 'Margin',
    group: 'Flight',
    unit: 'm',
    min: 1,
    max: 5_000,
    step: 10,
    defaultText: '30',
  },
  {
    kind: 'words',
    name: 'authorisations',
    path: 'authorisations',
    label: 'Authorized zones',
    group: 'Flight',
    placeholder: 'airport:LFMN, …',
  },
  {
    kind: 'number',
    name: 'wind_ms',
    path: 'wind.speed_ms',
    label: 'Wind',
    group: 'Wind',
    unit: 'm/s',
    min: 0,
    max: 60,
    step: 0.5,
    defaultText: '0',
    alsoSends: ['wind.from_deg', 0],
  },
  {
    kind: 'number',
    name: 'wind_from',
    path: 'wind.from_deg',
    label: 'Wind from',
    group: 'Wind',
    unit: '°',
    min: 0,
    max: 360,
    step: 5,
    defaultText: '0 (north)',
  },
  createAircraftField('range_km', 'Range', { unit: 'km', max: 2_000, step: 1, defaultText: '30' }),
  createAircraftField('cruise_speed_ms', 'Speed', { unit: 'm/s', max: 150, step: 1, defaultText: '15' }),
  createAircraftField('reserve_pct', 'Reserve', { unit: '%', max: 99, step: 1, defaultText: '20' }),
  createAircraftField('climb_rate_ms', 'Climb', { unit: 'm/s', max: 50, step: 0.5, defaultText: '3' }),
  createAircraftField('wind_limit_ms', 'Wind limit', { unit: 'm/s', max: 60, step: 1, defaultText: '12' }),
  createAircraftField('max_altitude_m', 'Ceiling', { unit: 'm', max: 10_000, step: 10, defaultText: '120' }),
]
