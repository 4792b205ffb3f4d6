import { test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'

const footway = { highway: 'footway' }

test('people on foot are told when stairs begin, but not when they end', async () => {
  const map = await drawMap({ cellMeters: 20, network: 'foot' }, 'A---B---C---D', {
    AB: footway,
    BC: { highway: 'steps' },
    CD: footway,
  })
  expectRoute(map, 'A', 'D').announces(['depart', 'notification straight', 'arrive'])
  expectRoute(map, 'A', 'C').announces(['depart', 'notification straight', 'arrive'])
  expectRoute(map, 'C', 'D').announces(['depart', 'arrive'])
})

test('cyclists are told where they get off and where they ride on', async () => {
  const map = await drawMap({ cellMeters: 20, network: 'bicycle' }, 'A---B---C---D', {
    AB: { highway: 'cycleway' },
    BC: footway,
    CD: { highway: 'cycleway' },
  })
  expectRoute(map, 'A', 'D').announces(['depart', 'notification straight', 'notification straight', 'arrive'])
})
