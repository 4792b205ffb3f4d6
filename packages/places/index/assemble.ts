import { buildKdTree } from '../spatial/kd-tree.ts'
import { writeDictionary } from './dictionary.ts'
import type { PlaceIndexDraft } from './draft.ts'
import { type EntryOrder, orderEntries } from './entry-order.ts'
import { packHouses } from './pack-houses.ts'
import { buildPostings } from './postings.ts'
import { NO_ID, type PlaceIndex, WORD_MASK } from './schema.ts'
import { buildTrie } from './trie.ts'
import { encodeWeight } from './word-weight.ts'

/** Builds the index arrays from the draft and renumbers all entries. */
export function assemblePlaceIndex(draft: PlaceIndexDraft): PlaceIndex {
  const order = orderEntries(draft)
  const { oldOf, newOf, leafFirst, leafEnd } = order
  const count = oldOf.length
  const sortedWords = [...draft.words.keys()].sort()
  const newWordIds = new Uint32Array(sortedWords.length)
  for (const [position, word] of sortedWords.entries()) newWordIds[draft.words.get(word) ?? 0] = position

  const toNewOrder = (values: readonly number[]) => (_: unknown, entry: number) => values[oldOf[entry]]
  const postcode = Uint32Array.from(oldOf, (oldEntry) =>
    draft.postcode[oldEntry] === NO_ID ? NO_ID : newWordIds[draft.postcode[oldEntry]],
  )
  const names = copyRanges(draft.nameFirst, oldOf)
  const nameWords = new Uint32Array(names.total)
  names.copy((from, to) => {
    const word = draft.nameWords[from]
    nameWords[to] = newWordIds[word & WORD_MASK] + (word > WORD_MASK ? WORD_MASK + 1 : 0)
  })
  const dictionary = writeDictionary(sortedWords)
  const postings = buildPostings({ nameFirst: names.first, words: nameWords, postcode }, sortedWords.length)
  const labels = packStrings(draft.label, oldOf)
  const { houseFirst, houses, suffixes } = packHouses(draft, oldOf)
  const { anchorFirst, points } = packPoints(draft, order)
  return {
    entries: {
      kind: new Uint8Array(count).map(toNewOrder(draft.kind)),
      category: new Uint16Array(count).map(toNewOrder(draft.category)),
      importance: new Uint16Array(count).map(toNewOrder(draft.importance)),
      parent: Uint32Array.from(oldOf, (oldEntry) =>
        draft.parent[oldEntry] === NO_ID ? NO_ID : newOf[draft.parent[oldEntry]],
      ),
      country: new Uint16Array(count).map(toNewOrder(draft.country)),
      postcode,
      ref: new Float64Array(count).map(toNewOrder(draft.ref)),
      nameFirst: names.first,
      labelFirst: labels.first,
      houseFirst,
      anchorFirst,
    },
    areas: { leafFirst, leafEnd, order: buildKdTree(points, leafFirst.length) },
    names: { words: nameWords },
    labels: { bytes: labels.bytes },
    details: packStrings(draft.details, oldOf),
    words: {
      ...dictionary,
      weight: Uint8Array.from(sortedWords, (word, wordIndex) =>
        encodeWeight(word, postings.first[wordIndex + 1] - postings.first[wordIndex], count),
      ),
    },
    postings,
    beginnings: buildTrie(dictionary, 'forward'),
    endings: buildTrie(dictionary, 'backward'),
    houses,
    suffixes,
    points,
  }
}

/** Copies the per-entry ranges of a list into the new entry order. */
function copyRanges(first: readonly number[], oldOf: Uint32Array) {
  const newFirst = new Uint32Array(oldOf.length + 1)
  for (const [entry, oldEntry] of oldOf.entries())
    newFirst[entry + 1] = newFirst[entry] + first[oldEntry + 1] - first[oldEntry]
  const copy = (move: (from: number, to: number) => void): void => {
    for (const [entry, oldEntry] of oldOf.entries()) {
      for (let itemIndex = first[oldEntry]; itemIndex < first[oldEntry + 1]; itemIndex++)
        move(itemIndex, newFirst[entry] + itemIndex - first[oldEntry])
    }
  }
  return { first: newFirst, total: newFirst[oldOf.length], copy }
}

/** Concatenates the strings of entries in their new order, as UTF-8. */
function packStrings(strings: readonly string[], oldOf: Uint32Array): { first: Uint32Array; bytes: Uint8Array } {
  const encoder = new TextEncoder()
  const first = new Uint32Array(oldOf.length + 1)
  const codeUnitCount = strings.reduce((sum, string) => sum + string.length, 0)
  const bytes = new Uint8Array(codeUnitCount * 3)
  for (const [entry, oldEntry] of oldOf.entries()) {
    const { written } = encoder.encodeInto(strings[oldEntry], bytes.subarray(first[entry]))
    first[entry + 1] = first[entry] + written
  }
  return { first, bytes: bytes.slice(0, first[oldOf.length]) }
}

function packPoints(draft: PlaceIndexDraft, { oldOf }: EntryOrder) {
  const anchors = copyRanges(draft.anchorFirst, oldOf)
  const pointCount = oldOf.length + anchors.total
  const latitude = new Int32Array(pointCount)
  const longitude = new Int32Array(pointCount)
  for (const [entry, oldEntry] of oldOf.entries()) {
    latitude[entry] = draft.latitude[oldEntry]
    longitude[entry] = draft.longitude[oldEntry]
  }
  anchors.copy((from, to) => {
    latitude[oldOf.length + to] = draft.anchors.latitude[from]
    longitude[oldOf.length + to] = draft.anchors.longitude[from]
  })
  const points = { latitude, longitude }
  return { anchorFirst: anchors.first, points: { ...points, order: buildKdTree(points, pointCount) } }
}
