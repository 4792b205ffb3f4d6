import { expect, test } from 'vitest'
import { parseCharges } from './parse-charge.ts'

const parse = (value: string, country?: string) =>
  parseCharges(value, country)?.map(({ currency, thousandths, isPerKm }) => [
    currency,
    thousandths / 1000,
    ...(isPerKm ? ['km'] : []),
  ])

test.each<[string, (string | number)[][]]>([
  ['2.50 EUR', [['EUR', 2.5]]],
  ['2,50 EUR', [['EUR', 2.5]]],
  ['2.5EUR', [['EUR', 2.5]]],
  ['2 eur', [['EUR', 2]]],
  ['EUR 2.50', [['EUR', 2.5]]],
  ['€2.50', [['EUR', 2.5]]],
  ['2,50 €', [['EUR', 2.5]]],
  ['£1', [['GBP', 1]]],
  ['12 zł', [['PLN', 12]]],
  ['R$ 7,90', [['BRL', 7.9]]],
  ['US$3', [['USD', 3]]],
  ['0 EUR', [['EUR', 0]]],
  ['0.12 EUR/km', [['EUR', 0.12, 'km']]],
  ['0.12 EUR per km', [['EUR', 0.12, 'km']]],
  [
    '2.50 EUR;3 USD',
    [
      ['EUR', 2.5],
      ['USD', 3],
    ],
  ],
  [
    '2.50 EUR; 3 USD',
    [
      ['EUR', 2.5],
      ['USD', 3],
    ],
  ],
  ['1,500 JPY', [['JPY', 1500]]],
  ['12.500 COP', [['COP', 12_500]]],
  ["1'200.50 CHF", [['CHF', 1200.5]]],
  ['1 250 000 VND', [['VND', 1_250_000]]],
  ['1,500 IQD', [['IQD', 1500]]],
  ['0.250 KWD', [['KWD', 0.25]]],
  ['1.250 KWD', [['KWD', 1.25]]],
  ['0.187 EUR/km', [['EUR', 0.187, 'km']]],
  ['0,005 EUR', [['EUR', 0.005]]],
  ['1.000,50 EUR', [['EUR', 1000.5]]],
  ['1 500 EUR', [['EUR', 1500]]],
])('reads %s', (value, charges) => {
  expect(parse(value)).toEqual(charges)
})

test('reads signs that several countries use by country', () => {
  expect([parse('$3.50', 'US'), parse('$3.50', 'CA'), parse('$3.50', 'DE'), parse('$3.50')]).toEqual([
    [['USD', 3.5]],
    [['CAD', 3.5]],
    undefined,
    undefined,
  ])
  expect([parse('80 kr', 'NO'), parse('80 kr', 'SE'), parse('¥800', 'JP')]).toEqual([
    [['NOK', 80]],
    [['SEK', 80]],
    [['JPY', 800]],
  ])
})

test.each([
  '',
  'yes',
  'no',
  '2.50',
  'EUR',
  '2.50 XYZ',
  '2.50 EUR/hour',
  '2.50 EUR (cars)',
  '2-5 EUR',
  '1.2.3 EUR',
  '2.5000 EUR',
  '2.500 EUR',
  '1,250 EUR/km',
  '1.000.50 EUR',
  '0.1875 EUR/km',
  '001.500 COP',
  'free',
  'EUR -2',
  '-2 EUR',
  '2.50 EUR;',
  '2.50 EUR;4 EUR',
  '2.50 EUR;variable',
  '99999999999 EUR',
  'EUR 2.50 EUR',
])('does not guess the amount of "%s"', (value) => {
  expect(parse(value)).toBeUndefined()
})
