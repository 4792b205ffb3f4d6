import { expect, test } from 'vitest'
import { findShortcut } from './shortcuts.ts'

const command = (title: string, shortcut?: string) => ({
  title,
  group: 'Page',
  run: () => undefined,
  ...(shortcut === undefined ? {} : { shortcut }),
})
const commands = [
  command('Plan', 'p'),
  command('Keyboard shortcuts', '?'),
  command('Tilt', '3'),
  command('Documentation'),
]
const press = (key: string, change: object = {}) =>
  findShortcut(
    {
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      repeat: false,
      isComposing: false,
      defaultPrevented: false,
      ...change,
    },
    commands,
  )?.title

test('a single key runs its command, also with Caps Lock', () => {
  expect([press('p'), press('P'), press('3'), press('z')]).toEqual(['Plan', 'Plan', 'Tilt', undefined])
})

test('keys with a modifier belong to the browser; only the question mark needs Shift', () => {
  expect(press('?', { shiftKey: true })).toBe('Keyboard shortcuts')
  expect(press('P', { shiftKey: true })).toBeUndefined()
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) expect(press('p', { [modifier]: true })).toBeUndefined()
})

test('a held key, a composed letter and a handled key run nothing', () => {
  for (const state of ['repeat', 'isComposing', 'defaultPrevented'])
    expect(press('p', { [state]: true })).toBeUndefined()
})
