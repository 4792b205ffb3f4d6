import { expect, test } from 'vitest'
import { formatForTerminal } from './terminal-log.ts'

const format = (entry: object) => formatForTerminal(JSON.stringify({ time: '2026-11-17T18:00:00.000Z', ...entry }))

test('a terminal shows the message and how long it took', () => {
  expect(format({ level: 'info', tookMs: 78_994, version: 'seas-3', msg: 'built the sea map' })).toBe(
    '  built the sea map (79.0 s)\n',
  )
  expect(format({ level: 'info', thread: 1, tookMs: 12.3, msg: 'built it' })).toBe('  built it (12 ms)\n')
})

test('a terminal shows the fields that people need, such as the code of a mail that could not be sent', () => {
  expect(format({ level: 'info', to: 'ada@example.org', text: 'Your code is 123456.', msg: 'mail' })).toBe(
    '  mail to=ada@example.org text=Your code is 123456.\n',
  )
})

test('a terminal leaves out the steps of a build and information that the banner shows', () => {
  expect(format({ level: 'info', tookMs: 12, msg: 'sea map loaded' })).toBeUndefined()
  expect(format({ level: 'info', region: 'monaco', msg: 'serving a map' })).toBeUndefined()
  expect(format({ level: 'info', msg: 'building the sea map: reading coastlines' })).toBeUndefined()
  expect(format({ level: 'info', msg: 'Server listening at http://127.0.0.1:8080' })).toBeUndefined()
  expect(format({ level: 'info', msg: 'building the sea map; this happens once' })).toBe(
    '  building the sea map; this happens once\n',
  )
})

test('a terminal shows warnings and errors with their reason', () => {
  expect(format({ level: 'warn', why: 'disk full', msg: 'the sea map could not be saved' })).toBe(
    '  warn: the sea map could not be saved: disk full\n',
  )
  expect(format({ level: 'error', err: { message: 'boom', stack: 'Error: boom\n  at x' }, msg: 'boom' })).toBe(
    '  error: boom\n',
  )
  expect(format({ level: 'fatal', err: { message: 'boom', stack: 'Error: boom\n  at x' }, msg: 'stopped' })).toBe(
    '  fatal: stopped: boom\nError: boom\n  at x\n',
  )
})
