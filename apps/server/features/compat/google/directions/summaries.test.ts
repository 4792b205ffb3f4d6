import { expect, test } from 'vitest'
import { writeSummaries } from './summaries.ts'

const route = (roads: Readonly<Record<string, number>>) =>
  Object.entries(roads).map(([name, distance_m]) => ({ name, distance_m }))

test('names a route after its longest road, and a second one of nearly the same length', () => {
  expect(writeSummaries([route({ Italia: 1000, Rivera: 400 })], 'en')).toEqual(['Italia'])
  expect(writeSummaries([route({ Italia: 1000, Rivera: 600 })], 'en')).toEqual(['Italia and Rivera'])
  expect(writeSummaries([route({ Italia: 1000, Rivera: 600 })], 'es')).toEqual(['Italia y Rivera'])
  expect(writeSummaries([route({ '': 50 })], 'en')).toEqual([''])
})

test('distinguishes routes with the same name by roads that only one of them uses', () => {
  const routes = [
    route({ Italia: 1000, Colonia: 300 }),
    route({ Italia: 900, Miguelete: 200, Mercedes: 300 }),
    route({ Rivera: 1000, Italia: 600, Canelones: 300 }),
    route({ Rivera: 900, Italia: 700 }),
  ]
  expect(writeSummaries(routes, 'en')).toEqual([
    'Italia and Colonia',
    'Italia and Mercedes',
    'Rivera and Canelones',
    'Rivera and Italia',
  ])
})
