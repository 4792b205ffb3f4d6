import { describe, expect, test } from 'vitest'
import { type DrawingOptions, drawMap } from '../../testing/draw-map.ts'
import type { Point } from '../../testing/drawing.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'

const road = { highway: 'primary', maxspeed: '50' }
const BRITAIN: Point = [52.5, -1.5]
const GERMANY: Point = [52.5, 13.4]

/** Draws a star in which every arm takes ten seconds, except the diagonal arms. */
async function drawStar(paper: DrawingOptions = {}, tags: Tags = {}) {
  const arm = { ...road, maxspeed: '45', ...tags }
  return drawMap(
    { cellMeters: 25, ...paper },
    `
      I   N   J
       \\  |  /
        \\ | /
         \\|/
      W---X---E
         /|\\
        / | \\
       /  |  \\
      K   S   L
    `,
    { WX: arm, XE: arm, NX: arm, XS: arm, IX: arm, JX: arm, XK: arm, XL: arm },
  )
}

describe('turn costs by angle', () => {
  test('apply to right angles in right-hand traffic', async () => {
    const map = await drawStar()
    expectRoute(map, 'S', 'N').takesSeconds(20, 0.1)
    expectRoute(map, 'S', 'E').takesSeconds(20 + 2.11, 0.1)
    expectRoute(map, 'S', 'W').takesSeconds(20 + 5.39, 0.1)
  })

  test('are almost zero for a slight turn, and almost 7.5 seconds for a sharp one', async () => {
    const map = await drawStar()
    const arms = 10 + 10 * Math.SQRT2
    expectRoute(map, 'S', 'J').takesSeconds(arms + 0.14, 0.1)
    expectRoute(map, 'S', 'I').takesSeconds(arms + 0.54, 0.1)
    expectRoute(map, 'S', 'L').takesSeconds(arms + 6.69, 0.3)
    expectRoute(map, 'S', 'K').takesSeconds(arms + 7.4, 0.3)
  })

  test('are zero on a bend without a junction', async () => {
    const map = await drawMap(
      { cellMeters: 25 },
      `
        A---B
            |
            C---D
      `,
      { AB: road, BCD: road },
    )
    expectRoute(map, 'A', 'D').takesSeconds((250 * 3.6) / 40, 0.1)
  })
})

describe('cost of crossing oncoming traffic', () => {
  test('applies to left turns in right-hand traffic, and right turns in left-hand traffic', async () => {
    const rightHand = await drawStar({ origin: GERMANY })
    const leftHand = await drawStar({ origin: BRITAIN })
    const [leftTurn, rightTurn] = [expectRoute(rightHand, 'S', 'W').seconds, expectRoute(rightHand, 'S', 'E').seconds]
    expect(leftTurn).toBeGreaterThan(rightTurn + 3)
    expectRoute(leftHand, 'S', 'E').takesSeconds(leftTurn, 0.1)
    expectRoute(leftHand, 'S', 'W').takesSeconds(rightTurn, 0.1)
  })

  test('follows a tag on the road before the country', async () => {
    const leftHand = await drawStar({ origin: GERMANY }, { driving_side: 'left' })
    expectRoute(leftHand, 'S', 'W').takesSeconds(20 + 2.11, 0.1)
    const rightHand = await drawStar({ origin: BRITAIN }, { driving_side: 'right' })
    expectRoute(rightHand, 'S', 'W').takesSeconds(20 + 5.39, 0.1)
  })

  test('favors the path around a block that turns to the near side', async () => {
    const drawing = `
          B-----C
          |     |
      A---X     Y---D
          |     |
          E-----F
    `
    const ways = { AX: road, XB: road, BCY: road, XE: road, EFY: road, YD: road }
    expectRoute(await drawMap({ origin: GERMANY }, drawing, ways), 'A', 'D').follows('AXEFYD')
    expectRoute(await drawMap({ origin: BRITAIN }, drawing, ways), 'A', 'D').follows('AXBCYD')
  })
})
