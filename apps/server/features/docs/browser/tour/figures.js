import { addArc, addChoice, addExtractPoints, addFigure, addPlay, addSlider, setClass } from './drawing.js'
import { customize } from './hierarchy.js'
import { listSeconds } from './network.js'
import { extract, formatSeconds, network, order, shortcuts, topology } from './town.js'

export function drawNetwork(host) {
  const { svg, streets, nodes, controls, result } = addFigure(host, 'The streets of the town')
  const points = addExtractPoints(svg)
  const show = (kind) => {
    const isExtract = kind === 'extract'
    for (const street of streets) setClass(street, 'street', isExtract && 'faint')
    for (const node of nodes) setClass(node, 'node', isExtract ? 'hidden' : 'strong')
    setClass(points, !isExtract && 'hidden')
    result.textContent = isExtract
      ? `The extract has ${extract.ways.length} ways with ${extract.points.length} points.`
      : `The network has ${network.nodes.length} junctions and ${network.edges.length} edges. The other ${extract.points.length - network.nodes.length} points only describe the shapes of the edges.`
  }
  addChoice(
    controls,
    'Show',
    [
      ['extract', 'Extract'],
      ['network', 'Network'],
    ],
    show,
  )
  show('extract')
}

export function drawOrder(host) {
  const { nodes, controls, result } = addFigure(host, 'The cuts that divide the town into cells')
  const levels = Math.max(...order.cuts.map(({ level }) => level))
  const show = (shown) => {
    for (const node of nodes) setClass(node, 'node')
    const cuts = order.cuts.filter(({ level }) => level <= shown)
    for (const { level, cut } of cuts)
      for (const node of cut) setClass(nodes[node], 'node', 'cut', level === shown && 'strong')
    const inCuts = cuts.reduce((sum, { cut }) => sum + cut.length, 0)
    result.textContent =
      shown === 0
        ? 'The town is one cell.'
        : `Level ${shown}: ${cuts.length} ${cuts.length === 1 ? 'cut' : 'cuts'} with ${inCuts} junctions. The highest ${inCuts} of ${nodes.length} ranks belong to them.`
  }
  const slider = addSlider(controls, 'Level of the cuts', { max: levels, value: 1 }, show)
  addPlay(controls, slider)
  show(1)
}

export function drawContraction(host) {
  const { nodes, arcs, streets, controls, result } = addFigure(host, 'The junctions and their shortcuts')
  const lines = topology.arcs.map(({ low, high, contracted }) =>
    contracted === undefined ? undefined : addArc(arcs, topology.nodeAt[low], topology.nodeAt[high], 'hidden'),
  )
  const show = (count) => {
    nodes.forEach((node, index) => {
      const rank = topology.rank[index]
      setClass(node, 'node', rank < count ? 'done' : 'strong', rank === count - 1 && 'current')
    })
    network.edges.forEach(({ from, to }, edge) => {
      const isRemoved = Math.min(topology.rank[from], topology.rank[to]) < count
      setClass(streets[edge], 'street', isRemoved && 'faint')
    })
    topology.arcs.forEach(({ low, contracted }, arc) => {
      const isShown = contracted < count && low >= count
      if (contracted !== undefined) setClass(lines[arc], 'arc', !isShown && 'hidden', contracted === count - 1 && 'new')
    })
    const added = shortcuts.filter(({ contracted }) => contracted < count)
    const latest = added.filter(({ contracted }) => contracted === count - 1).length
    result.textContent = `${count} of ${nodes.length} junctions contracted. ${added.length} shortcuts added, ${latest} of them by the last junction.`
  }
  const slider = addSlider(controls, 'Contracted junctions', { max: nodes.length, value: 12 }, show)
  addPlay(controls, slider)
  show(12)
}

export function drawCustomization(host) {
  const { nodes, arcs, controls, result } = addFigure(host, 'One triangle of the customization')
  const triangles = { car: [], bicycle: [] }
  const metrics = Object.fromEntries(
    Object.entries(triangles).map(([vehicle, list]) => [
      vehicle,
      customize(topology, network, listSeconds(network, vehicle), (triangle) => list.push(triangle)),
    ]),
  )
  let vehicle = 'car'
  const first = triangles.car.findIndex(({ before, parts }) => parts[0] + parts[1] < before)
  const show = (position) => {
    const list = triangles[vehicle]
    const { node, first: lower, second: upper, arc, before, parts } = list[Math.min(position, list.length - 1)]
    const ends = [lower, upper].map((side) => topology.arcs[side].high)
    const [middle, from, to] = [node, ...ends].map((rank) => topology.nodeAt[rank])
    nodes.forEach((circle, index) => {
      setClass(circle, 'node', index === middle && 'current', (index === from || index === to) && 'strong')
    })
    arcs.replaceChildren()
    addArc(arcs, from, middle, 'part')
    addArc(arcs, middle, to, 'part')
    addArc(arcs, from, to, topology.arcs[arc].contracted === undefined ? 'part' : 'new')
    const sum = parts[0] + parts[1]
    result.textContent = `Triangle ${position + 1} of ${metrics[vehicle].triangleCount}: ${describeParts(parts)} ${compareSeconds(sum, before)}.`
  }
  addChoice(
    controls,
    'Vehicle',
    [
      ['car', 'Car'],
      ['bicycle', 'Bicycle'],
    ],
    (value) => {
      vehicle = value
      show(Number(slider.value))
    },
  )
  const slider = addSlider(controls, 'Triangle', { max: triangles.car.length - 1, value: first }, show)
  addPlay(controls, slider)
  show(first)
}

function compareSeconds(sum, before) {
  if (before === Number.POSITIVE_INFINITY) return sum < before ? 'is the first path of this arc' : 'adds no path'
  return `${sum < before ? 'replaces' : 'does not replace'} ${formatSeconds(before)}`
}

function describeParts([first, second]) {
  const sum = first + second
  if (sum === Number.POSITIVE_INFINITY) return 'a path that is closed'
  return `${formatSeconds(first)} + ${formatSeconds(second)} = ${formatSeconds(sum)}`
}
