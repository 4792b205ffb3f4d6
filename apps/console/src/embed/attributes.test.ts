import { describe, expect, test } from 'vitest'
import { parsePosition, parsePositions, parseStyleName, parseZoom } from './attributes.ts'

describe('attributes of the web components', () => {
  test('accept values as users type them', () => {
    expect(parsePosition('center', ' 43.738,7.425 ')).toEqual([43.738, 7.425])
    expect(parsePosition('center', '-90, 180')).toEqual([-90, 180])
    expect(parsePositions('via', '1,2; 3, 4;')).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect([parseZoom('0'), parseZoom('22'), parseStyleName('dark')]).toEqual([0, 22, 'dark'])
  })

  test.each([
    ['43.7', 'origin is "43.7"; write it as latitude, longitude, such as "43.738, 7.425"'],
    ['', 'origin is ""; write it as latitude, longitude, such as "43.738, 7.425"'],
    ['1,', 'origin is "1,"; write it as latitude, longitude, such as "43.738, 7.425"'],
    ['90.1,0', 'origin is "90.1,0"; write it as latitude, longitude, such as "43.738, 7.425"'],
    ['0,-180.1', 'origin is "0,-180.1"; write it as latitude, longitude, such as "43.738, 7.425"'],
    ['1,2,3', 'origin is "1,2,3"; write it as latitude, longitude, such as "43.738, 7.425"'],
  ])('rejects the position %j with an example', (text, message) => {
    expect(() => parsePosition('origin', text)).toThrow(message)
  })

  test('rejects other invalid values with the allowed ones', () => {
    expect(() => parseZoom('22.1')).toThrow('zoom is "22.1"; it must be a number from 0 to 22')
    expect(() => parseZoom('')).toThrow('zoom is ""; it must be a number from 0 to 22')
    expect(() => parseStyleName('red')).toThrow('map-style is "red"; it must be one of light, dark, blueprint')
    expect(() => parsePositions('via', '1,2;x')).toThrow('via[1] is "x"; write it as latitude, longitude')
  })
})
