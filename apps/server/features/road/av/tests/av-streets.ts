import { readExtract } from '@fairway/dataset'

/** OSM way segment between two nodes, with its original tags. */
export interface Street {
  readonly tags: Readonly<Record<string, string>>
  /** Whether driving from the first node to the second is allowed. */
  readonly isDriven: boolean
}

type Node = readonly [latitude: number, longitude: number]

/**
 * OSM ways of an extract, indexed by the positions of their nodes in microdegrees. Except for the file reader, the
 * class shares no code with the map compiler. Checks against the class therefore also verify the compiler's rules.
 */
export class StreetMap {
  private readonly streetsByNode = new Map<string, Map<string, Street>>()
  private readonly signals = new Set<string>()
  private readonly cells = new Map<string, (readonly [Node, Node])[]>()

  static async read(extract: string): Promise<StreetMap> {
    const streets = new StreetMap()
    const nodes = new Map<number, Node>()
    const osmWays: { nodeIds: number[]; tags: Record<string, string> }[] = []
    for await (const { strings, nodes: points, ways: lines } of readExtract(extract)) {
      points.id.forEach((id, i) => {
        const node = [Math.round((points.latitude[i] ?? 0) / 10), Math.round((points.longitude[i] ?? 0) / 10)] as const
        nodes.set(id, node)
        if (readTags(strings, points.tags, i).highway === 'traffic_signals') streets.signals.add(String(node))
      })
      lines.id.forEach((_, i) => {
        const tags = readTags(strings, lines.tags, i)
        const nodeIds = [...lines.ref.subarray(lines.refFirst[i], lines.refFirst[i + 1])]
        if (tags.highway !== undefined || tags.route === 'ferry') osmWays.push({ nodeIds, tags })
      })
    }
    for (const { nodeIds, tags } of osmWays) {
      for (let i = 1; i < nodeIds.length; i++) {
        const [a, b] = [nodes.get(nodeIds[i - 1] ?? 0), nodes.get(nodeIds[i] ?? 0)]
        if (a && b) streets.addWay(a, b, tags)
      }
    }
    return streets
  }

  get(from: Node, to: Node): Street | undefined {
    return this.streetsByNode.get(String(from))?.get(String(to))
  }

  hasSignals(node: Node): boolean {
    return this.signals.has(String(node))
  }

  listNeighbors(node: Node): [Node, Street][] {
    const neighbors = this.streetsByNode.get(String(node)) ?? new Map<string, Street>()
    return [...neighbors].map(([key, street]) => [key.split(',').map(Number) as unknown as Node, street])
  }

  /** Returns the street that passes within about half a meter of both positions. */
  findAt(point: Node, towards: Node): Street | undefined {
    const near = listCellKeysAround(point).flatMap((cell) => this.cells.get(cell) ?? [])
    const matches = near.filter(([a, b]) => distance(point, a, b) < 5 && distance(towards, a, b) < 5)
    const [best] = matches.sort((candidate, two) => distance(point, ...candidate) - distance(point, ...two))
    if (!best) return undefined
    const [a, b] = best
    const ahead = (towards[0] - point[0]) * (b[0] - a[0]) + (towards[1] - point[1]) * (b[1] - a[1]) >= 0
    return ahead ? this.get(a, b) : this.get(b, a)
  }

  private addWay(a: Node, b: Node, tags: Record<string, string>): void {
    const oneway = tags.oneway ?? (/^(roundabout|circular)$/.test(tags.junction ?? '') ? 'yes' : 'no')
    this.addStreet(a, b, { tags, isDriven: oneway !== '-1' })
    this.addStreet(b, a, { tags, isDriven: oneway === 'no' || oneway === '-1' })
    const cells = new Set<string>()
    const steps = Math.ceil(Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1])) / CELL_SIZE) + 1
    for (let i = 0; i <= steps; i++) {
      const on: Node = [a[0] + (i / steps) * (b[0] - a[0]), a[1] + (i / steps) * (b[1] - a[1])]
      cells.add(toCellKey(on))
    }
    for (const cell of cells) {
      const existing = this.cells.get(cell)
      if (existing) existing.push([a, b])
      else this.cells.set(cell, [[a, b]])
    }
  }

  private addStreet(from: Node, to: Node, street: Street): void {
    const existing = this.streetsByNode.get(String(from)) ?? new Map<string, Street>()
    this.streetsByNode.set(String(from), existing.set(String(to), street))
  }
}

const CELL_SIZE = 2000

function toCellKey([y, x]: Node): string {
  return `${Math.floor(y / CELL_SIZE)} ${Math.floor(x / CELL_SIZE)}`
}

function listCellKeysAround([y, x]: Node): string[] {
  return [-CELL_SIZE, 0, CELL_SIZE].flatMap((dy) => [-CELL_SIZE, 0, CELL_SIZE].map((dx) => toCellKey([y + dy, x + dx])))
}

/** Returns the distance from a position to a segment, in microdegrees. */
function distance([y, x]: Node, a: Node, b: Node): number {
  const [dy, dx] = [b[0] - a[0], b[1] - a[1]]
  const square = dy * dy + dx * dx
  const share = square > 0 ? Math.min(1, Math.max(0, ((y - a[0]) * dy + (x - a[1]) * dx) / square)) : 0
  return Math.hypot(y - a[0] - share * dy, x - a[1] - share * dx)
}

interface TagTable {
  readonly first: Uint32Array
  readonly key: Uint32Array
  readonly value: Uint32Array
}

function readTags(
  strings: readonly string[],
  { first, key, value }: TagTable,
  element: number,
): Record<string, string> {
  const tags: Record<string, string> = {}
  for (let i = first[element] ?? 0; i < (first[element + 1] ?? 0); i++) {
    tags[strings[key[i] ?? 0] ?? ''] = strings[value[i] ?? 0] ?? ''
  }
  return tags
}
