import { describe, expect, test } from 'vitest'
import { isCodeOfAirportNearby, parseAirports, toAirportRecord } from './airports.ts'

const [heathrow, munich, carrasco, field] = parseAirports(
  [
    'LHR\tEGLL\tlarge\tyes\t51.4706\t-0.46194\tGB\tLondon Heathrow Airport\tLondon\tLON, Londres',
    'MUC\tEDDM\tlarge\tyes\t48.3538\t11.7861\tDE\tMunich Airport\tMunich\tFlughafen München',
    'MVD\tSUMU\tlarge\tyes\t-34.83565\t-56.0265\tUY\tCarrasco General Cesáreo L. Berisso International Airport\tCiudad de la Costa\tMontevideo',
    'AAB\t\tsmall\tno\t-26.69639\t141.04872\tAU\tArrabury Airport\tTanbar\t',
    'not a line of the table',
  ].join('\n'),
)

describe('airports', () => {
  test('are named by their codes, their town, and the common names of large ones', () => {
    expect(toAirportRecord(heathrow, 5)).toMatchObject({
      kind: 'airport',
      names: ['London Heathrow Airport', 'LHR', 'EGLL', 'Heathrow', 'London Airport', 'LON', 'Londres Airport'],
      parent: 5,
      countryCode: 'GB',
      details: '{"tags":{"iata":"LHR","icao":"EGLL"}}',
    })
  })

  test('are never named by a town alone', () => {
    expect(toAirportRecord(munich, undefined).names).toEqual(['Munich Airport', 'MUC', 'EDDM', 'Flughafen München'])
    expect(toAirportRecord(carrasco, undefined).names).not.toContain('Montevideo')
    expect(toAirportRecord(carrasco, undefined).names).toContain('Montevideo Airport')
  })

  test('are less important when small or without flights', () => {
    expect(toAirportRecord(field, undefined).importance).toBeLessThan(
      toAirportRecord(munich, undefined).importance ?? 0,
    )
    expect(toAirportRecord(field, undefined).names).toEqual(['Arrabury Airport', 'AAB', 'Tanbar Airport'])
  })

  test('keep their code exclusive within 80 km', () => {
    const byCode = new Map([[carrasco.iata, carrasco]])
    expect(isCodeOfAirportNearby(byCode, 'MVD', { latitude: -34.9, longitude: -56.19 })).toBe(true)
    expect(isCodeOfAirportNearby(byCode, 'MVD', { latitude: -34.9, longitude: -57.5 })).toBe(false)
    expect(isCodeOfAirportNearby(byCode, 'Mvd', { latitude: -34.9, longitude: -56.19 })).toBe(false)
    expect(isCodeOfAirportNearby(byCode, 'XYZ', { latitude: -34.9, longitude: -56.19 })).toBe(false)
  })
})
