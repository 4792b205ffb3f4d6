import { describe, expect, test } from 'vitest'
import { joinChains, splitAtEdges } from './chains.ts'

describe('joining', () => {
  test.each([
    [
      'parts in any order become one',
      [
        [3, 4],
        [1, 2, 3],
        [4, 5],
      ],
      [[1, 2, 3, 4, 5]],
    ],
    [
      'what meets nothing stays',
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
      'two that end in one place are not joined against their direction',
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
      'a ring of parts is closed',
      [
        [1, 2, 3],
        [3, 4, 1],
      ],
      [[1, 2, 3, 4, 1]],
    ],
    [
      'a ring is left as it is, though another part ends in it',
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
      'where two could follow, each follows once',
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
    ['nothing is nothing', [], []],
  ])('%s', (_title, chains, joined) => expect(joinChains(chains)).toEqual(joined))
})

describe('ring with missing edges', () => {
  const ring = [1, 2, 3, 4, 5, 1]
  test.each([
    ['none', [], [[1, 2, 3, 4, 5, 1]]],
    ['the last', [4], [[1, 2, 3, 4, 5]]],
    ['one in the middle', [1], [[3, 4, 5, 1, 2]]],
    ['two beside each other', [1, 2], [[4, 5, 1, 2]]],
    [
      'two apart',
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
