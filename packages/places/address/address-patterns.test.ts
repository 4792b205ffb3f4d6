import formatter from '@fragaria/address-formatter'
import { expect, test } from 'vitest'
import { addressPatterns } from './address-patterns.ts'
import { formatAddress } from './format-address.ts'

/**
 * Countries whose order deliberately differs from the templates. They use the local English convention, or one line
 * instead of several.
 */
const meantOtherwise = new Set(['BY', 'CN', 'KG', 'KR', 'KZ', 'PW', 'TW'])

test('orders number, street, postal code and city like OpenCage, in every country', () => {
  const addressParts = { houseNumber: 'HH', city: 'CC', postcode: 'PP', country: 'KK' }
  const orderOf = (text: string) => [...text.matchAll(/HH|SS|PP|CC/g)].map(([part]) => part)
  const different = [...addressPatterns.keys()]
    .filter((countryCode) => !meantOtherwise.has(countryCode))
    .map((countryCode) => {
      const theirs = orderOf(formatter.format({ ...addressParts, road: 'SS', state: 'RR', countryCode }))
      const ours = orderOf(formatAddress({ ...addressParts, street: 'SS', region: 'RR', countryCode }))
      const sharedFields = (order: readonly string[]) => order.filter((part) => theirs.includes(part)).join(' ')
      return { countryCode, ours: sharedFields(ours), theirs: theirs.filter((part) => ours.includes(part)).join(' ') }
    })
    .filter(({ ours, theirs }) => ours !== theirs)
  expect(different).toEqual([])
  expect(addressPatterns.size).toBeGreaterThan(230)
})
