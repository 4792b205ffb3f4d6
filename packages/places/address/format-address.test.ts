import { describe, expect, test } from 'vitest'
import { type AddressParts, formatAddress } from './format-address.ts'

describe('address format by country', () => {
  const table: readonly (readonly [expected: string, parts: AddressParts])[] = [
    [
      'Avenida 18 de Julio 1234, 11200 Montevideo, Uruguay',
      {
        houseNumber: '1234',
        street: 'Avenida 18 de Julio',
        city: 'Montevideo',
        region: 'Montevideo Department',
        postcode: '11200',
        country: 'Uruguay',
        countryCode: 'UY',
      },
    ],
    [
      '1600 Pennsylvania Avenue NW, Washington, DC 20500, United States',
      {
        houseNumber: '1600',
        street: 'Pennsylvania Avenue NW',
        city: 'Washington',
        region: 'DC',
        postcode: '20500',
        country: 'United States',
        countryCode: 'us',
      },
    ],
    [
      '10 Downing Street, London, SW1A 2AA, United Kingdom',
      {
        houseNumber: '10',
        street: 'Downing Street',
        city: 'London',
        region: 'England',
        postcode: 'SW1A 2AA',
        country: 'United Kingdom',
        countryCode: 'GB',
      },
    ],
    [
      '55 Rue du Faubourg Saint-Honoré, 75008 Paris, France',
      {
        houseNumber: '55',
        street: 'Rue du Faubourg Saint-Honoré',
        city: 'Paris',
        postcode: '75008',
        country: 'France',
        countryCode: 'FR',
      },
    ],
    [
      'Avenida Paulista 1578, Bela Vista, São Paulo - SP, 01310-200, Brasil',
      {
        houseNumber: '1578',
        street: 'Avenida Paulista',
        suburb: 'Bela Vista',
        city: 'São Paulo',
        region: 'SP',
        postcode: '01310-200',
        country: 'Brasil',
        countryCode: 'BR',
      },
    ],
    [
      'Calle Mayor, 3, 28013 Madrid, Spain',
      {
        houseNumber: '3',
        street: 'Calle Mayor',
        city: 'Madrid',
        postcode: '28013',
        country: 'Spain',
        countryCode: 'ES',
      },
    ],
    [
      '1054 Budapest, Kossuth tér 1, Hungary',
      {
        houseNumber: '1',
        street: 'Kossuth tér',
        city: 'Budapest',
        postcode: '1054',
        country: 'Hungary',
        countryCode: 'HU',
      },
    ],
    [
      'улица Ленина, 5, Пермь, Пермский край, 614000, Россия',
      {
        houseNumber: '5',
        street: 'улица Ленина',
        city: 'Пермь',
        region: 'Пермский край',
        postcode: '614000',
        country: 'Россия',
        countryCode: 'RU',
      },
    ],
    [
      '〒100-0001 東京都千代田区千代田1-1, 日本',
      {
        houseNumber: '1-1',
        street: '千代田',
        city: '千代田区',
        region: '東京都',
        postcode: '100-0001',
        country: '日本',
        countryCode: 'JP',
      },
    ],
    [
      '1-1 Chiyoda, Chiyoda City, Tokyo 100-0001, Japan',
      {
        houseNumber: '1-1',
        street: 'Chiyoda',
        city: 'Chiyoda City',
        region: 'Tokyo',
        postcode: '100-0001',
        country: 'Japan',
        countryCode: 'JP',
      },
    ],
    [
      '中国北京市朝阳区建国路93号 100022',
      {
        houseNumber: '93号',
        street: '建国路',
        suburb: '朝阳区',
        city: '北京市',
        postcode: '100022',
        country: '中国',
        countryCode: 'CN',
      },
    ],
    [
      '대한민국 서울특별시 중구 세종대로 110 04524',
      {
        houseNumber: '110',
        street: '세종대로',
        city: '중구',
        region: '서울특별시',
        postcode: '04524',
        country: '대한민국',
        countryCode: 'KR',
      },
    ],
    [
      'Äulestrasse 38, 9490 Vaduz, Liechtenstein',
      {
        houseNumber: '38',
        street: 'Äulestrasse',
        city: 'Vaduz',
        postcode: '9490',
        country: 'Liechtenstein',
        countryCode: 'LI',
      },
    ],
  ]
  test.each(table)('%s', (expected, parts) => {
    expect(formatAddress(parts)).toBe(expected)
  })
})

describe('missing parts, which leave no gap', () => {
  test.each<readonly [string, AddressParts]>([
    [
      'Springfield, Illinois, United States',
      { city: 'Springfield', region: 'Illinois', country: 'United States', countryCode: 'US' },
    ],
    [
      'Montevideo, Uruguay',
      { name: 'Montevideo', city: 'Montevideo', region: 'Montevideo Department', country: 'Uruguay' },
    ],
    ['Singapore', { name: 'Singapore', city: 'Singapore', country: 'Singapore', countryCode: 'SG' }],
    [
      'Pocitos, Montevideo, Uruguay',
      { name: 'Pocitos', suburb: 'Pocitos', city: 'Montevideo', country: 'Uruguay', countryCode: 'UY' },
    ],
    [
      'Café Brasilero, Ituzaingó 1447, Montevideo',
      { name: 'Café Brasilero', houseNumber: '1447', street: 'Ituzaingó', city: 'Montevideo', countryCode: 'UY' },
    ],
    ['Main Street, TX 75460', { street: 'Main Street', region: 'TX', postcode: '75460', countryCode: 'US' }],
    ['Rua A, São Paulo, Brasil', { street: 'Rua A', city: 'São Paulo', country: 'Brasil', countryCode: 'BR' }],
    ['Dorfstraße 7, Altdorf', { houseNumber: '7', street: 'Dorfstraße', suburb: 'Altdorf', countryCode: 'DE' }],
    ['Sea', { name: 'Sea' }],
    ['Uruguay', { name: ' ', country: 'Uruguay' }],
    ['', {}],
    ['Street 5, 1000 City', { houseNumber: '5', street: 'Street', postcode: '1000', city: 'City', countryCode: 'ZZ' }],
  ])('%s', (expected, parts) => {
    expect(formatAddress(parts)).toBe(expected)
  })
})
