import { expect, test } from 'vitest'
import { parseTsplib } from './tsplib.ts'

function instance(kind: string): number[] {
  const text = `NAME : t\nDIMENSION: 3\nEDGE_WEIGHT_TYPE : ${kind}\nNODE_COORD_SECTION\n1 0 0\n 2 1.5e+0 2\n3 38.24 20.42\nEOF\n`
  return [...parseTsplib(text).cost]
}

test('rounds coordinates to integers by the rules of the format', () => {
  expect(instance('EUC_2D')).toEqual([0, 3, 43, 3, 0, 41, 43, 41, 0])
  expect(instance('CEIL_2D')).toEqual([0, 3, 44, 3, 0, 42, 44, 42, 0])
  expect(instance('ATT')).toEqual([0, 1, 14, 1, 0, 13, 14, 13, 0])
})

test('computes geographical distances of the format, as between the first two towns of ulysses16', () => {
  const text = 'DIMENSION: 2\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 38.24 20.42\n2 39.57 26.15\nEOF'
  expect([...parseTsplib(text).cost]).toEqual([0, 509, 509, 0])
})

test('reads a full matrix with line breaks anywhere', () => {
  const text =
    'DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9999 3\n 4\n9999\nEOF\n'
  expect([...parseTsplib(text).cost]).toEqual([9999, 3, 4, 9999])
})

test('reports unsupported input', () => {
  expect(() => instance('XRAY1')).toThrow('XRAY1')
})
