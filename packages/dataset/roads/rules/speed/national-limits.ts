/**
 * Statutory speed limits in km/h where no limit is signed. `trunk` applies to expressways (trunk roads, motorroads and
 * dual carriageways). The values are legal limits, not observed speeds.
 */
export interface NationalLimits {
  readonly urban: number
  readonly rural: number
  readonly trunk: number
  readonly motorway: number
}

export const KMH_PER_MPH = 1.609344

/** Typical speed in km/h on German motorways and on roads with the limit "none". */
export const UNLIMITED_KMH = 140

/** Limits for countries that are not in the table and for territories without a country. */
const defaultLimits: NationalLimits = { urban: 50, rural: 90, trunk: 110, motorway: 130 }

/** Rows of country or region code, followed by the urban, rural, trunk and motorway limits in km/h. */
const limitRows: readonly (readonly [string, number, number, number, number])[] = [
  ['AD', 50, 60, 90, 120],
  ['AE', 60, 100, 100, 120],
  ['AL', 40, 80, 90, 110],
  ['AM', 60, 90, 90, 110],
  ['AR', 40, 110, 120, 130],
  ['AT', 50, 100, 100, 130],
  ['AU', 50, 100, 100, 110],
  ['AZ', 60, 90, 110, 110],
  ['BA', 50, 80, 100, 130],
  ['BE', 50, 90, 120, 120],
  ['BE-BRU', 30, 70, 120, 120],
  ['BE-VLG', 50, 70, 120, 120],
  ['BG', 50, 90, 120, 140],
  ['BO', 40, 80, 80, 80],
  ['BR', 60, 100, 110, 110],
  ['BY', 60, 90, 90, 110],
  ['CA', 50, 80, 90, 100],
  ['CH', 50, 80, 100, 120],
  ['CL', 50, 100, 120, 120],
  ['CN', 50, 70, 80, 120],
  ['CO', 50, 90, 90, 120],
  ['CR', 50, 60, 90, 110],
  ['CY', 50, 80, 100, 100],
  ['CZ', 50, 90, 110, 130],
  ['DE', 50, 100, 100, UNLIMITED_KMH],
  ['DK', 50, 80, 80, 130],
  ['EC', 50, 100, 100, 100],
  ['EE', 50, 90, 90, 110],
  ['EG', 60, 90, 100, 100],
  ['ES', 50, 90, 90, 120],
  ['FI', 50, 80, 100, 120],
  ['FR', 50, 80, 110, 130],
  ['GB', 30 * KMH_PER_MPH, 60 * KMH_PER_MPH, 70 * KMH_PER_MPH, 70 * KMH_PER_MPH],
  ['GE', 60, 90, 110, 110],
  ['GR', 50, 90, 110, 130],
  ['HK', 50, 50, 80, 110],
  ['HR', 50, 90, 110, 130],
  ['HU', 50, 90, 110, 130],
  ['ID', 50, 80, 80, 100],
  ['IE', 50, 80, 100, 120],
  ['IL', 50, 80, 90, 110],
  ['IN', 70, 70, 100, 120],
  ['IS', 50, 90, 90, 90],
  ['IT', 50, 90, 110, 130],
  ['JP', 60, 60, 60, 100],
  ['KE', 50, 100, 110, 110],
  ['KR', 50, 60, 80, 100],
  ['KZ', 60, 110, 110, 140],
  ['LI', 50, 80, 80, 80],
  ['LT', 50, 90, 120, 130],
  ['LU', 50, 90, 90, 130],
  ['LV', 50, 90, 110, 110],
  ['MC', 50, 50, 50, 50],
  ['MD', 50, 90, 110, 110],
  ['ME', 50, 80, 100, 130],
  ['MK', 50, 90, 110, 130],
  ['MT', 50, 80, 80, 80],
  ['MX', 50, 80, 90, 110],
  ['NG', 50, 80, 80, 100],
  ['NL', 50, 80, 100, 130],
  ['NO', 50, 80, 90, 110],
  ['NZ', 50, 100, 100, 100],
  ['PA', 40, 100, 100, 120],
  ['PE', 40, 60, 80, 100],
  ['PH', 40, 80, 80, 100],
  ['PL', 50, 90, 120, 140],
  ['PT', 50, 90, 100, 120],
  ['PY', 50, 110, 110, 110],
  ['RO', 50, 90, 100, 130],
  ['RS', 50, 80, 100, 130],
  ['RU', 60, 90, 90, 110],
  ['SA', 50, 120, 120, 120],
  ['SE', 50, 70, 100, 110],
  ['SG', 50, 50, 70, 90],
  ['SI', 50, 90, 110, 130],
  ['SK', 50, 90, 130, 130],
  ['TH', 80, 90, 100, 120],
  ['TN', 50, 90, 90, 110],
  ['TR', 50, 90, 110, 120],
  ['TW', 50, 50, 70, 90],
  ['UA', 50, 90, 110, 130],
  ['US', 25 * KMH_PER_MPH, 55 * KMH_PER_MPH, 65 * KMH_PER_MPH, 70 * KMH_PER_MPH],
  ['UY', 45, 90, 90, 110],
  ['UZ', 70, 100, 100, 110],
  ['VE', 40, 70, 70, 90],
  ['VN', 50, 80, 90, 120],
  ['XK', 50, 80, 110, 130],
  ['ZA', 60, 100, 100, 120],
]

const limitsByCountry = new Map<string, NationalLimits>(
  limitRows.map(([code, urban, rural, trunk, motorway]) => [code, { urban, rural, trunk, motorway }]),
)

/** Returns the limits for an ISO 3166 code in capitals. A region such as `BE-VLG` falls back to its country. */
export function findNationalLimits(code: string): NationalLimits | undefined {
  return limitsByCountry.get(code) ?? limitsByCountry.get(code.split('-', 1)[0] ?? '')
}

export function getNationalLimits(code: string): NationalLimits {
  return findNationalLimits(code) ?? defaultLimits
}

/** Countries where signs show miles per hour. */
export const milesCountries: ReadonlySet<string> = new Set(['GB', 'US', 'IM', 'JE', 'GG', 'PR', 'VI', 'GU', 'AS', 'LR'])

/** Limits in km/h for living streets in countries where the law sets a limit other than walking speed. */
export const livingStreetLimits: ReadonlyMap<string, number> = new Map([
  ...['AD', 'AM', 'AZ', 'BE', 'BG', 'BY', 'CH', 'CZ', 'EE', 'ES', 'FI', 'FR', 'GE', 'HU', 'KZ', 'LT', 'LU', 'LV']
    .concat(['MD', 'PL', 'PT', 'RO', 'RU', 'SK', 'UA'])
    .map((code) => [code, 20] as const),
  ['DK', 15],
  ['NL', 15],
  ['IS', 10],
  ['RS', 10],
  ['SI', 10],
  ['IL', 30],
])
