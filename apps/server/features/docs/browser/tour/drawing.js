import { extract, network } from './town.js'

const SVG = 'http://www.w3.org/2000/svg'
const VIEW_BOX = '0 0 100 75'
const NODE_RADIUS = 1.1
const BEND = 0.18
const FRAME_MS = 220

let ids = 0

export function addShape(parent, name, attributes, className = '') {
  const shape = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries({ ...attributes, class: className })) shape.setAttribute(key, value)
  parent.append(shape)
  return shape
}

export function addElement(parent, name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  parent.append(element)
  return element
}

/* Adds a drawing of the town with an area for controls and a line of text with the result. */
export function addFigure(host, label) {
  const svg = addShape(host, 'svg', { viewBox: VIEW_BOX, role: 'img', 'aria-label': label })
  const streets = network.edges.map(({ shape }) => addShape(svg, 'polyline', { points: toPoints(shape) }, 'street'))
  const arcs = addShape(svg, 'g', {})
  const nodes = network.nodes.map(({ x, y }) => addShape(svg, 'circle', { cx: x, cy: y, r: NODE_RADIUS }, 'node'))
  const labels = addShape(svg, 'g', {})
  const controls = addElement(host, 'div', { className: 'controls' })
  const result = addElement(host, 'p', { className: 'result', role: 'status' })
  return { svg, streets, arcs, nodes, labels, controls, result }
}

export const toPoints = (line) => line.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')

export const setClass = (element, ...names) => element.setAttribute('class', names.filter(Boolean).join(' '))

/* Adds all points of the extract. */
export function addExtractPoints(svg) {
  const group = addShape(svg, 'g', {})
  for (const { x, y } of extract.points) addShape(group, 'circle', { cx: x, cy: y, r: 0.7 }, 'point')
  return group
}

/* Draws an arc between two nodes as a curve, so that it is distinct from a street. */
export function addArc(parent, from, to, className) {
  const [a, b] = [network.nodes[from], network.nodes[to]]
  const x = (a.x + b.x) / 2 + (b.y - a.y) * BEND
  const y = (a.y + b.y) / 2 - (b.x - a.x) * BEND
  return addShape(parent, 'path', { d: `M${a.x} ${a.y}Q${x} ${y} ${b.x} ${b.y}` }, `arc ${className}`)
}

/* Marks nodes with letters: the start, and the destination if there is one. */
export function markEnds(labels, ...ends) {
  labels.replaceChildren()
  for (const [index, node] of ends.entries()) {
    const text = 'AB'[index]
    const { x, y } = network.nodes[node]
    addShape(labels, 'circle', { cx: x, cy: y, r: 2.3 }, 'end')
    addShape(labels, 'text', { x, y: y + 1.2 }, 'end-label').textContent = text
  }
}

export function addSlider(controls, text, { max, value = max }, onChange) {
  const input = Object.assign(document.createElement('input'), { type: 'range', min: 0, max, step: 1 })
  input.value = value
  addElement(controls, 'label', {}, text, input)
  input.addEventListener('input', () => onChange(Number(input.value)))
  return input
}

export function addChoice(controls, text, options, onChange) {
  const group = addElement(controls, 'fieldset', {}, addLegend(text))
  const name = `tour-choice-${ids++}`
  options.forEach(([value, label], index) => {
    const input = Object.assign(document.createElement('input'), { type: 'radio', name, value, checked: index === 0 })
    addElement(group, 'label', {}, input, label)
    input.addEventListener('change', () => onChange(value))
  })
  return group
}

function addLegend(text) {
  return Object.assign(document.createElement('legend'), { textContent: text })
}

export function addSelect(controls, text, options, value, onChange) {
  const select = document.createElement('select')
  select.append(...options.map(([key, label]) => new Option(label, key)))
  select.value = value
  addElement(controls, 'label', {}, text, select)
  select.addEventListener('change', () => onChange(select.value))
  return select
}

export function addAction(controls, text, action) {
  const button = addElement(controls, 'button', { type: 'button', textContent: text })
  button.addEventListener('click', action)
  return button
}

/*
 * Adds a button that moves a slider from its start to its end. For readers who prefer reduced motion,
 * the slider moves to its end immediately.
 */
export function addPlay(controls, slider) {
  let timer
  const stop = (button) => {
    clearInterval(timer)
    timer = undefined
    button.textContent = 'Play'
  }
  const moveTo = (value) => {
    slider.value = value
    slider.dispatchEvent(new Event('input'))
  }
  const button = addAction(controls, 'Play', () => {
    if (timer !== undefined) return stop(button)
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return moveTo(slider.max)
    moveTo(0)
    button.textContent = 'Stop'
    timer = setInterval(() => {
      moveTo(Number(slider.value) + 1)
      if (slider.value === slider.max) stop(button)
    }, FRAME_MS)
  })
  return button
}
