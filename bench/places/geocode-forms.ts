import type { Address } from './places-extracts.ts'

/** Formats of addresses in the country of an extract. */
export interface Locale {
  readonly write: (street: string, number: string, address: Address) => string
  /** Returns the address with the city first or with the number on the other side of the street name. */
  readonly reorder: (street: string, number: string, address: Address) => string
  readonly unit: (text: string) => string
  readonly floor: (text: string) => string
}

/** Inserts the unit after the street and number, before the city. */
const afterStreet = (unit: string) => (text: string) => text.replace(/(,|$)/, `, ${unit}$1`)
const joined = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' ')
const german: Locale = {
  write: (street, number, { city, postcode }) => `${street} ${number}, ${joined(postcode, city)}`,
  reorder: (street, number, { city, postcode }) => `${joined(postcode, city)}, ${street} ${number}`,
  unit: afterStreet('Whg. 5'),
  floor: afterStreet('2. OG'),
}

/** Formats of the extracts that contain house numbers. */
export const locales: Readonly<Record<string, Locale>> = {
  montevideo: {
    write: (street, number, { city }) => `${street} ${number}, ${city ?? 'Montevideo'}`,
    reorder: (street, number, { city }) => `${number} ${street}, ${city ?? 'Montevideo'}`,
    unit: (text) => text.replace(',', ' apto 502,'),
    floor: (text) => text.replace(',', ', piso 3,'),
  },
  'liechtenstein-2024': german,
  'heidelberg-ors': german,
  'queens-pelias': {
    write: (street, number, { city, postcode }) => `${number} ${street}, ${city ?? 'Queens'}, NY ${postcode ?? ''}`,
    reorder: (street, number, { city }) => `${street} ${number}, ${city ?? 'Queens'}`,
    unit: (text) => text.replace(',', ' Apt 5B,'),
    floor: (text) => `2nd Floor, ${text}`,
  },
  'monaco-2025': {
    write: (street, number, { city, postcode }) => `${number} ${street}, ${joined(postcode, city ?? 'Monaco')}`,
    reorder: (street, number, { city }) => `${street} ${number}, ${city ?? 'Monaco'}`,
    unit: afterStreet('appt 5'),
    floor: afterStreet('3e étage'),
  },
  'andorra-2026': {
    write: (street, number, { city, postcode }) => `${street} ${number}, ${joined(postcode, city)}`,
    reorder: (street, number, { city }) => `${joined(city)}, ${street} ${number}`,
    unit: afterStreet('pis 2 porta 1'),
    floor: afterStreet('3r pis'),
  },
}

const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\bAvenida\b/i, 'Av.'],
  [/\bAvenue\b/i, 'Ave'],
  [/\bStreet\b/i, 'St'],
  [/\bRoad\b/i, 'Rd'],
  [/\bBoulevard\b/i, 'Blvd'],
  [/\bPlace\b/i, 'Pl'],
  [/\bDrive\b/i, 'Dr'],
  [/\bLane\b/i, 'Ln'],
  [/\bCourt\b/i, 'Ct'],
  [/\bParkway\b/i, 'Pkwy'],
  [/\bDoctor\b/i, 'Dr.'],
  [/\bGeneral\b/i, 'Gral.'],
  [/\bCoronel\b/i, 'Cnel.'],
  [/\bIngeniero\b/i, 'Ing.'],
  [/\bCamino\b/i, 'Cno.'],
  [/\bPasaje\b/i, 'Pje.'],
  [/\bCarrer\b/i, 'C.'],
  [/\bRue\b/i, 'R.'],
  [/(?<=.{3})(?:straße|strasse)\b/i, 'str.'],
  [/(?<=.{3})gasse\b/i, 'g.'],
  [/(?<=.{3})platz\b/i, 'pl.'],
]

/** Abbreviates a street name. Returns undefined if the name has no part to abbreviate. */
export function abbreviate(street: string): string | undefined {
  let short = street
  for (const [pattern, abbreviation] of abbreviations) short = short.replace(pattern, abbreviation)
  return short === street ? undefined : short
}

export function removeDiacritics(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}
