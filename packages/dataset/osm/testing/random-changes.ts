import type { OsmBlock } from '../block.ts'
import { type Elements, toElements } from './elements.ts'

type Kind = keyof Elements
type AnyElement = Elements[Kind][number]
const kinds: readonly Kind[] = ['nodes', 'ways', 'relations']
const memberTypes = ['node', 'way', 'relation']

/**
 * A map with random changes and the change files that describe them. Every change is also applied to a plain table of
 * elements, which is the expected result of reading the changed extract.
 */
export class ChangingMap {
  private readonly random: () => number
  private readonly hasVersions: boolean
  private readonly tables: Record<Kind, Map<number, { element: AnyElement; version: number }>>
  private nextId = 2 ** 33

  constructor(base: OsmBlock, random: () => number) {
    this.random = random
    this.hasVersions = random() < 0.5
    const elements = toElements([base])
    const table = (kind: Kind) =>
      new Map(elements[kind].map((element) => [element.id, { element: element as AnyElement, version: 1 }]))
    this.tables = { nodes: table('nodes'), ways: table('ways'), relations: table('relations') }
  }

  versionOf(kind: Kind, id: number): { version: number; isDeleted: boolean } {
    return { version: this.hasVersions ? (this.tables[kind].get(id)?.version ?? 1) : 0, isDeleted: false }
  }

  /** Returns the current elements, sorted by ID. */
  toElements(): Elements {
    const list = (kind: Kind) =>
      [...this.tables[kind].values()].map(({ element }) => element).sort((a, b) => a.id - b.id)
    return { nodes: list('nodes'), ways: list('ways'), relations: list('relations') } as Elements
  }

  /** Changes the map at random and returns the change file. */
  change(): string {
    const changes = Array.from({ length: 1 + this.below(6) }, () => this.changeElement())
    return `<osmChange version="0.6">\n${changes.join('\n')}\n</osmChange>\n`
  }

  private changeElement(): string {
    const kind = kinds[this.below(5) === 0 ? 2 : this.below(2)] ?? 'nodes'
    const ids = [...this.tables[kind].keys()]
    const choice = this.below(10)
    if (choice < 3 || ids.length === 0) return this.write('create', kind, this.draw(kind, this.nextId++), 1)
    const id = ids[this.below(ids.length)] ?? 0
    const version = (this.tables[kind].get(id)?.version ?? 0) + 1
    if (choice < 8 || ids.length < 4) return this.write('modify', kind, this.draw(kind, id), version)
    this.tables[kind].delete(id)
    return `<delete>${this.tag(kind, id, version)}/></delete>`
  }

  private draw(kind: Kind, id: number): AnyElement {
    const nodes = [...this.tables.nodes.keys()]
    const ways = [...this.tables.ways.keys()]
    const pick = (ids: readonly number[]) => ids[this.below(ids.length)] ?? 1
    const highway = ['residential', 'primary', 'footway', 'cycleway', 'service'][this.below(5)] ?? 'service'
    if (kind === 'nodes') {
      const tags: Record<string, string> = this.below(3) === 0 ? { highway: 'traffic_signals' } : {}
      return { id, at: [(410_000_000 - this.below(90_000)) / 1e7, (-80_000_000 + this.below(90_000)) / 1e7], tags }
    }
    if (kind === 'ways') {
      const refs = Array.from({ length: 2 + this.below(3) }, () => pick(nodes))
      const tags: Record<string, string> = { highway, name: `Street "${this.below(9)}" & <Sons>` }
      if (this.below(4) === 0) tags.oneway = 'yes'
      return { id, refs, tags }
    }
    const members: [number, number, string][] = [
      [1, pick(ways), 'from'],
      [0, pick(nodes), 'via'],
      [1, pick(ways), 'to'],
    ]
    return { id, members, tags: { type: 'restriction', restriction: 'no_left_turn' } }
  }

  private write(action: 'create' | 'modify', kind: Kind, element: AnyElement, version: number): string {
    this.tables[kind].set(element.id, { element, version })
    const tags = Object.entries(element.tags).map(([key, value]) => `<tag k="${key}" v="${escapeXml(value)}"/>`)
    const position = 'at' in element ? ` lat="${element.at[0]}" lon="${element.at[1]}"` : ''
    const refs = 'refs' in element ? element.refs.map((ref) => `<nd ref="${ref}"/>`) : []
    const members =
      'members' in element
        ? element.members.map(
            ([type, ref, role]) => `<member type="${memberTypes[type]}" ref="${ref}" role="${role}"/>`,
          )
        : []
    const content = [...refs, ...members, ...tags].join('')
    return `<${action}>${this.tag(kind, element.id, version)}${position}>${content}</${kind.slice(0, -1)}></${action}>`
  }

  private tag(kind: Kind, id: number, version: number): string {
    return `<${kind.slice(0, -1)} id="${id}"${this.hasVersions ? ` version="${version}"` : ''}`
  }
  private below(limit: number): number {
    return Math.floor(this.random() * limit)
  }
}

function escapeXml(string: string): string {
  return string.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
