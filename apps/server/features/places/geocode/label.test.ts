import { expect, test } from 'vitest'
import { findKindName } from './kind-name.ts'
import { formatAddressLabel, formatPlaceLabel } from './label.ts'

const queens = { city: 'Queens', region: 'New York', postcode: '11428', country: 'United States', country_code: 'US' }
const vaduz = { city: 'Vaduz', region: 'Oberland', postcode: '9490', country: 'Liechtenstein', country_code: 'LI' }
const london = { city: 'London', postcode: 'SW1A 1AA', country: 'United Kingdom', country_code: 'GB' }

test.each([
  ['a street', { ...queens, street: '90th Avenue' }, '90th Avenue, Queens, New York 11428, United States'],
  ['no street', queens, 'Queens, New York 11428, United States'],
  ['no street, before the city', vaduz, '9490 Vaduz, Oberland, Liechtenstein'],
  ['no street, behind a comma', london, 'London, SW1A 1AA, United Kingdom'],
  ['a suburb', { ...queens, suburb: 'Hollis' }, 'Hollis, Queens, New York 11428, United States'],
  ['no city', { postcode: '11428', country: 'United States', country_code: 'US' }, '11428, United States'],
  ['no postcode', { ...queens, postcode: undefined }, 'Queens, New York, United States'],
  ['no country', { ...queens, country: undefined }, 'Queens, New York 11428'],
  ['a country that nobody knows', { city: 'Nowhere', postcode: '1', country_code: 'XX' }, '1 Nowhere'],
])('puts the postal code where the country puts it: %s', (_title, address, label) => {
  expect(formatAddressLabel(address)).toBe(label)
})

test('begins with the name of the place', () => {
  expect(formatAddressLabel(queens, 'Library')).toBe('Library, Queens, New York 11428, United States')
  expect(formatAddressLabel(queens, 'Queens')).toBe('Queens, New York 11428, United States')
})

test('contains the name of the place once', () => {
  const village = { ...queens, suburb: 'Queens Village', postcode: undefined }
  expect(formatPlaceLabel('suburb', 'Queens Village', village)).toBe('Queens Village, Queens, New York, United States')
  expect(formatPlaceLabel('postcode', '11428', queens)).toBe('Queens, New York 11428, United States')
  expect(formatPlaceLabel('crossing', '214th Street & 90th Avenue', { ...queens, street: '214th Street' })).toBe(
    '214th Street & 90th Avenue, Queens, New York 11428, United States',
  )
  expect(formatPlaceLabel('crossing', 'Aeulestrasse & Lettstrasse', vaduz)).toBe(
    'Aeulestrasse & Lettstrasse, 9490 Vaduz, Liechtenstein',
  )
})

test('adds the kind of a place that has the name of its town or suburb', () => {
  expect(formatPlaceLabel('poi', 'VADUZ', vaduz, 'helipad')).toBe(
    'VADUZ (helipad), 9490 Vaduz, Oberland, Liechtenstein',
  )
  expect(formatPlaceLabel('poi', 'Vaduz', vaduz)).toBe('9490 Vaduz, Oberland, Liechtenstein')
  expect(formatPlaceLabel('poi', 'Helipad', vaduz, 'helipad')).toBe('Helipad, 9490 Vaduz, Oberland, Liechtenstein')
  expect(formatPlaceLabel('town', 'Vaduz', vaduz, 'helipad')).toBe('9490 Vaduz, Oberland, Liechtenstein')
})

test('names the kind of a place after its most telling tag', () => {
  expect(findKindName({ building: 'yes', amenity: 'atm', operator: 'Bank' })).toBe('ATM')
  expect(findKindName({ highway: 'bus_stop' })).toBe('bus stop')
  expect(findKindName({ building: 'yes', operator: 'Bank' })).toBeUndefined()
  expect(findKindName(undefined)).toBeUndefined()
})

test('orders parts from large to small in local scripts', () => {
  const tokyo = { city: '千代田区', region: '東京都', postcode: '100-0001', country: '日本', country_code: 'JP' }
  expect(formatAddressLabel(tokyo)).toBe('〒100-0001 東京都千代田区, 日本')
})
