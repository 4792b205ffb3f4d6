import { expect, test } from 'vitest'
import { drawMap } from '../testing/draw-map.ts'

test('maps every shape point to its OSM node, even where ways are joined or reversed', async () => {
  const map = await drawMap(
    {},
    `
      A---B---C---D
              |
      E---F---G
    `,
    {
      ABC: { highway: 'primary' },
      DC: { highway: 'primary' },
      CGF: { highway: 'residential' },
      EF: { highway: 'residential' },
    },
  )
  const { edges } = map.roads.network
  expect(edges.shapeId.length).toBe(edges.shapeLatitude.length)
  for (let edge = 0; edge < edges.count; edge++) {
    const ids = edges.shapeId.slice(edges.shapeFirst[edge], edges.shapeFirst[edge + 1])
    // The ID of a drawn node is the character code of its letter.
    expect(String.fromCharCode(...ids)).toBe(map.lettersOfEdge(edge))
  }
  const longest = Math.max(...Array.from({ length: edges.count }, (_, edge) => map.lettersOfEdge(edge).length))
  expect(longest, 'ways are joined').toBe(4)
})
