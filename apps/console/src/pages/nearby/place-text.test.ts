import { describe, expect, test } from 'vitest'
import { formatAddress, formatDistance, formatOpeningHours, toPhoneLink, toWebLink } from './place-text.ts'

describe('place descriptions', () => {
  test('show the distance, and never a road distance below the straight-line distance', () => {
    expect(formatDistance({ distance_m: 1_240 })).toBe('1.2 km in a straight line')
    expect(formatDistance({ distance_m: 1_240, duration_min: 3.2 })).toBe('3 min, 1.2 km by road')
    expect(formatDistance({ distance_m: 1_240, duration_min: 3.2, straight_m: 800 })).toBe(
      '3 min, 1.2 km by road (800 m in a straight line)',
    )
    expect(formatDistance({ distance_m: 8, duration_min: 0.02, straight_m: 49 })).toBe(
      '49 m in a straight line, 1 s by road',
    )
  })

  test('show opening hours, one rule per line', () => {
    expect(formatOpeningHours('24/7')).toEqual(['always open'])
    expect(formatOpeningHours('Mo-Fr 08:00-12:00,13:00-18:30; Sa 09:00-13:00; Su,PH off')).toEqual([
      'Mon–Fri 08:00–12:00,13:00–18:30',
      'Sat 09:00–13:00',
      'Sun,holidays closed',
    ])
  })

  test('omit the unknown parts of an address', () => {
    expect(
      formatAddress({ address: { street: 'Colonia', house_number: '1291', suburb: 'Centro', city: 'Montevideo' } }),
    ).toBe('Colonia 1291, Centro, Montevideo')
    expect(formatAddress({ address: { city: 'Montevideo' } })).toBe('Montevideo')
    expect(formatAddress({})).toBe('')
  })

  test('show the first phone number, without its extension', () => {
    expect(toPhoneLink('+598 1707 ext 816')).toBe('tel:+5981707')
    expect(toPhoneLink('+598 2901 4890; +598 2901 4891')).toBe('tel:+59829014890')
  })

  test('link web URLs only', () => {
    expect(toWebLink('www.ancap.com.uy')).toEqual({ href: 'https://www.ancap.com.uy/', host: 'ancap.com.uy' })
    expect(toWebLink('javascript:alert(1)')).toBeUndefined()
    expect(toWebLink('see facebook')).toBeUndefined()
    expect(toWebLink(undefined)).toBeUndefined()
  })
})
