import type { Field, NumberField } from './field.ts'
import { alternativesField, timeFields } from './road-fields.ts'

function vesselField(name: string, label: string, unit: string, max: number, defaultText: string): NumberField {
  return {
    kind: 'number',
    name,
    path: `vessel.${name}`,
    label,
    group: 'Vessel',
    unit,
    min: 0.1,
    max,
    step: 0.1,
    defaultText,
  }
}

export const seaFields: readonly Field[] = [
  vesselField('speed_kn', 'Speed', 'kn', 100, '14'),
  vesselField('draft_m', 'Draft', 'm', 30, 'any'),
  vesselField('beam_m', 'Beam', 'm', 100, 'any'),
  vesselField('length_m', 'Length', 'm', 500, 'any'),
  vesselField('air_draft_m', 'Air draft', 'm', 150, 'any'),
  ...timeFields,
  {
    kind: 'many',
    name: 'avoid',
    path: 'avoid',
    label: 'Avoid passages',
    group: 'Avoid passages',
    choices: [
      ['suez', 'Suez'],
      ['panama', 'Panama'],
      ['malacca', 'Malacca'],
      ['sunda', 'Sunda'],
      ['gibraltar', 'Gibraltar'],
      ['bab_el_mandeb', 'Bab el-Mandeb'],
      ['hormuz', 'Hormuz'],
      ['bosporus', 'Bosporus'],
      ['kiel', 'Kiel'],
      ['dover', 'Dover'],
      ['magellan', 'Magellan'],
      ['good_hope', 'Good Hope'],
    ],
  },
  {
    kind: 'many',
    name: 'allow',
    path: 'allow',
    label: 'Allow restricted passages',
    group: 'Allow restricted passages',
    choices: [
      ['northwest', 'Northwest'],
      ['northeast', 'Northeast'],
      ['corinth', 'Corinth'],
      ['canso', 'Canso'],
    ],
  },
  alternativesField,
]
