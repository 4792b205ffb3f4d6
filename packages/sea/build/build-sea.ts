import { type Channel, encodeChannelNames } from '../passages/channels.ts'
import type { Gate } from '../passages/gates.ts'
import type { Sea } from '../schema.ts'
import { landmarkSets } from '../search/landmark-sets.ts'
import { getCellContent } from '../water/coast-crossing.ts'
import { findWaterBodies, toAdjacency } from './adjacency.ts'
import { addChannels } from './channel-nodes.ts'
import { closeChannels, closeGates } from './closed-links.ts'
import { type CoastRings, listEdges, type Seam } from './coast-rings.ts'
import { buildFarField } from './far-field.ts'
import { findGatedNodes } from './gated-nodes.ts'
import { computeLandmarkCosts } from './landmarks.ts'
import { computeLinkCosts } from './link-costs.ts'
import { buildNearField } from './near-field.ts'
import { findShoreCells } from './shore-cells.ts'
import { addLongLinks, addShortcutLinks } from './straight-links.ts'
import { linkAdjacentNodes } from './touching-links.ts'
import { fillWater } from './water-bits.ts'
import { createWaterNodes } from './water-nodes.ts'

export interface SeaSources {
  readonly rings: CoastRings
  readonly seams?: readonly Seam[]
  readonly channels: readonly Channel[]
  /** All gates. The paths from landmarks do not cross closed gates. */
  readonly gates: readonly Gate[]
  readonly isClosed: (gate: Gate) => boolean
}

/** Minimum number of nodes of a water body. Smaller bodies are ponds behind the coastline. */
const MIN_BODY_NODES = 40
/** Minimum number of nodes after channels are connected. Smaller water bodies are not navigable. */
const MIN_CONNECTED_BODY_NODES = 1000

/** Receives the current stage and the completed share of the work. The share never decreases and is 1 at the end. */
export type SeaProgress = (stage: string, share: number) => void

/**
 * Compiles coastlines into all data needed for planning. Compiling takes seconds and calls `onProgress` about once per
 * second.
 */
export function compileSea(sources: SeaSources, onProgress: SeaProgress = () => {}): Sea {
  const { rings, channels, gates } = sources
  onProgress('tracing the coastline', 0.03)
  const edges = listEdges(rings, sources.seams)
  const shores = findShoreCells(rings, edges.coast)
  onProgress('separating water from land', 0.08)
  const water = fillWater(rings, edges, shores)
  onProgress('numbering the bodies of water', 0.17)
  const waterNodes = createWaterNodes(shores, water)
  const { nodes, nodeFirst } = waterNodes
  const coastChart = {
    coast: { latitude: rings.latitude, longitude: rings.longitude },
    tiles: { content: shores.tileContent },
    cells: { content: shores.cellContent },
    shores: { cell: shores.cell, edgeFirst: shores.edgeFirst, edge: shores.edge, nodeFirst, water },
  }
  onProgress('measuring distances to the shore', 0.25)
  const isWater = (column: number, row: number) => getCellContent(coastChart, column, row) !== -1
  const farField = { distance: buildFarField(shores.cell) }
  onProgress('measuring distances to the shore', 0.29)
  const nearField = buildNearField(rings, shores, water, isWater)
  const seaWithClearance = { ...coastChart, near: nearField, far: farField } as Sea
  onProgress('linking the water', 0.4)
  const links = linkAdjacentNodes(coastChart, waterNodes)
  const adjacency = toAdjacency(links, nodes.count)
  const body = findWaterBodies(adjacency, MIN_BODY_NODES)
  const waterNodeCount = nodes.count
  addShortcutLinks(seaWithClearance, nodes, adjacency, links, (share) =>
    onProgress('linking the water', 0.42 + 0.18 * share),
  )
  onProgress('linking the water', 0.6)
  addLongLinks(seaWithClearance, nodes, nodeFirst[shores.cell.length], waterNodeCount, links)
  onProgress('connecting channels to ports', 0.67)
  const channelFirst = addChannels(coastChart, channels, nodes, body, links)
  const { first, head } = toAdjacency(links, nodes.count)
  const allBodies = findWaterBodies({ first, head }, MIN_CONNECTED_BODY_NODES)
  const isRiver = (node: number) => {
    const channel = channelFirst.findIndex((start) => start > node) - 1
    return channels[channel]?.kind === 'river'
  }
  onProgress('weighting the links', 0.72)
  const cost = computeLinkCosts(seaWithClearance, nodes, { first, head }, isRiver)
  const isGated = findGatedNodes({ first, head }, nodes, gates)
  onProgress('setting landmarks', 0.8)
  const openGraph = closeGates({ first, head, cost }, nodes, isGated, gates.filter(sources.isClosed))
  const landmarkGroups = landmarkSets.map(({ count, closed }) => ({
    count,
    openGraph: () => closeChannels(openGraph, channels, channelFirst, closed),
  }))
  const startNode = Math.max(0, allBodies.indexOf(1))
  return {
    ...seaWithClearance,
    nodes: {
      latitude: nodes.latitude.slice(0, nodes.count),
      longitude: nodes.longitude.slice(0, nodes.count),
      size: nodes.size.slice(0, nodes.count),
      body: allBodies,
      gated: isGated,
      linkFirst: first,
    },
    links: { head, cost },
    landmarks: {
      cost: computeLandmarkCosts(nodes.count, landmarkGroups, startNode, (share) =>
        onProgress('setting landmarks', 0.8 + 0.2 * share),
      ),
    },
    channels: { nodeFirst: channelFirst, table: encodeChannelNames(channels) },
  }
}
