import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'

const road = { highway: 'primary' }
const circle = { highway: 'primary', junction: 'roundabout' }

const CIRCLE = `
          N
          |
          |
          b
         / \\
  W-----a   c-----E
         \\ /
          d
          |
          |
          S
`
const arms = { Wa: road, Nb: road, Ec: road, Sd: road }

describe('roundabout', () => {
  test('is driven only in the direction in which it is drawn', async () => {
    const map = await drawMap({ cellMeters: 20 }, CIRCLE, { ...arms, adcba: circle })
    expectRoute(map, 'W', 'S').follows('WadS')
    expectRoute(map, 'W', 'E').follows('WadcE')
    expectRoute(map, 'W', 'N').follows('WadcbN')
  })

  test('is driven in the opposite direction in left-hand traffic', async () => {
    const map = await drawMap({ cellMeters: 20, origin: [52.5, -1.5] }, CIRCLE, { ...arms, abcda: circle })
    expectRoute(map, 'W', 'N').follows('WabN')
    expectRoute(map, 'W', 'S').follows('WabcdS')
  })

  test('takes a full lap to leave at the entry', async () => {
    const map = await drawMap({ cellMeters: 20 }, CIRCLE, { ...arms, adcba: circle })
    expectRoute(map, 'Wa', 'W', { heading: 90 }).follows('adcbaW')
    expectRoute(map, 'Sd', 'S', { heading: 0 }).follows('dcbadS')
  })

  test('at the end of a street works as a U-turn', async () => {
    const map = await drawMap({ cellMeters: 20 }, CIRCLE, { Wa: road, adcba: circle })
    expectRoute(map, 'Wa', 'W', { heading: 90 }).follows('adcbaW')
    expectRoute(map, 'W', 'b').follows('Wadcb')
  })

  test('of several ways works as one', async () => {
    const map = await drawMap({ cellMeters: 20 }, CIRCLE, { ...arms, adc: circle, cba: circle })
    expectRoute(map, 'W', 'N').follows('WadcbN')
    expectRoute(map, 'Ec', 'E', { heading: 270 }).follows('cbadcE')
  })

  test('has an instruction with the exit number', async () => {
    const map = await drawMap({ cellMeters: 20 }, CIRCLE, { ...arms, adcba: { ...circle, name: 'Circle' } })
    expectRoute(map, 'W', 'E').announces(['depart', 'rotary exit 2', 'exit rotary right', 'arrive'])
  })
})

describe('roads that enter and leave a roundabout at one node', () => {
  const oneway = { ...road, oneway: 'yes' }
  const drawing = `
            d
           / \\
      I---a   c---E
      O--/ \\ /
            b
  `

  test('connect directly with the flow', async () => {
    const map = await drawMap({ cellMeters: 20 }, drawing, { Ia: oneway, aO: oneway, Ec: road, abcda: circle })
    expectRoute(map, 'I', 'O').follows('IaO')
  })

  test('connect through a full lap against the flow', async () => {
    const map = await drawMap({ cellMeters: 20 }, drawing, { Oa: oneway, aI: oneway, Ec: road, abcda: circle })
    expectRoute(map, 'O', 'I').follows('OabcdaI')
  })
})
