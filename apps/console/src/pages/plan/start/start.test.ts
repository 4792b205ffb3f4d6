import { expect, test } from 'vitest'
import { toAddCommand } from '../../../add-map/add-command.ts'
import { toRegionName } from '../../../add-map/map-jobs.ts'
import { searchCatalog } from '../../../add-map/search-catalog.ts'
import { toRegionTitle } from '../../../state/loaded-maps.ts'
import { listFlightsAcross, pickFarthestPair } from './example-places.ts'

test('the command that adds a map refers to a file by its path, and quotes it for a shell', () => {
  expect(toAddCommand('')).toBe('npx fairway regions add europe/monaco')
  expect(toAddCommand(' europe/malta ')).toBe('npx fairway regions add europe/malta')
  expect(toAddCommand('malta.osm.pbf')).toBe('npx fairway regions add ./malta.osm.pbf')
  expect(toAddCommand('/data/malta.osm.pbf')).toBe('npx fairway regions add /data/malta.osm.pbf')
  expect(toAddCommand("my map's.pbf")).toBe(String.raw`npx fairway regions add './my map'\''s.pbf'`)
})

test('an uploaded map gets the name that the command would give it', () => {
  expect(['Monaco-latest.osm.pbf', 'planet_7.4,43.7.osm.pbf', '.osm', 'São Paulo.osm.bz2'].map(toRegionName)).toEqual([
    'monaco',
    'planet_7.4-43.7',
    'map',
    's-o-paulo',
  ])
})

test('the example connects the two places farthest apart that are within a short drive', () => {
  const near = { at: [43.73, 7.42], label: 'near' } as const
  const far = { at: [43.75, 7.44], label: 'far' } as const
  const abroad = { at: [44.73, 7.42], label: 'abroad' } as const
  expect(pickFarthestPair([near, { at: [43.731, 7.421], label: 'next door' }, far, abroad])).toEqual([near, far])
  expect(pickFarthestPair([near, { at: [43.731, 7.421], label: 'next door' }, abroad])).toBeUndefined()
})

test('example flights cross the airport in the middle, in four directions', () => {
  const flights = listFlightsAcross({ at: [60, 25], label: 'HEL' })
  expect(flights.map(([from, to]) => [from.label, to.label])).toContainEqual(['West of HEL', 'East of HEL'])
  for (const [from, to] of flights) {
    expect((from.at[0] + to.at[0]) / 2).toBeCloseTo(60, 5)
    expect((from.at[1] + to.at[1]) / 2).toBeCloseTo(25, 5)
  }
})

test('regions are shown by the last part of their path', () => {
  expect(['monaco', 'europe/monaco', 'us/new-york'].map(toRegionTitle)).toEqual(['Monaco', 'Monaco', 'New york'])
})

test('finds extracts by the names that people use, cities before regions', () => {
  const titles = (input: string) => searchCatalog(input).map(({ title }) => title)
  expect(titles('port')).toEqual(['Portland', 'Porto', 'Porto Alegre', 'Portugal'])
  expect(titles('Köln')).toEqual(['Koeln'])
  expect(titles('munich')).toEqual(['Muenchen'])
  expect(titles('new y')).toEqual(['New York', 'New York'])
  expect(titles('korea')).toEqual(['North Korea', 'South Korea'])
  expect(titles('  ')).toEqual([])
  expect(titles('q')).toHaveLength(2)
  expect(titles('a')).toHaveLength(6)
  expect(searchCatalog('Porto ')[0]).toEqual({
    kind: 'city',
    title: 'Porto',
    source: 'bbbike/Porto',
    url: 'https://download.bbbike.org/osm/bbbike/Porto/Porto.osm.pbf',
    file: 'Porto.osm.pbf',
  })
  expect(searchCatalog('bavaria')).toEqual([{ kind: 'region', title: 'Bayern', source: 'europe/germany/bayern' }])
})
