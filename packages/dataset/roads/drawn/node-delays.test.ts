import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { drawStreet, kilometerSeconds } from '../../testing/shapes.ts'

const road = { highway: 'primary', maxspeed: '50' }
const PLAIN = kilometerSeconds(40)

describe('delays at nodes', () => {
  test.each<[string, Tags, number, number]>([
    ['traffic lights', { highway: 'traffic_signals' }, 2, 2],
    ['lights of one direction', { highway: 'traffic_signals', 'traffic_signals:direction': 'forward' }, 2, 0],
    ['lights of the other', { highway: 'traffic_signals', 'traffic_signals:direction': 'backward' }, 0, 2],
    ['a stop sign', { highway: 'stop' }, 2, 2],
    ['a stop sign of one direction', { highway: 'stop', direction: 'backward' }, 0, 2],
    ['a stop sign of a lesser road', { highway: 'stop', stop: 'minor' }, 0, 0],
    ['a give-way sign', { highway: 'give_way', direction: 'forward' }, 1, 0],
    ['a crossing with a light', { highway: 'crossing', crossing: 'traffic_signals' }, 1, 1],
    ['a crossing with a light, by its newer tag', { highway: 'crossing', 'crossing:signals': 'yes' }, 1, 1],
    ['a crossing without one', { highway: 'crossing', crossing: 'zebra' }, 0, 0],
    ['a bus stop', { highway: 'bus_stop' }, 0, 0],
  ])('%s: %j costs %d s forward, %d s backward', async (_, tags, along, against) => {
    const map = await drawStreet(road, { nodes: { M: tags } })
    expectRoute(map, 'A', 'B').takesSeconds(PLAIN + along)
    expectRoute(map, 'B', 'A').takesSeconds(PLAIN + against)
  })
})

describe('node delays wherever ways are split', () => {
  const lights = { nodes: { M: { highway: 'traffic_signals', 'traffic_signals:direction': 'forward' } } }

  test('apply in the middle of a way', async () => {
    const map = await drawStreet(road, lights)
    expectRoute(map, 'A', 'B').takesSeconds(PLAIN + 2)
    expectRoute(map, 'B', 'A').takesSeconds(PLAIN)
  })

  test('apply where one way follows another', async () => {
    const map = await drawMap({ cellMeters: 125 }, 'A---M---B', { AM: road, MB: road }, lights)
    expectRoute(map, 'A', 'B').takesSeconds(PLAIN + 2)
    expectRoute(map, 'B', 'A').takesSeconds(PLAIN)
  })

  test('apply where the road changes its name', async () => {
    const ways = { AM: road, MB: { ...road, name: 'Other Street' } }
    const map = await drawMap({ cellMeters: 125 }, 'A---M---B', ways, lights)
    expectRoute(map, 'A', 'B').takesSeconds(PLAIN + 2)
    expectRoute(map, 'B', 'A').takesSeconds(PLAIN)
  })

  test('apply at a junction', async () => {
    const drawing = `
      A---M---B
          |
          C
    `
    const map = await drawMap({ cellMeters: 125 }, drawing, { AM: road, MB: road, MC: road }, lights)
    expectRoute(map, 'A', 'B').takesSeconds(PLAIN + 2)
    expectRoute(map, 'B', 'A').takesSeconds(PLAIN)
  })

  test('apply at a junction for a street drawn toward it or away from it', async () => {
    const drawing = `
      A---M---X---B
              |
              C
    `
    const seconds = (1500 * 3.6) / 40
    const at = (direction: string) => ({ nodes: { X: { highway: 'stop', direction } } })
    const detour = { AM: road, XM: road, XB: road, XC: road }
    const towards = { MA: road, MX: road, XB: road, XC: road }
    for (const [ways, facing] of [
      [detour, 'backward'],
      [towards, 'forward'],
    ] as const) {
      const opposite = facing === 'forward' ? 'backward' : 'forward'
      expectRoute(await drawMap({ cellMeters: 125 }, drawing, ways, at(facing)), 'A', 'B').takesSeconds(seconds + 2)
      expectRoute(await drawMap({ cellMeters: 125 }, drawing, ways, at(opposite)), 'A', 'B').takesSeconds(seconds)
    }
  })

  test('apply to both of two ways drawn toward each other', async () => {
    const signs = { nodes: { M: { highway: 'stop', direction: 'forward' } } }
    for (const name of ['', 'Other Street']) {
      const map = await drawMap({ cellMeters: 125 }, 'A---M---B', { AM: road, BM: { ...road, name } }, signs)
      expectRoute(map, 'A', 'B').takesSeconds(PLAIN + 2)
      expectRoute(map, 'B', 'A').takesSeconds(PLAIN + 2)
    }
  })
})

test('do not apply to a trip that ends at the signal', async () => {
  const drawing = `
    A---M---B
        |
        C
  `
  const lights = { nodes: { M: { highway: 'traffic_signals' } } }
  const map = await drawMap({ cellMeters: 125 }, drawing, { AM: road, MB: road, MC: road }, lights)
  expectRoute(map, 'A', 'M').takesSeconds(PLAIN / 2)
})

test('add up separately from driving time', async () => {
  const map = await drawMap(
    { cellMeters: 125 },
    'A-S-M-T-B',
    { ASMTB: road },
    { nodes: { S: { highway: 'stop' }, M: { barrier: 'lift_gate' }, T: { highway: 'traffic_signals' } } },
  )
  expectRoute(map, 'A', 'B').takesSeconds(PLAIN + 2 + 15 + 2)
})
