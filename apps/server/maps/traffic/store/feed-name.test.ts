import { expect, test } from 'vitest'
import { isFeedName, toFeedName, toFeedNameFromSource } from './feed-name.ts'

test.each(['a', '0', 'porto-2', 'a-', 'x'.repeat(64)])('accepts %s as a name', (name) => {
  expect(isFeedName(name)).toBe(true)
})

test.each(['', '-a', 'A', 'ä', 'a.b', 'a/b', '../a', 'a b', 'x'.repeat(65)])('rejects %j', (name) => {
  expect(isFeedName(name)).toBe(false)
})

test.each([
  ['speeds.csv', 'speeds'],
  ['/data/Porto Speeds.csv.gz', 'porto-speeds'],
  ['file:///data/a%20b.json', 'a-b'],
  ['https://user:secret@example.com/v1/Work%20Zones.geojson?key=secret', 'work-zones'],
  ['https://example.com/v1/100%.json', '100'],
  ['https://example.com/', ''],
  ['https://example.com/feed/', 'feed'],
  ['.csv', ''],
  ['---.json', ''],
  ['ftp://example.com/a.csv', ''],
  [`${'x'.repeat(63)}-y.csv`, 'x'.repeat(63)],
])('derives the name of a feed from %s as %j', (source, name) => {
  expect(toFeedNameFromSource(source)).toBe(name)
})

test('converts any string to a name, or to nothing', () => {
  expect(toFeedName('probes-europe/Île_de.france')).toBe('probes-europe-le-de-france')
  expect(toFeedName('道路')).toBe('')
})
