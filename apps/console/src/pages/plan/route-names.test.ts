import { expect, test } from 'vitest'
import { nameRoutes } from './route-names.ts'

const best = { title: 'Via 18 de Julio and Italia', why: '', roads: new Map([['Italia', 7_800]]) }
const rivera = (...roads: [string, number][]) => ({
  title: 'Via General Rivera',
  why: 'via General Rivera',
  roads: new Map<string, number>([['General Rivera', 2_900], ['Italia', 2_800], ...roads]),
})

test('distinguishes routes named after the same road by the longest road that only one of them takes', () => {
  const routes = [
    best,
    rivera(['Constituyente', 1_110], ['Canelones', 1_076]),
    rivera(['Constituyente', 418], ['Rodó', 1_611]),
  ]
  expect(nameRoutes(routes)).toEqual([
    'Via 18 de Julio and Italia',
    'Via General Rivera, via Canelones',
    'Via General Rivera, via Rodó',
  ])
})

test('keeps unique names short; gives no name to routes that do not differ by roads', () => {
  expect(nameRoutes([best, rivera()])).toEqual(['Via 18 de Julio and Italia', 'Via General Rivera'])
  expect(nameRoutes([best, rivera(), rivera()])).toEqual([best.title, 'Via General Rivera', 'Via General Rivera'])
  expect(nameRoutes([{ title: 'Open water', why: '', roads: new Map() }])).toEqual(['Open water'])
})
