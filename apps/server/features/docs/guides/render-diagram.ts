import { emptyHtml, type Html, html } from '../render/html.ts'

/**
 * Diagram in which every step leads to all boxes of the next step. This is enough for the diagrams of the guides, which
 * are written as Mermaid flowcharts for readers of the repository.
 */
interface Step {
  readonly boxes: readonly string[]
  /** Label of the arrow that leads to this step. */
  readonly label: string
  /** Name of the subgraph that contains the step. */
  readonly group: string
}

interface Flowchart {
  readonly labels: Map<string, string>
  readonly groups: Map<string, string>
  readonly edges: { readonly from: string; readonly to: string; readonly label: string }[]
}

const NODE = /^(\w+)(?:\(\[(.*?)\]\)|\[\((.*?)\)\]|\[(.*?)\])?/
const ARROW = /^\s*-->\s*(?:\|([^|]*)\|\s*)?/

/** Renders a flowchart as a list of boxes with arrows between them, which wraps on narrow screens. */
export function renderDiagram(source: string): Html {
  const steps = toSteps(parseFlowchart(source))
  return html`<ol class="diagram" aria-label="Diagram">${steps.map((step, index) => renderStep(step, steps[index - 1]))}</ol>`
}

function renderStep({ boxes, label, group }: Step, previous: Step | undefined): Html {
  const arrow = previous ? html`<span class="arrow"><b>→</b>${renderNote('span', label)}</span>` : emptyHtml
  const note = group === previous?.group ? emptyHtml : renderNote('em', group)
  const groupClass = group === '' ? emptyHtml : html` class="grouped"`
  return html`<li${groupClass}>${arrow}<div>${note}${boxes.map((box) => html`<p>${box}</p>`)}</div>`
}

function renderNote(element: 'span' | 'em', text: string): Html {
  if (text === '') return emptyHtml
  return element === 'span' ? html`<span>${text}</span>` : html`<em>${text}</em>`
}

function parseFlowchart(source: string): Flowchart {
  const flowchart: Flowchart = { labels: new Map(), groups: new Map(), edges: [] }
  let group = ''
  for (const line of source.split('\n').map((text) => text.trim())) {
    const [, subgraph] = /^subgraph (?:\w+ \[)?([^\]]*)\]?$/.exec(line) ?? []
    if (subgraph !== undefined) group = subgraph
    else if (line === 'end') group = ''
    else if (line !== '' && !line.startsWith('flowchart ')) parseEdges(line, flowchart, group)
  }
  return flowchart
}

/** Parses a line such as `A[first] & B --> C -->|label| D`. */
function parseEdges(line: string, { labels, groups, edges }: Flowchart, group: string): void {
  let rest = line
  let sources: readonly string[] = []
  let label = ''
  while (rest !== '') {
    const targets: string[] = []
    do {
      rest = rest.replace(/^\s*&\s*/, '')
      const [match = '', id, ...texts] = NODE.exec(rest) ?? []
      if (id === undefined) throw new Error(`the diagram cannot be drawn: ${line}`)
      const text = texts.find((part) => part !== undefined)
      if (text !== undefined) labels.set(id, text.replaceAll('<br>', ' '))
      // A node belongs to the subgraph in which its label is defined.
      if (text !== undefined) groups.set(id, group)
      targets.push(id)
      rest = rest.slice(match.length)
    } while (/^\s*&/.test(rest))
    for (const from of sources) edges.push(...targets.map((to) => ({ from, to, label })))
    const [arrow = '', arrowLabel = ''] = ARROW.exec(rest) ?? []
    if (arrow === '' && rest !== '') throw new Error(`the diagram cannot be drawn: ${line}`)
    rest = rest.slice(arrow.length)
    label = arrowLabel.replaceAll('<br>', ' ')
    sources = targets
  }
}

/** Assigns the boxes to steps. Throws an error if an arrow skips a step or if boxes of adjacent steps are unconnected. */
function toSteps({ labels, groups, edges }: Flowchart): readonly Step[] {
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
  const level = new Map(ids.map((id) => [id, 0]))
  const getLevel = (id: string) => level.get(id) ?? 0
  for (let round = 0; round < ids.length; round++)
    for (const { from, to } of edges) level.set(to, Math.max(getLevel(to), getLevel(from) + 1))
  const count = Math.max(...level.values()) + 1
  const members = Array.from({ length: count }, (_, index) => ids.filter((id) => getLevel(id) === index))
  const expectedEdges = members.reduce(
    (sum, ofStep, index) => sum + ofStep.length * (members[index + 1]?.length ?? 0),
    0,
  )
  const isLayered = edges.every(({ from, to }) => getLevel(to) === getLevel(from) + 1)
  if (!isLayered || edges.length !== expectedEdges) throw new Error('the diagram cannot be drawn as a list of steps')
  return members.map((ofStep) => ({
    boxes: ofStep.map((id) => labels.get(id) ?? id),
    label: edges.find(({ to, label }) => ofStep.includes(to) && label !== '')?.label ?? '',
    group: groups.get(ofStep[0] ?? '') ?? '',
  }))
}
