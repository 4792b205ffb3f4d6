import { expect, test } from 'vitest'
import { applyFieldMask, findUnknownPath, parseFieldMask } from './field-mask.ts'

const reply = { routes: [{ duration: '5s', legs: [{ steps: [{ a: 1, b: 2 }], c: 3 }] }], other: 1 }

test.each([
  ['*', reply],
  ['routes.duration', { routes: [{ duration: '5s' }] }],
  ['routes.legs.steps.a, routes.duration', { routes: [{ duration: '5s', legs: [{ steps: [{ a: 1 }] }] }] }],
  ['routes.legs.c,routes.legs', { routes: [{ legs: [{ steps: [{ a: 1, b: 2 }], c: 3 }] }] }],
  ['routes.legs,routes.legs.c', { routes: [{ legs: [{ steps: [{ a: 1, b: 2 }], c: 3 }] }] }],
  ['routes.*', { routes: reply.routes }],
  ['routes.constructor', { routes: [{}] }],
])('%s selects fields', (text, selected) => {
  expect(applyFieldMask(reply, parseFieldMask(text) ?? {})).toEqual(selected)
})

test('without a field there is no mask', () => {
  expect([parseFieldMask(undefined), parseFieldMask(' , ')]).toEqual([undefined, undefined])
})

test('names the first path that is unknown', () => {
  const known = parseFieldMask('routes.duration,routes.legs.steps') ?? {}
  expect(findUnknownPath(parseFieldMask('routes.duration,routes.legs.foo') ?? {}, known)).toBe('routes.legs.foo')
  expect(findUnknownPath(parseFieldMask('routes.legs.steps.deep') ?? {}, known)).toBeUndefined()
  expect(findUnknownPath(parseFieldMask('constructor') ?? {}, known)).toBe('constructor')
  expect(findUnknownPath(true, known)).toBeUndefined()
})
