import type { Field } from './field.ts'
import { alternativesField, languageField, timeFields } from './road-fields.ts'

export const avFields: readonly Field[] = [
  ...timeFields,
  {
    kind: 'choice',
    name: 'weather',
    path: 'conditions.weather',
    label: 'Weather',
    group: 'Conditions',
    choices: [
      ['dry', 'Dry'],
      ['light_rain', 'Light rain'],
      ['rain', 'Rain'],
      ['heavy_rain', 'Heavy rain'],
      ['fog', 'Fog'],
      ['snow', 'Snow'],
      ['hail', 'Hail'],
      ['ice', 'Ice'],
      ['dust', 'Dust'],
      ['strong_wind', 'Strong wind'],
    ],
  },
  {
    kind: 'choice',
    name: 'light',
    path: 'conditions.light',
    label: 'Light',
    group: 'Conditions',
    choices: [
      ['', 'By time of day'],
      ['daylight', 'Daylight'],
      ['twilight', 'Twilight'],
      ['night', 'Night'],
    ],
  },
  {
    kind: 'number',
    name: 'visibility_m',
    path: 'conditions.visibility_m',
    label: 'Visibility',
    group: 'Conditions',
    unit: 'm',
    min: 0,
    max: 100_000,
    step: 50,
    defaultText: 'by weather',
  },
  { kind: 'text', name: 'odd', path: 'odd', label: 'Domain', group: 'Domain', placeholder: 'any that allows the trip' },
  { kind: 'text', name: 'operator', path: 'operator', label: 'Operator', group: 'Domain', placeholder: 'any' },
  alternativesField,
  languageField,
]
