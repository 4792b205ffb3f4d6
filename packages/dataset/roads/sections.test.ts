import { describe, expect, test } from 'vitest'
import { compileExtract } from '../compile.ts'
import { readSections } from '../format/read-sections.ts'
import { writeSections } from '../format/write-sections.ts'
import { toElements } from '../osm/testing/elements.ts'
import { temporaryFiles } from '../osm/testing/temporary-files.ts'
import { compileBlock } from '../testing/compile-block.ts'
import { drawMap } from '../testing/draw-map.ts'
import { parseDrawing } from '../testing/drawing.ts'
import { DrawnMap } from '../testing/drawn-map.ts'
import { expectRoute } from '../testing/expect-route.ts'
import { buildOsmBlock, type DrawnElements } from '../testing/osm-writer.ts'
import { toXml } from '../testing/osm-xml.ts'
import { makeRestriction } from '../testing/restriction.ts'
import { fromRoadSections, toRoadSections } from './sections.ts'

const files = temporaryFiles()

/** A map with data for every table: names, limits, hours, arc copies for a restriction, an announcement and a ferry. */
const drawing = `
  A---B---C~~~~~D---E
      |   |         |
      F---G---------H
`
const elements: DrawnElements = {
  points: parseDrawing(drawing, 100, [41.15, -8.61]),
  ways: {
    AB: { highway: 'primary', name: 'Rua "de Cima" \\ Ção', ref: 'N 1' },
    BC: { highway: 'primary', oneway: 'yes', 'turn:lanes': 'left|through', destination: 'Porto' },
    CD: { route: 'ferry', duration: '00:10' },
    DE: { highway: 'secondary', maxheight: '3.5' },
    BF: { highway: 'residential', 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' },
    FG: { highway: 'residential', access: 'destination' },
    CG: { highway: 'residential', hgv: 'no' },
    GHE: { highway: 'motorway', 'junction:ref': '7' },
  },
  nodes: { G: { barrier: 'gate', opening_hours: '06:00-22:00' }, F: { highway: 'traffic_signals' } },
  relations: [
    makeRestriction('no_u_turn', 'AB', ['BF', 'FG'], 'CG'),
    {
      tags: { type: 'maneuver', maneuver: 'turn', direction: 'slight_left' },
      members: [
        ['from', 'way', 'AB'],
        ['via', 'node', 'B'],
        ['to', 'way', 'BC'],
      ],
    },
  ],
  missing: '',
}
const rich = () => compileBlock(buildOsmBlock(elements))

test('fills every table of the map', async () => {
  const { network, topology } = await rich()
  for (const table of [network.nodes, network.edges, network.arcs, network.turns, network.roads, network.texts])
    expect(table.count).toBeGreaterThan(1)
  expect([network.limits.count, network.conditions.count > 1, network.overrides.count]).toEqual([2, true, 1])
  expect(network.arcs.count).toBeGreaterThan(network.edges.arc.filter((arc) => arc !== 0xffffffff).length)
  expect(topology.vertexCount).toBe(network.arcs.count)
})

describe('identical map', () => {
  test('is rebuilt from its sections', async () => {
    const map = await rich()
    expect(fromRoadSections(new Map(toRoadSections(map)))).toEqual(map)
  })

  test.each([true, false])('is read from its file, shared %s', async (shared) => {
    const map = await rich()
    const file = files.path(`roads-${shared}`)
    await writeSections(file, toRoadSections(map))
    expect(fromRoadSections(await readSections(file, { shared }))).toEqual(map)
  })

  test('across the antimeridian', async () => {
    const { roads } = await drawMap({ cellMeters: 100, origin: [-16.8, 179.99] }, 'A---------B----------C', {
      ABC: { highway: 'primary' },
    })
    expect(roads.snapIndex.grid.wraps).toBe(1)
    expect(fromRoadSections(new Map(toRoadSections(roads)))).toEqual(roads)
  })

  test('has no road at all', async () => {
    const { roads } = await drawMap({}, 'A---B', { AB: { highway: 'footway' } })
    const file = files.path('no-roads')
    await writeSections(file, toRoadSections(roads))
    expect(fromRoadSections(await readSections(file))).toEqual(roads)
  })
})

test('returns the same routes on a map read from its file as on the original', async () => {
  const file = files.path('driven')
  await writeSections(file, toRoadSections(await rich()))
  const roads = fromRoadSections(await readSections(file, { shared: true }))
  const map = new DrawnMap({ roads, points: elements.points, drawing, isActive: () => false })
  expectRoute(map, 'A', 'C').follows('ABC').announces(['depart', 'turn slight left', 'arrive'])
  expectRoute(map, 'A', 'E').follows('ABCDE')
})

test('has unique section names that begin with their table', async () => {
  const names = [...toRoadSections(await rich())].map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z]+\.[A-Za-z]+#?$/.test(name))).toEqual([])
})

test('draws a map byte for byte identical to a compiled extract', async () => {
  const block = buildOsmBlock(elements)
  const extract = await files.write('drawn.osm', toXml(toElements([block])))
  const { sections, counts } = await compileExtract({ extract, threads: 1, onProgress() {} })
  const drawn = await compileBlock(block)
  const ofRoads = [...sections].filter(([name]) => !/^(places|charging|basemap)\.|\//.test(name))
  expect(new Map(ofRoads)).toEqual(new Map(toRoadSections(drawn)))
  expect(counts).toMatchObject({ edges: drawn.network.edges.count, arcs: drawn.network.arcs.count })
})
