import { MICRO } from '../grid.ts'
import { type Channel, encodeChannelNames } from '../passages/channels.ts'
import { crossesGate, type Gate } from '../passages/gates.ts'
import type { Sea } from '../schema.ts'
import { landmarkSets } from '../search/landmark-sets.ts'
import { contentAt } from '../water/coast-crossing.ts'
import { findBodies, toAdjacency } from './adjacency.ts'
import { addChannels } from './channel-nodes.ts'
import { type CoastRings, listEdges, type Seam } from './coast-rings.ts'
import { buildFarField } from './far-field.ts'
import { findGated } from './gated-nodes.ts'
import { interleave, measureLandmarks } from './landmarks.ts'
import { weighLinks } from './link-costs.ts'
import { buildNearField } from './near-field.ts'
import { findShoreCells } from './shore-cells.ts'
import { cutCorners, linkAcross } from './straight-links.ts'
import { linkTouching } from './touching-links.ts'
import { fillWater } from './water-bits.ts'
import { numberWater } from './water-nodes.ts'

export interface SeaSources {
  readonly rings: CoastRings
  readonly seams?: readonly Seam[]
  readonly channels: readonly Channel[]
  /** All gates there are; the closed ones are not passed by landmarks. */
  readonly gates: readonly Gate[]
  readonly isClosed: (gate: Gate) => boolean
}

/** Smaller bodies of water are ponds behind the coastline. */
const LEAST_BODY = 40
/** With channels joined: what is smaller then is no water for ships. */
const LEAST_CONNECTED = 1000

/** From coastlines to everything that planning needs. Takes seconds; `onProgress` hears of every stage. */
export function compileSea(sources: SeaSources, onProgress: (stage: string) => void = () => {}): Sea {
  const { rings, channels, gates } = sources
  onProgress('charting the coast')
  const edges = listEdges(rings, sources.seams)
  const shores = findShoreCells(rings, edges.coast)
  onProgress('telling water from land')
  const water = fillWater(rings, edges, shores)
  onProgress('numbering the waters')
  const numbered = numberWater(shores, water)
  const { nodes, nodeFirst } = numbered
  const charted = {
    coast: { latitude: rings.latitude, longitude: rings.longitude },
    tiles: { content: shores.tileContent },
    cells: { content: shores.cellContent },
    shores: { cell: shores.cell, edgeFirst: shores.edgeFirst, edge: shores.edge, nodeFirst, water },
  }
  onProgress('measuring how far the shore is')
  const isWater = (column: number, row: number) => contentAt(charted, column, row) !== -1
  const near = buildNearField(rings, shores, water, isWater)
  const far = { distance: buildFarField(shores.cell) }
  const soundings = { ...charted, near, far } as Sea
  onProgress('linking the waters')
  const links = linkTouching(charted, numbered)
  const touching = toAdjacency(links, nodes.count)
  const body = findBodies(touching, LEAST_BODY)
  const squares = nodes.count
  cutCorners(soundings, nodes, touching, links)
  linkAcross(soundings, nodes, nodeFirst[shores.cell.length], squares, links)
  const channelFirst = addChannels(charted, channels, nodes, body, links)
  const { first, head } = toAdjacency(links, nodes.count)
  const allBodies = findBodies({ first, head }, LEAST_CONNECTED)
  const isRiver = (node: number) => {
    const channel = channelFirst.findIndex((start) => start > node) - 1
    return channels[channel]?.kind === 'river'
  }
  const cost = weighLinks(soundings, nodes, { first, head }, isRiver)
  const gated = findGated({ first, head }, nodes, gates)
  onProgress('setting landmarks')
  const closed = gates.filter(sources.isClosed)
  const isClosed = (a: number, b: number) =>
    gated[a] === 1 &&
    closed.some((gate) =>
      crossesGate(
        gate,
        nodes.latitude[a] * MICRO,
        nodes.longitude[a] * MICRO,
        nodes.latitude[b] * MICRO,
        nodes.longitude[b] * MICRO,
      ),
    )
  const start = Math.max(0, allBodies.indexOf(1))
  return {
    ...soundings,
    nodes: {
      latitude: nodes.latitude.slice(0, nodes.count),
      longitude: nodes.longitude.slice(0, nodes.count),
      size: nodes.size.slice(0, nodes.count),
      body: allBodies,
      gated,
      linkFirst: first,
    },
    links: { head, cost },
    landmarks: {
      cost: interleave(
        landmarkSets.flatMap(({ count, closed: ids }) => {
          const isShut = inChannelsOf(channels, channelFirst, ids)
          return measureLandmarks({ first, head, cost }, start, count, (a, b) => isClosed(a, b) || isShut(b))
        }),
      ),
    },
    channels: { nodeFirst: channelFirst, table: encodeChannelNames(channels) },
  }
}

/** Whether a node belongs to a channel of one of some passages. */
function inChannelsOf(channels: readonly Channel[], nodeFirst: Uint32Array, passages: readonly string[]) {
  const ranges = channels.flatMap(({ passage }, at) =>
    passage !== undefined && passages.includes(passage) ? [{ first: nodeFirst[at], end: nodeFirst[at + 1] }] : [],
  )
  return (node: number) => ranges.some(({ first, end }) => node >= first && node < end)
}
