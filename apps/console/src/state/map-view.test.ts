import { expect, test } from 'vitest'
import { formatMapView, parseMapView } from './map-view.ts'

test('a map position in a link is as precise as a pixel and can be read back', () => {
  expect(formatMapView({ zoom: 2.5, latitude: 10.123456, longitude: -20.5 })).toBe('2.50/10.12/-20.50')
  const link = formatMapView({ zoom: 17, latitude: 43.7384123, longitude: 7.4246158 })
  expect(link).toBe('17.00/43.738412/7.424616')
  expect(parseMapView(link)).toEqual({ zoom: 17, latitude: 43.738412, longitude: 7.424616 })
})

test('a shortened or impossible map position is ignored', () => {
  for (const text of [
    '',
    '12',
    '12/43.7',
    '12/43.7/',
    '12/91/7',
    '12/43/181',
    '-1/43/7',
    '25/43/7',
    'a/b/c',
    '1/2/3/4',
  ])
    expect(parseMapView(text), text).toBeUndefined()
})
