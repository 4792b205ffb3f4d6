import { test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'

const footway = { highway: 'footway' }

test('instructions announce the beginning of stairs, but not their end', async () => {
  const map = await drawMap({ cellMeters: 20, network: 'foot' }, 'A---B---C---D', {
    AB: footway,
    BC: { highway: 'steps' },
    CD: footway,
  })
  expectRoute(map, 'A', 'D').announces(['depart', 'notification straight', 'arrive'])
  expectRoute(map, 'A', 'C').announces(['depart', 'notification straight', 'arrive'])
  expectRoute(map, 'C', 'D').announces(['depart', 'arrive'])
})

test('instructions announce where a cyclist gets off and back on', async () => {
  const map = await drawMap({ cellMeters: 20, network: 'bicycle' }, 'A---B---C---D', {
    AB: { highway: 'cycleway' },
    BC: footway,
    CD: { highway: 'cycleway' },
  })
  expectRoute(map, 'A', 'D').announces(['depart', 'notification straight', 'notification straight', 'arrive'])
})
