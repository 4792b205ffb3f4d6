import { type Avoidable, passengerCar, travelProfiles, truckProfile } from '@fairway/road'
import { describe, test } from 'vitest'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { DETOUR_PATH, drawShortcut, SHORT_PATH } from '../../testing/shapes.ts'

describe('avoided features', () => {
  test.each<[Avoidable, Tags]>([
    ['tolls', { toll: 'yes' }],
    ['tolls', { 'toll:motorcar': 'yes' }],
    ['tolls', { 'toll:forward': 'yes' }],
    ['motorways', { highway: 'motorway' }],
    ['motorways', { highway: 'motorway_link', maxspeed: '80' }],
    ['motorways', { highway: 'trunk', motorroad: 'yes' }],
    ['ferries', { highway: '', route: 'ferry', duration: '00:00:20' }],
    ['tunnels', { tunnel: 'yes' }],
    ['unpaved', { surface: 'compacted' }],
    ['unpaved', { surface: 'gravel', maxspeed: '80' }],
    ['unpaved', { tracktype: 'grade2', maxspeed: '80' }],
  ])('%s: %j', async (avoidable, tags) => {
    const map = await drawShortcut(tags)
    expectRoute(map, 'A', 'D').follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { avoid: [avoidable] }).follows(DETOUR_PATH)
    const otherAvoids = (['tolls', 'motorways', 'ferries', 'tunnels', 'unpaved'] as const).filter(
      (one) => one !== avoidable,
    )
    expectRoute(map, 'A', 'D', { avoid: otherAvoids }).follows(SHORT_PATH)
  })

  test('includes tolls for trucks if the vehicle is a truck', async () => {
    const map = await drawShortcut({ 'toll:hgv': 'yes' })
    const profile = truckProfile(passengerCar)
    expectRoute(map, 'A', 'D', { profile }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { profile, avoid: ['tolls'] }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { avoid: ['tolls'] }).follows(SHORT_PATH)
  })

  test('excludes tolls that the vehicle does not pay', async () => {
    const tags = { toll: 'yes', 'toll:hgv': 'no', 'toll:motorcycle': 'no' }
    const map = (await drawShortcut(tags)).closeRoad('EF')
    for (const profile of [truckProfile(passengerCar), travelProfiles.motorcycle])
      expectRoute(map, 'A', 'D', { profile, avoid: ['tolls'] }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { avoid: ['tolls'] }).fails()
  })

  test('fails instead of using an avoided feature when there is no alternative', async () => {
    const map = await drawShortcut({ toll: 'yes' })
    expectRoute(map.closeRoad('EF'), 'A', 'D').follows(SHORT_PATH)
    expectRoute(map.closeRoad('EF'), 'A', 'D', { avoid: ['tolls'] }).fails()
  })
})

describe('similar tags that are not avoided', () => {
  test.each<[Avoidable, Tags]>([
    ['tolls', { toll: 'no' }],
    ['tolls', { 'toll:hgv': 'yes' }],
    ['tolls', { toll: 'yes', 'toll:motorcar': 'no' }],
    ['motorways', { highway: 'trunk' }],
    ['tunnels', { tunnel: 'building_passage' }],
    ['tunnels', { tunnel: 'culvert' }],
    ['tunnels', { tunnel: 'no' }],
    ['unpaved', { surface: 'asphalt', tracktype: 'grade3', maxspeed: '80', smoothness: 'good' }],
    ['unpaved', { tracktype: 'grade1' }],
    ['unpaved', { surface: 'paving_stones' }],
  ])('%s: %j', async (avoidable, tags) => {
    // With the detour closed, routing fails only on avoided roads. Otherwise, routes would prefer the detour to slow
    // surfaces.
    const map = (await drawShortcut(tags)).closeRoad('EF')
    expectRoute(map, 'A', 'D', { avoid: [avoidable] }).follows(SHORT_PATH)
  })
})
