import { expect, test } from 'vitest'
import { describeFirstPoint, describePoint, replacePoints } from './describe-point.ts'

test.each([
  ['from', 'the start (from)'],
  ['to', 'the destination (to)'],
  ['via[12]', 'the stop via[12]'],
  ['position', 'the current position (position)'],
  ['point', 'the position (point)'],
])('names %s as a person would, and other terms can replace the name', (field, name) => {
  expect(describePoint(field)).toBe(name)
  const text = `${describeFirstPoint(field)} is far from ${name}; it has no road`
  expect(text).toMatch(/^The /)
  expect(replacePoints(text, (found, isFirst) => `<${found}${isFirst ? '!' : ''}>`)).toBe(
    `<${field}!> is far from <${field}>; it has no road`,
  )
})

test.each(['points[3]', 'stops[0]', 'origins[0]', 'geometry[2]'])('leaves %s as it is', (field) => {
  expect(describePoint(field)).toBe(field)
  expect(describeFirstPoint(field)).toBe(field)
  expect(replacePoints(`${field} is to the north of it`, () => 'x')).toBe(`${field} is to the north of it`)
})
