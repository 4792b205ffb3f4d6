import { expect, test } from 'vitest'
import { findInputError, parsePoint } from './points.ts'

test.each([
  ['91, 5', '“91” is not a valid latitude: enter a number from -90 to 90, before the longitude'],
  ['-34.9, 181', '“181” is not a valid longitude: enter a number from -180 to 180, after the latitude'],
  ['-34,9; 1800,5', '“1800.5” is not a valid longitude: enter a number from -180 to 180, after the latitude'],
])('reports which of two numbers is out of range: %s', (text, fault) => {
  expect([findInputError(text), parsePoint(text)]).toEqual([fault, undefined])
})

test.each([
  ['-34.9, -56.16', [-34.9, -56.16]],
  ['[90;-180]', [90, -180]],
  ['-34,9094 -56,1653', [-34.9094, -56.1653]],
  ['110 00', undefined],
  ['26 de Marzo 1200', undefined],
])('reports no error for other input: %s', (text, point) => {
  expect([findInputError(text), parsePoint(text)]).toEqual([undefined, point])
})
