import { contract, customize, orderByCuts } from './hierarchy.js'
import { buildNetwork, createExtract, listSeconds } from './network.js'

const COLUMNS = 8
const ROWS = 6
const SEED = 11

/* The town of all drawings. */
export const extract = createExtract(COLUMNS, ROWS, SEED)
export const network = buildNetwork(extract)
export const order = orderByCuts(network)
export const topology = contract(network, order)
export const shortcuts = topology.arcs.filter(({ contracted }) => contracted !== undefined)
export const freeSeconds = listSeconds(network)
export const freeMetric = customize(topology, network, freeSeconds)

export const toName = (node) => `Street ${Math.floor(node / COLUMNS) + 1}, Avenue ${(node % COLUMNS) + 1}`

/* The trip that the reader has chosen, with functions that draw it again after a change. */
export const trip = { from: 0, to: network.nodes.length - 1, listeners: [] }

export function changeTrip(change) {
  Object.assign(trip, change)
  for (const listener of trip.listeners) listener()
}

/* Formats a travel time. */
export function formatSeconds(seconds) {
  if (seconds === Number.POSITIVE_INFINITY) return 'no path'
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [minutes > 0 && `${minutes} min`, (rest > 0 || minutes === 0) && `${rest} s`].filter(Boolean).join(' ')
}
