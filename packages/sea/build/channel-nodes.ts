import { distanceNm, type Position } from '@fairway/geo'
import { DEGREES_PER_MICRODEGREE, decodeSquare, LAND_CELL, toColumn, toRow } from '../grid.ts'
import type { Channel } from '../passages/channels.ts'
import { CHANNEL_NODE_SIZE, type Sea } from '../schema.ts'
import { getCellContent } from '../water/coast-crossing.ts'
import type { LinkList, NodeList } from './node-list.ts'

/**
 * Maximum spacing of channel points, in nautical miles. A port along a channel is connected to the nearest channel
 * point.
 */
const POINT_SPACING_NM = 1
/** Maximum distance at which the end of a channel joins a point of another channel, in nautical miles. */
const MAX_JOINT_NM = 0.8
/**
 * Maximum distance between water and the end of a canal or the mouth of a river. The positions of canals and
 * rivers are imprecise.
 */
const MAX_MOUTH_NM = 3

/**
 * Adds linked nodes along channels. A channel end joins the water that contains it or another channel. Ends on land are
 * heads of rivers and join nothing, because nearby water may be behind a hill.
 */
export function addChannels(
  sea: Pick<Sea, 'tiles' | 'cells' | 'shores'>,
  channels: readonly Channel[],
  nodes: NodeList,
  body: Uint8Array,
  links: LinkList,
): Uint32Array {
  const waterNodeCount = nodes.count
  const nodeFirst = new Uint32Array(channels.length + 1)
  channels.forEach(({ line }, channelIndex) => {
    nodeFirst[channelIndex] = nodes.count
    densify(line).forEach(([latitude, longitude], point) => {
      const node = nodes.add(latitude, longitude, CHANNEL_NODE_SIZE)
      if (point > 0) links.add(node - 1, node)
    })
    nodeFirst[channelIndex + 1] = nodes.count
  })
  for (let channelIndex = 0; channelIndex < channels.length; channelIndex++) {
    for (const endNode of [nodeFirst[channelIndex], nodeFirst[channelIndex + 1] - 1]) {
      const isOtherChannel = (node: number) => node < nodeFirst[channelIndex] || node >= nodeFirst[channelIndex + 1]
      const isInBody = (node: number) => body[node] > 0
      const mouth =
        findWaterNode(sea, nodes, endNode, isInBody) ??
        (channels[channelIndex].kind === 'canal' || endNode === nodeFirst[channelIndex]
          ? findNearestNode(nodes, endNode, 0, waterNodeCount, MAX_MOUTH_NM, isInBody)
          : undefined)
      if (mouth !== undefined) links.add(endNode, mouth)
      const joint = findNearestNode(nodes, endNode, waterNodeCount, nodes.count, MAX_JOINT_NM, isOtherChannel)
      if (joint !== undefined) links.add(endNode, joint)
    }
  }
  return nodeFirst
}

/** Returns the node of the cell that contains a point: its square, or the nearest of its pools. */
function findWaterNode(
  sea: Pick<Sea, 'tiles' | 'cells' | 'shores'>,
  { latitude, longitude }: NodeList,
  point: number,
  accepts: (node: number) => boolean,
): number | undefined {
  const lat = latitude[point] * DEGREES_PER_MICRODEGREE
  const lon = longitude[point] * DEGREES_PER_MICRODEGREE
  const content = getCellContent(sea, toColumn(lon), toRow(lat))
  if (content === LAND_CELL) return undefined
  if (content < LAND_CELL) return accepts(decodeSquare(content)) ? decodeSquare(content) : undefined
  const { nodeFirst } = sea.shores
  let nearestNode: number | undefined
  let bestNm = Number.POSITIVE_INFINITY
  for (let pool = nodeFirst[content]; pool < nodeFirst[content + 1]; pool++) {
    const nm = distanceNm(lat, lon, latitude[pool] * DEGREES_PER_MICRODEGREE, longitude[pool] * DEGREES_PER_MICRODEGREE)
    if (nm < bestNm && accepts(pool)) {
      nearestNode = pool
      bestNm = nm
    }
  }
  return nearestNode
}

function densify(line: readonly Position[]): Position[] {
  const points: Position[] = [line[0]]
  for (let index = 1; index < line.length; index++) {
    const [lat, lon] = line[index - 1]
    const [toLat, toLon] = line[index]
    const pieceCount = Math.ceil(distanceNm(lat, lon, toLat, toLon) / POINT_SPACING_NM)
    for (let piece = 1; piece <= pieceCount; piece++) {
      points.push([lat + ((toLat - lat) * piece) / pieceCount, lon + ((toLon - lon) * piece) / pieceCount])
    }
  }
  return points
}

function findNearestNode(
  { latitude, longitude }: NodeList,
  to: number,
  first: number,
  end: number,
  withinNm: number,
  accepts: (node: number) => boolean,
): number | undefined {
  let nearestNode: number | undefined
  let bestNm = withinNm
  const lat = latitude[to] * DEGREES_PER_MICRODEGREE
  const lon = longitude[to] * DEGREES_PER_MICRODEGREE
  const maxLatitudeDifference = (withinNm / 60) * 1e6 * 1.01
  for (let node = first; node < end; node++) {
    if (Math.abs(latitude[node] - latitude[to]) > maxLatitudeDifference || !accepts(node)) continue
    const nm = distanceNm(lat, lon, latitude[node] * DEGREES_PER_MICRODEGREE, longitude[node] * DEGREES_PER_MICRODEGREE)
    if (nm < bestNm) {
      nearestNode = node
      bestNm = nm
    }
  }
  return nearestNode
}
