import { expect, test } from 'vitest'
import { spreadBlocks } from './spread-blocks.ts'

test('blocks keep their times while they do not cover each other', () => {
  expect(spreadBlocks([0.1, 0.3, 0.6], 0.1)).toEqual([0.1, 0.3, 0.6])
  expect(spreadBlocks([], 0.1)).toEqual([])
})

test('blocks close together follow each other, and those at the end stay on the track', () => {
  expect(spreadBlocks([0.25, 0.25, 0.5], 0.125)).toEqual([0.25, 0.375, 0.5])
  expect(spreadBlocks([0.5, 0.9375], 0.125)).toEqual([0.5, 0.875])
  expect(spreadBlocks([0.875, 0.875], 0.125)).toEqual([0.75, 0.875])
})

test('if there are more blocks than fit, they start at the beginning of the track', () => {
  expect(spreadBlocks([0, 0, 0], 0.5)).toEqual([0, 0, 0.5])
})
