import { expect, test } from 'vitest'
import { type Command, findCommands } from './find-commands.ts'

const command = (title: string, words = '', group = 'Page'): Command => ({ title, group, words, run: () => undefined })
const all = [command('Optimize', 'delivery stops'), command('Plan a delivery day'), command('Matrix', 'distances')]
const titlesFor = (text: string) => findCommands(text, all).map(({ title }) => title)

test('finds a command by the beginning of each typed word, and titles before other words', () => {
  expect(titlesFor('deliv')).toEqual(['Plan a delivery day', 'Optimize'])
  expect(titlesFor('DAY plan')).toEqual(['Plan a delivery day'])
  expect(titlesFor('livery')).toEqual([])
  expect(titlesFor('page matr')).toEqual(['Matrix'])
})

test('lists every command for an empty text', () => {
  expect(titlesFor('  ')).toEqual(['Optimize', 'Plan a delivery day', 'Matrix'])
})
