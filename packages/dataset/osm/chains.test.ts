import { describe, expect, test } from 'vitest'
import { joinChains, splitAtEdges } from './chains.ts'

describe('joining', () => {
  test.each([
    [
      'chains in any order become one',
      [
        [3, 4],
        [1, 2, 3],
        [4, 5],
      ],
      [[1, 2, 3, 4, 5]],
    ],
    [
      'chains that do not meet stay unchanged',
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'two chains that end at the same node are not joined against their direction',
      [
        [1, 2],
        [3, 2],
      ],
      [
        [1, 2],
        [3, 2],
      ],
    ],
    [
      'chains that form a ring are closed',
      [
        [1, 2, 3],
        [3, 4, 1],
      ],
      [[1, 2, 3, 4, 1]],
    ],
    [
      'a ring stays unchanged even if another chain ends on it',
      [
        [1, 2, 1],
        [3, 1],
      ],
      [
        [1, 2, 1],
        [3, 1],
      ],
    ],
    [
      'where two chains could follow, each is used once',
      [
        [1, 2],
        [2, 3],
        [2, 4],
      ],
      [
        [1, 2, 3],
        [2, 4],
      ],
    ],
    ['an empty list stays empty', [], []],
  ])('%s', (_title, chains, joined) => expect(joinChains(chains)).toEqual(joined))
})

describe('ring with missing edges', () => {
  const ring = [1, 2, 3, 4, 5, 1]
  test.each([
    ['none', [], [[1, 2, 3, 4, 5, 1]]],
    ['the last', [4], [[1, 2, 3, 4, 5]]],
    ['one in the middle', [1], [[3, 4, 5, 1, 2]]],
    ['two adjacent ones', [1, 2], [[4, 5, 1, 2]]],
    [
      'two separate ones',
      [0, 2],
      [
        [2, 3],
        [4, 5, 1],
      ],
    ],
    ['all', [0, 1, 2, 3, 4], []],
  ])('%s', (_title, dropped, chains) => {
    expect(splitAtEdges(ring, (edge) => dropped.includes(edge))).toEqual(chains)
  })
})
