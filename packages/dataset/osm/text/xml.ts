import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { NODE_MEMBER, type OsmBlock, RELATION_MEMBER, WAY_MEMBER } from '../block.ts'
import {
  BlockBuilder,
  MIN_BLOCK_WEIGHT,
  type RelationColumns,
  type TagColumns,
  type WayColumns,
} from '../block-builder.ts'
import { toFixedDegrees } from '../units.ts'
import {
  CHANGE_FORMAT_REMEDY,
  DOWNLOAD_AGAIN_REMEDY,
  EXTRACT_FORMAT_REMEDY,
  type UnreadableExtract,
} from '../unreadable-extract.ts'
import { type TextSource, toTextError } from './text-source.ts'

/** Root element of the file. `<osm>` is a map, and `<osmChange>` is a list of changes to a map. */
type XmlRoot = 'osm' | 'osmChange'

/**
 * Reads OSM XML from the editing API, JOSM, osmium and Overpass, including the versions of all elements. Deleted
 * elements are marked as deleted.
 */
export async function* readXml(
  source: TextSource,
  root: XmlRoot = 'osm',
  onTimestamp?: (timestamp: string) => void,
): AsyncGenerator<OsmBlock> {
  const reader = new XmlReader(source, root, onTimestamp)
  for await (const chunk of source.chunks) {
    reader.write(chunk)
    if (reader.weight >= MIN_BLOCK_WEIGHT) yield reader.takeBlock()
  }
  reader.close()
  if (reader.weight > 0) yield reader.takeBlock()
}

const memberTypes: ReadonlyMap<string, number> = new Map([
  ['node', NODE_MEMBER],
  ['way', WAY_MEMBER],
  ['relation', RELATION_MEMBER],
])

type Attributes = Readonly<Record<string, string>>

/** Elements that may appear next to the changes in a change file. */
const ignoredInChanges = new Set(['bounds', 'bound', 'note', 'meta'])
const changeActions = new Set(['create', 'modify', 'delete'])

class XmlReader {
  private readonly source: TextSource
  private readonly root: XmlRoot
  private readonly onTimestamp: ((timestamp: string) => void) | undefined
  /** Nesting depth of nodes, ways and relations. */
  private readonly elementDepth: number
  /** Current section of a change file: `create`, `modify` or `delete`. */
  private action = ''
  private readonly parser = new SaxesParser()
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true })
  private block = new BlockBuilder()
  private depth = 0
  /** Columns of the current node, way or relation, or undefined between elements. */
  private current: { readonly tags: TagColumns } | undefined
  private remark = ''

  constructor(textSource: TextSource, root: XmlRoot, onTimestamp?: (timestamp: string) => void) {
    this.source = textSource
    this.root = root
    this.onTimestamp = onTimestamp
    this.elementDepth = root === 'osm' ? 2 : 3
    this.parser.on('opentag', (tag) => this.openTag(tag))
    this.parser.on('closetag', (tag) => this.closeTag(tag))
    this.parser.on('text', (content) => {
      if (this.root === 'osm' && this.depth === 2) this.remark = content.trim()
    })
    this.parser.on('error', (error) => {
      // Remove the line and column that the library adds to its message, because the error already contains the
      // position.
      throw this.toError(`this is not valid XML (${error.message.replace(/^\d+:\d+: /, '')})`, DOWNLOAD_AGAIN_REMEDY)
    })
  }

  get weight(): number {
    return this.block.weight
  }

  write(chunk: Uint8Array): void {
    this.parser.write(this.decode(chunk))
  }

  close(): void {
    this.parser.write(this.decode())
    this.parser.close()
  }

  takeBlock(): OsmBlock {
    const block = this.block.finish()
    this.block = new BlockBuilder()
    return block
  }

  private decode(chunk?: Uint8Array): string {
    try {
      return chunk ? this.utf8.decode(chunk, { stream: true }) : this.utf8.decode()
    } catch {
      throw this.toError('the text after this position is not UTF-8', DOWNLOAD_AGAIN_REMEDY)
    }
  }

  private openTag({ name, attributes }: SaxesTagPlain): void {
    this.depth++
    if (this.depth === 1) this.checkRoot(name)
    else if (this.depth === this.elementDepth) this.current = this.startElement(name, attributes)
    else if (this.depth === 2) this.startAction(name)
    else if (this.depth === this.elementDepth + 1 && this.current) this.addChild(name, attributes)
  }

  private closeTag({ name }: SaxesTagPlain): void {
    this.depth--
    // Overpass reports a query timeout at the end of a response that otherwise looks complete.
    if (this.depth === 1 && name === 'remark' && this.remark.includes('error')) {
      throw this.toError(`Overpass aborted the query (${this.remark})`, 'request a smaller area or allow more time')
    }
  }

  private checkRoot(name: string): void {
    if (name === this.root) return
    if (name === 'osmChange')
      throw this.toError('this is a change file (<osmChange>)', 'give an extract, and the changes to it with --changes')
    const problem = name.toLowerCase() === 'html' ? 'this is a web page' : `this is XML of another kind (<${name}>)`
    throw this.toError(problem, this.root === 'osm' ? EXTRACT_FORMAT_REMEDY : CHANGE_FORMAT_REMEDY)
  }

  /**
   * Starts a section of a change file. Unknown sections are errors, because skipping a change would produce a map that
   * matches neither the old nor the new version.
   */
  private startAction(name: string): void {
    this.action = name
    if (changeActions.has(name) || ignoredInChanges.has(name)) return
    throw this.toError(`a change file cannot contain <${name}>`, 'expected <create>, <modify> or <delete>')
  }

  private startElement(name: string, attributes: Attributes): { readonly tags: TagColumns } | undefined {
    const { nodes, ways, relations } = this.block
    const columns = name === 'way' ? ways : name === 'relation' ? relations : name === 'node' ? nodes : undefined
    if (ignoredInChanges.has(this.action) || (!columns && this.root === 'osm')) return undefined
    if (!columns) {
      throw this.toError(`<${this.action}> cannot contain <${name}>`, 'expected <node>, <way> or <relation>')
    }
    const id = this.parseId(attributes.id)
    const isDeleted = this.action === 'delete' || isMarkedDeleted(attributes)
    if (columns === nodes) this.addNode(id, attributes, isDeleted)
    else (columns as WayColumns | RelationColumns).add(id)
    columns.versions.push(parseVersion(attributes.version), isDeleted)
    if (attributes.timestamp !== undefined) this.onTimestamp?.(attributes.timestamp)
    return columns
  }

  /** Adds a node. Deleted nodes have no coordinates. */
  private addNode(id: number, attributes: Attributes, isDeleted: boolean): void {
    const latitude = toFixedDegrees(toNumber(attributes.lat), 90)
    const longitude = toFixedDegrees(toNumber(attributes.lon), 180)
    if ((latitude === undefined || longitude === undefined) && !isDeleted) {
      throw this.toError(`node ${id} has no valid lat and lon`, DOWNLOAD_AGAIN_REMEDY)
    }
    this.block.nodes.add(id, latitude ?? 0, longitude ?? 0)
  }

  private addChild(name: string, attributes: Attributes): void {
    const { strings, ways, relations } = this.block
    const { current } = this
    if (name === 'tag') {
      current?.tags.push(strings.intern(attributes.k ?? ''), strings.intern(attributes.v ?? ''))
    } else if (name === 'nd' && current === ways) ways.ref.push(this.parseId(attributes.ref))
    else if (name === 'member' && current === relations) {
      const type = memberTypes.get(attributes.type)
      if (type === undefined) {
        throw this.toError(`a member cannot have the type "${attributes.type}"`, DOWNLOAD_AGAIN_REMEDY)
      }
      relations.addMember(type, this.parseId(attributes.ref), strings.intern(attributes.role ?? ''))
    }
  }

  private parseId(attribute: string | undefined): number {
    const id = toNumber(attribute)
    if (Number.isSafeInteger(id)) return id
    throw this.toError(`"${attribute ?? ''}" is not a valid id`, DOWNLOAD_AGAIN_REMEDY)
  }

  private toError(problem: string, remedy: string): UnreadableExtract {
    const { line, position } = this.parser
    return toTextError(this.source, position, `character ${position} (line ${line})`, problem, remedy)
  }
}

/** Returns the version, or 0 if there is none, because many files contain no versions. */
function parseVersion(attribute: string | undefined): number {
  const version = toNumber(attribute)
  return Number.isSafeInteger(version) && version > 0 ? version : 0
}

/** Returns whether an editor marked the element as deleted. Editors keep deleted elements in their files. */
function isMarkedDeleted({ visible, action }: Attributes): boolean {
  return visible === 'false' || action === 'delete'
}

/**
 * Converts an attribute to a number. Returns NaN for an empty string, because JavaScript would convert it to 0, which
 * is a valid coordinate.
 */
function toNumber(attribute: string | undefined): number {
  return attribute === undefined || attribute.trim() === '' ? Number.NaN : Number(attribute)
}
