import type { ChoiceField, Field, NumberField, PlainField } from './field.ts'

/** The departure or arrival time, or now if both are empty. Shared by road, sea and self-driving. */
export const timeFields: readonly PlainField[] = [
  { kind: 'time', name: 'depart_at', path: 'depart_at', label: 'Leave at', group: 'When' },
  { kind: 'time', name: 'arrive_by', path: 'arrive_by', label: 'Arrive by', group: 'When' },
]

export const alternativesField: Field = {
  kind: 'count',
  name: 'alternatives',
  path: 'alternatives',
  label: 'Alternatives',
  group: 'Result',
  choices: [
    ['2', 'Up to 2'],
    ['0', 'None'],
    ['1', 'One'],
    ['3', 'Up to 3'],
  ],
}

export const languageField: Field = {
  kind: 'choice',
  name: 'language',
  path: 'language',
  label: 'Language',
  group: 'Result',
  choices: [
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['es', 'Español'],
    ['fr', 'Français'],
    ['it', 'Italiano'],
    ['pt-BR', 'Português (Brasil)'],
    ['ja', '日本語'],
    ['ar', 'العربية'],
  ],
}

/** People and bicycles pass below and between everything. */
const motorProfiles = ['car', 'truck', 'motorcycle']

function vehicleSizeField(name: string, label: string, unit: string, max: number): NumberField {
  return {
    kind: 'number',
    name,
    path: `vehicle.${name}`,
    label,
    group: 'Vehicle',
    onlyFor: motorProfiles,
    unit,
    min: 0.1,
    max,
    step: 0.1,
    defaultText: 'default',
  }
}

/** Chosen with buttons above the stops, not among the options. */
export const profileField: ChoiceField = {
  kind: 'choice',
  name: 'profile',
  path: 'profile',
  label: 'Travel by',
  group: 'Travel by',
  choices: [
    ['car', 'Car'],
    ['truck', 'Truck'],
    ['motorcycle', 'Motorbike'],
    ['bicycle', 'Bicycle'],
    ['foot', 'Foot'],
    ['wheelchair', 'Wheelchair'],
  ],
}

export const roadFields: readonly Field[] = [
  profileField,
  ...timeFields,
  {
    kind: 'many',
    name: 'avoid',
    path: 'avoid',
    label: 'Avoid',
    group: 'Avoid',
    choices: [
      ['tolls', 'Tolls'],
      ['motorways', 'Motorways'],
      ['ferries', 'Ferries'],
      ['tunnels', 'Tunnels'],
      ['unpaved', 'Unpaved'],
    ],
  },
  {
    kind: 'choice',
    name: 'preset',
    path: 'vehicle.preset',
    label: 'Truck',
    group: 'Vehicle',
    onlyFor: ['truck'],
    choices: [
      ['40t', '40 t'],
      ['12t', '12 t'],
      ['7.5t', '7.5 t'],
      ['3.5t', '3.5 t'],
    ],
  },
  {
    kind: 'flag',
    name: 'electric',
    path: 'vehicle.electric',
    label: 'Electric bicycle',
    group: 'Vehicle',
    onlyFor: ['bicycle'],
  },
  vehicleSizeField('height_m', 'Height', 'm', 20),
  vehicleSizeField('width_m', 'Width', 'm', 20),
  vehicleSizeField('length_m', 'Length', 'm', 100),
  vehicleSizeField('weight_t', 'Weight', 't', 500),
  vehicleSizeField('axle_load_t', 'Axle load', 't', 100),
  {
    kind: 'flag',
    name: 'hazmat',
    path: 'vehicle.hazmat',
    label: 'Dangerous goods',
    group: 'Vehicle',
    onlyFor: motorProfiles,
  },
  alternativesField,
  languageField,
]
