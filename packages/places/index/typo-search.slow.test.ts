import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { editDistance } from '../testing/edit-distance.ts'
import { withTypo } from '../testing/random.ts'
import { getWord, wordCount, writeDictionary } from './dictionary.ts'
import { buildTrie, supportsTypos } from './trie.ts'
import { TypoSearch } from './typo-search.ts'

/** Generates words from few letters, so that they are similar and share prefixes and suffixes. */
function randomWords(random: () => number, count: number, letters: string): string[] {
  const words = new Set<string>()
  for (let made = 0; made < count; made++) {
    const length = 1 + Math.floor(random() * 9)
    words.add(Array.from({ length }, () => letters.charAt(Math.floor(random() * letters.length))).join(''))
  }
  return [...words].sort()
}

test.each([1, 2, 3, 4, 5, 6])('finds exactly the words that a full comparison finds, seed %i', (seed) => {
  const random = seededRandom(seed)
  const words = randomWords(random, 400, seed % 2 === 0 ? 'abc' : 'abcdé')
  const dictionary = writeDictionary(words)
  const search = new TypoSearch(dictionary, {
    forward: buildTrie(dictionary, 'forward'),
    backward: buildTrie(dictionary, 'backward'),
  })
  const typable = Array.from({ length: wordCount(dictionary) }, (_, word) => word).filter((word) =>
    supportsTypos(dictionary, word),
  )
  for (let round = 0; round < 100; round++) {
    let query = words[Math.floor(random() * words.length)]
    for (let typos = Math.floor(random() * 3); typos > 0; typos--)
      query = withTypo(random, query).replace(/[f-z]/g, 'b')
    if (query === '') continue
    for (const maxTypos of [1, 2]) {
      const expected = typable
        .map((word) => [word, editDistance(query, getWord(dictionary, word))] as const)
        .filter(([word, typos]) => typos <= (getWord(dictionary, word)[0] === query[0] ? maxTypos : 1))
      const matches = [...search.find(query, maxTypos)].sort(([a], [b]) => a - b)
      expect(matches, `seed ${seed}, "${query}", up to ${maxTypos} typos`).toEqual(expected)
    }
  }
})

test('finds unfinished words by their prefix with one typo', () => {
  const random = seededRandom(9)
  const words = randomWords(random, 300, 'abc')
  const dictionary = writeDictionary(words)
  const tries = { forward: buildTrie(dictionary, 'forward'), backward: buildTrie(dictionary, 'backward') }
  const search = new TypoSearch(dictionary, tries)
  for (let round = 0; round < 100; round++) {
    const query = withTypo(random, words[Math.floor(random() * words.length)]).replace(/[d-z]/g, 'b')
    if (query.length < 2) continue
    const expected = words.filter((word, at) => {
      const beginnings = Array.from({ length: word.length + 1 }, (_, length) => word.slice(0, length))
      const isNear = beginnings.some((beginning) => editDistance(query, beginning) <= 1)
      return supportsTypos(dictionary, at) && word[0] === query[0] && isNear
    })
    const matches = [...search.findPrefixMatches(query).keys()].map((word) => getWord(dictionary, word)).sort()
    expect(matches, query).toEqual(expected)
  }
})

test('finds nothing in an empty dictionary', () => {
  const dictionary = writeDictionary([])
  const tries = { forward: buildTrie(dictionary, 'forward'), backward: buildTrie(dictionary, 'backward') }
  expect(new TypoSearch(dictionary, tries).find('montevideo', 2).size).toBe(0)
})

test('does not correct numbers and Chinese characters', () => {
  const dictionary = writeDictionary(['10115', 'berlin', '北京'])
  const tries = { forward: buildTrie(dictionary, 'forward'), backward: buildTrie(dictionary, 'backward') }
  const search = new TypoSearch(dictionary, tries)
  expect(search.find('10116', 1).size).toBe(0)
  expect([...search.find('berlni', 1)]).toEqual([[1, 1]])
})
