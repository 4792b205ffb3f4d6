import type { ChoiceField, Field, NumberField, PlainField } from './field.ts'

/**
 * Fields for the departure or arrival time. If neither is set, the departure is now. Road, sea and self-driving routes
 * use these fields.
 */
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

/** Profiles with vehicle dimensions. Pedestrians and cyclists need none. */
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

const electricProfiles = ['car', 'motorcycle']

function chargeField(name: string, label: string, defaultText: string): NumberField {
  return {
    kind: 'number',
    name,
    path: `vehicle.electric.${name}`,
    label,
    group: 'Electric car',
    onlyFor: electricProfiles,
    onlyWith: 'battery',
    unit: '%',
    min: 1,
    max: 100,
    step: 1,
    defaultText,
  }
}

/** Field for the profile. The page shows it as buttons above the stops. */
export const profileField: ChoiceField = {
  kind: 'choice',
  name: 'profile',
  path: 'profile',
  label: 'Travel by',
  group: 'Travel by',
  choices: [
    ['car', 'Car'],
    ['truck', 'Truck'],
    ['motorcycle', 'Motorcycle'],
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
  {
    kind: 'preset',
    name: 'battery',
    path: 'vehicle.electric',
    label: 'Battery',
    group: 'Electric car',
    onlyFor: electricProfiles,
    choices: [
      ['', 'None', []],
      ...[40, 60, 80, 100].map(
        (kwh) =>
          [
            String(kwh),
            `${kwh} kWh`,
            [
              ['vehicle.electric.battery_kwh', kwh],
              // Few charging stations in OpenStreetMap have complete connector data.
              ['vehicle.electric.unknown_connectors', true],
            ],
          ] as const,
      ),
    ],
  },
  chargeField('charge_pct', 'Charge now', '100'),
  chargeField('arrive_pct', 'Minimum charge on arrival', '10'),
  { kind: 'model', name: 'model', path: 'model', label: 'Preferences', group: 'Roads' },
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
