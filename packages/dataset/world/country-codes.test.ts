import { toCountryCode } from '@fairway/places'
import { borders } from '@rapideditor/country-coder'
import { expect, test } from 'vitest'

test('knows the ISO 3166-1 codes of all countries, without codes that are only reserved', () => {
  const countries = borders.features.map(({ properties }) => properties).filter(({ iso1A2 }) => iso1A2 !== undefined)
  for (const { iso1A2: alpha2 = '', iso1A3: alpha3, isoStatus } of countries) {
    const code = isoStatus === 'excRes' || alpha3 === undefined ? undefined : alpha2
    expect([alpha2, toCountryCode(alpha2)]).toEqual([alpha2, code])
    if (alpha3 !== undefined) expect([alpha3, toCountryCode(alpha3)]).toEqual([alpha3, code])
  }
  expect(countries.length).toBeGreaterThan(240)
})

test.each(['uy', 'UYU', 'XX', 'ZZZ', 'U', ''])('does not know the code "%s"', (code) => {
  expect(toCountryCode(code)).toBeUndefined()
})
