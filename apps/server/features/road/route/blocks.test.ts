import { seededRandom } from '@fairway/geo'
import { defaultProfile, type TravelProfile, travelProfiles, withModel } from '@fairway/road'
import { randomNetwork } from '@fairway/road/testing'
import { expect, test } from 'vitest'
import { readModel } from '../models/read-model.ts'
import { listBlockingOptions } from './blocks.ts'

const model = readModel({ rules: [{ if: {}, priority: { multiply: 0.01 } }] })
if (!model.ok) throw new Error('the model is valid')
const network = randomNetwork(seededRandom(1), { columns: 3, rows: 3 })

test.each<[string, TravelProfile, string[]]>([
  ['the model of a car', withModel(defaultProfile, model.value), ['model']],
  ['the model of a truck', withModel(travelProfiles.truck, model.value), ['profile truck', 'model']],
  ['a truck without a model of its own', travelProfiles.truck, ['profile truck']],
])('names %s if nothing along the path is restricted', (_, profile, blocks) => {
  expect(listBlockingOptions(network, { legs: [] }, { profile, avoidAreas: [] })).toEqual(blocks)
})
