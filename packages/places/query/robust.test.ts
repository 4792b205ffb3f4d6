import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { hostileQueries, makeOddText } from '../testing/odd-texts.ts'
import { buildSmallIndex } from '../testing/small-town.ts'
import { searchAll } from './merge.ts'
import { PlaceSearch } from './search.ts'
import { clipText, MAX_WORDS, parseWords } from './words/query-words.ts'

const searches = [new PlaceSearch(buildSmallIndex()), new PlaceSearch(buildSmallIndex())]
const near = { latitude: -34.9, longitude: -56.2 }

function answer(text: string): void {
  const result = searchAll(searches, text, { near, limit: 10 })
  if (result.kind === 'position') return
  for (const { confidence, rank, latitude, longitude } of result.places) {
    expect(confidence).toBeGreaterThan(0)
    expect(confidence).toBeLessThanOrEqual(1)
    expect([rank, latitude, longitude].every(Number.isFinite)).toBe(true)
  }
}

describe('arbitrary queries, which always get a reply', () => {
  test.each(hostileQueries.map((text) => [JSON.stringify(text).slice(0, 60), text]))('%s', (_, text) => {
    answer(text)
  })

  test('accepts 1,000 random strings, seed 5', () => {
    const random = seededRandom(5)
    for (let queryCount = 0; queryCount < 1000; queryCount++)
      answer(makeOddText(random, queryCount % 20 === 0 ? 80 : 6))
  })
})

describe('long queries, which stay fast', () => {
  test('are truncated after 250 characters, with spaces collapsed', () => {
    expect(clipText('a'.repeat(10_000))).toHaveLength(250)
    expect(clipText(`Main${' '.repeat(1_000)}Street`)).toBe('Main Street')
    expect(clipText('Main\u0000\u0007Street')).toBe('Main Street')
    expect(clipText('Main Street\r\nSpringfield')).toBe('Main Street\nSpringfield')
    expect(clipText('x'.repeat(250))).toBe('x'.repeat(250))
  })

  test('are limited to 16 words, each looked up at most twice', () => {
    const words = Array.from({ length: 60 }, (_, at) => `w${String.fromCharCode(97 + (at % 26))}${at}`)
    expect(parseWords(words.join(' '))).toHaveLength(MAX_WORDS)
    expect(parseWords('new york new york new york').map(({ text }) => text)).toEqual(['new', 'york', 'new', 'york'])
  })

  test('use only the first of many separators for intersections', () => {
    const result = searchAll(searches, `18 de Julio y Ejido${' y x'.repeat(50)}`)
    expect(result.kind).toBe('places')
  })
})

describe('invisible characters, which have no effect', () => {
  const first = (text: string) => searches[0].find(text)[0]
  test.each([
    'Haupt\u00adstraße 12 Berlin',
    '\u200fHauptstraße 12 Berlin\u200e',
    'Haupt\u200bstraße 12 Berlin',
    '\ufeffHauptstraße 12\u00a0Berlin',
    'Hauptstraße\u0000 12 Berlin',
    'Hauptstraße 12, Berlin 🙂',
    '"Hauptstraße" (12) [Berlin]',
    'Hauptstraße%12*Berlin?',
  ])('%j', (text) => {
    expect(first(text)).toMatchObject({ entry: first('Hauptstraße 12 Berlin').entry, house: { number: '12' } })
  })
})
