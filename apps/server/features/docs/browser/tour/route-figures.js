import {
  addAction,
  addArc,
  addChoice,
  addElement,
  addFigure,
  addPlay,
  addSelect,
  addSlider,
  markEnds,
  setClass,
} from './drawing.js'
import { contract, customize, orderByCuts } from './hierarchy.js'
import { buildNetwork, createExtract, createRandom, listSeconds } from './network.js'
import { findRoute, findRouteByDijkstra, getEnds, listNodes, sweep, unpack } from './searches.js'
import { changeTrip, formatSeconds, freeMetric, freeSeconds, network, toName, topology, trip } from './town.js'

export function drawSearch(host) {
  const figure = addFigure(host, 'The junctions that a search visits')
  let kind = 'hierarchy'
  const options = network.nodes.map((_, node) => [node, toName(node)])
  const from = addSelect(figure.controls, 'Start A', options, trip.from, (node) => changeTrip({ from: Number(node) }))
  const to = addSelect(figure.controls, 'Destination B', options, trip.to, (node) => changeTrip({ to: Number(node) }))
  const choose = (value) => {
    kind = value
    restart()
  }
  addChoice(
    figure.controls,
    'Algorithm',
    [
      ['hierarchy', 'Hierarchy'],
      ['dijkstra', 'Dijkstra'],
    ],
    choose,
  )
  const slider = addSlider(figure.controls, 'Visited junctions', { max: 1 }, (count) => show(count))
  addPlay(figure.controls, slider)
  const run = () => ({
    route: findRoute(topology, freeMetric, trip.from, trip.to),
    dijkstra: findRouteByDijkstra(network, freeSeconds, trip.from, trip.to),
  })
  const show = (count) => {
    const { route, dijkstra } = run()
    if (kind === 'dijkstra') showDijkstra(figure, dijkstra, count)
    else showUpwardSearches(figure, route, count)
    markEnds(figure.labels, trip.from, trip.to)
    figure.result.textContent = `The hierarchy visits ${countVisits(route)} of ${network.nodes.length} junctions, and Dijkstra visits ${dijkstra.visited.length}. Both find a route of ${formatSeconds(route.seconds)}. ${legends[kind]}`
  }
  const restart = () => {
    const { route, dijkstra } = run()
    slider.max = kind === 'dijkstra' ? dijkstra.visited.length : Math.max(route.forward.length, route.backward.length)
    slider.value = slider.max
    ;[from.value, to.value] = [trip.from, trip.to]
    show(Number(slider.max))
  }
  figure.nodes.forEach((node, index) => {
    node.addEventListener('click', () => changeTrip({ to: index }))
  })
  trip.listeners.push(restart)
  restart()
  addComparison(host)
}

const legends = {
  hierarchy: 'Blue: visited from A. Brown: visited from B. Green: visited from both ends.',
  dijkstra: 'Green: visited from A.',
}

const countVisits = ({ forward, backward }) => new Set([...forward, ...backward]).size

function showDijkstra({ nodes, arcs }, { visited }, count) {
  arcs.replaceChildren()
  const shown = new Set(visited.slice(0, count))
  nodes.forEach((node, index) => {
    setClass(node, 'node', shown.has(index) && 'both strong')
  })
}

function showUpwardSearches({ nodes, arcs }, { forward, backward, meeting, steps }, count) {
  const [up, down] = [forward, backward].map((ranks) => new Set(ranks.slice(0, count)))
  nodes.forEach((node, index) => {
    const rank = topology.rank[index]
    const kind = up.has(rank) ? (down.has(rank) ? 'both' : 'forward') : down.has(rank) ? 'backward' : ''
    setClass(node, 'node', kind, kind && 'strong', rank === meeting && kind === 'both' && 'current')
  })
  arcs.replaceChildren()
  if (!up.has(meeting) || !down.has(meeting)) return
  for (const step of steps) addStep(arcs, step, step.isUp ? 'forward' : 'backward')
}

function addStep(arcs, step, className) {
  const [from, to] = getEnds(topology, step).map((rank) => topology.nodeAt[rank])
  addArc(arcs, from, to, className)
}

const COMPARED_SIZES = [8, 16, 32]
const COMPARED_TRIPS = 20

/* Adds a button that runs both algorithms on larger towns. */
function addComparison(host) {
  const holder = addElement(host, 'div', { className: 'comparison' })
  const button = addAction(holder, 'Compare on larger towns', () => {
    const rows = COMPARED_SIZES.map((size) => compare(size))
    button.remove()
    const table = addElement(holder, 'table', {})
    const head = addElement(addElement(table, 'thead', {}), 'tr', {})
    for (const title of ['Junctions', 'Visited by the hierarchy', 'Visited by Dijkstra', 'Ratio'])
      addElement(head, 'th', { scope: 'col', textContent: title })
    const body = addElement(table, 'tbody', {})
    for (const row of rows) {
      const line = addElement(body, 'tr', {})
      for (const value of row) addElement(line, 'td', { textContent: value })
    }
    table.tabIndex = -1
    table.focus()
  })
}

/* Returns the mean number of visited junctions for random trips. */
function compare(size) {
  const town = buildNetwork(createExtract(size, size, size))
  const hierarchy = contract(town, orderByCuts(town))
  const seconds = listSeconds(town)
  const metric = customize(hierarchy, town, seconds)
  const random = createRandom(size)
  const draw = () => Math.floor(random() * town.nodes.length)
  let [visited, visitedByDijkstra] = [0, 0]
  for (let count = 0; count < COMPARED_TRIPS; count++) {
    const [from, to] = [draw(), draw()]
    visited += countVisits(findRoute(hierarchy, metric, from, to))
    visitedByDijkstra += findRouteByDijkstra(town, seconds, from, to).visited.length
  }
  const means = [visited, visitedByDijkstra].map((sum) => Math.round(sum / COMPARED_TRIPS))
  return [town.nodes.length, ...means, (visitedByDijkstra / visited).toFixed(1)]
}

export function drawUnpacking(host) {
  const { nodes, arcs, labels, controls, result } = addFigure(host, 'The path of the searches, with its shortcuts')
  const run = () => {
    const route = findRoute(topology, freeMetric, trip.from, trip.to)
    return unpack(topology, freeMetric, route.steps)
  }
  const show = (round) => {
    const rounds = run()
    const steps = rounds[Math.min(round, rounds.length - 1)]
    const isShortcut = ({ arc }) => topology.arcs[arc].contracted !== undefined
    arcs.replaceChildren()
    for (const step of steps) addStep(arcs, step, isShortcut(step) ? 'new' : 'path')
    const onPath = new Set(listNodes(topology, steps, trip.from))
    nodes.forEach((node, index) => {
      setClass(node, 'node', onPath.has(index) && 'both strong')
    })
    markEnds(labels, trip.from, trip.to)
    const left = steps.filter(isShortcut).length
    result.textContent = `After ${round} ${round === 1 ? 'round' : 'rounds'}: ${steps.length} arcs, ${left === 0 ? 'all of them streets' : `${left} of them shortcuts`}.`
  }
  const slider = addSlider(controls, 'Rounds', { max: 1 }, show)
  addPlay(controls, slider)
  const restart = () => {
    slider.max = run().length - 1
    slider.value = 0
    show(0)
  }
  trip.listeners.push(restart)
  restart()
}

const SLOWDOWN = 4

export function drawTraffic(host) {
  const { streets, labels, controls, result } = addFigure(host, 'The fastest route in traffic')
  const slowed = new Set()
  const run = () => {
    const seconds = freeSeconds.map(({ forward, backward }, edge) =>
      slowed.has(edge) ? { forward: forward * SLOWDOWN, backward: backward * SLOWDOWN } : { forward, backward },
    )
    const metric = customize(topology, network, seconds)
    const { seconds: total, steps } = findRoute(topology, metric, trip.from, trip.to)
    const path = listNodes(topology, unpack(topology, metric, steps).at(-1), trip.from)
    const pairs = new Set(path.slice(1).map((node, index) => toPair(path[index], node)))
    const edges = network.edges.flatMap(({ from, to }, edge) => (pairs.has(toPair(from, to)) ? [edge] : []))
    return { total, edges, triangleCount: metric.triangleCount }
  }
  const show = () => {
    const { total, edges, triangleCount } = run()
    streets.forEach((street, edge) => {
      setClass(street, 'street', edges.includes(edge) && 'path', slowed.has(edge) && 'slow')
    })
    markEnds(labels, trip.from, trip.to)
    result.textContent = `${slowed.size} streets are slow. The fastest route takes ${formatSeconds(total)}. The customization processed ${triangleCount} triangles; the order and all ${topology.arcs.length} arcs stayed the same.`
  }
  addAction(controls, 'Slow down the route', () => {
    for (const edge of run().edges) slowed.add(edge)
    show()
  })
  addAction(controls, 'Clear the traffic', () => {
    slowed.clear()
    show()
  })
  trip.listeners.push(show)
  show()
}

const toPair = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`)

export function drawIsochrone(host) {
  const { nodes, streets, labels, controls, result } = addFigure(host, 'The junctions within reach of the start')
  const show = (limit) => {
    const secondsOf = sweep(topology, freeMetric, trip.from)
    const isReached = (node) => secondsOf[node] <= limit
    nodes.forEach((node, index) => {
      setClass(node, 'node', isReached(index) && 'both strong')
    })
    network.edges.forEach(({ from, to }, edge) => {
      setClass(streets[edge], 'street', isReached(from) && isReached(to) && 'path')
    })
    markEnds(labels, trip.from)
    const count = secondsOf.filter((seconds) => seconds <= limit).length
    result.textContent = `${count} of ${nodes.length} junctions are within ${formatSeconds(limit)} of A. The sweep read ${topology.arcs.length} arcs once.`
  }
  const slider = addSlider(controls, 'Limit in seconds', { max: 200, value: 60 }, show)
  addPlay(controls, slider)
  trip.listeners.push(() => show(Number(slider.value)))
  show(60)
}
