import { type FileHandle, open } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'

/** Tags in file order: alternating keys and values. */
type Tags = readonly string[]

interface Node {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
  readonly tags: Tags
}
interface Way {
  readonly id: number
  readonly nodes: readonly number[]
  readonly tags: Tags
}
interface Relation {
  readonly id: number
  readonly members: readonly { readonly type: 0 | 1 | 2; readonly id: number; readonly role: string }[]
  readonly tags: Tags
}

const ELEMENTS_PER_BLOCK = 8000

/** Writes an .osm.pbf file as other programs do: dense nodes, 8,000 elements per block, deflated. */
export class PbfFile {
  private readonly handle: FileHandle
  private nodes: Node[] = []
  private ways: Way[] = []
  private relations: Relation[] = []

  private constructor(handle: FileHandle) {
    this.handle = handle
  }

  static async create(path: string): Promise<PbfFile> {
    const file = new PbfFile(await open(path, 'w'))
    const header = new Bytes().text(4, 'OsmSchema-V0.6').text(4, 'DenseNodes')
    await file.writeBlob('OSMHeader', header)
    return file
  }

  addNode(node: Node): void {
    this.nodes.push(node)
  }
  addWay(way: Way): void {
    this.ways.push(way)
  }
  addRelation(relation: Relation): void {
    this.relations.push(relation)
  }

  /**
   * Whether the block must be written. Callers check this after every element instead of awaiting each write, because
   * millions of waits would dominate the run time.
   */
  get isFull(): boolean {
    return this.nodes.length + this.ways.length + this.relations.length >= ELEMENTS_PER_BLOCK
  }

  async close(): Promise<void> {
    await this.flush()
    await this.handle.close()
  }

  async flush(): Promise<void> {
    const strings = new Strings()
    const groups = [
      ...(this.nodes.length > 0 ? [new Bytes().message(2, denseNodes(this.nodes, strings))] : []),
      ...(this.ways.length > 0 ? [manyOf(3, this.ways, (way) => wayOf(way, strings))] : []),
      ...(this.relations.length > 0 ? [manyOf(4, this.relations, (one) => relationOf(one, strings))] : []),
    ]
    this.nodes = []
    this.ways = []
    this.relations = []
    if (groups.length === 0) return
    const block = new Bytes().message(1, strings.table())
    for (const group of groups) block.message(2, group)
    await this.writeBlob('OSMData', block)
  }

  private async writeBlob(type: string, content: Bytes): Promise<void> {
    const raw = content.finish()
    const blob = new Bytes()
      .number(2, raw.length)
      .bytes(3, deflateSync(raw, { level: 1 }))
      .finish()
    const header = new Bytes().text(1, type).number(3, blob.length).finish()
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)
    await this.handle.writev([length, header, blob])
  }
}

class Strings {
  private readonly numbers = new Map<string, number>([['', 0]])

  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.numbers.size)
    return this.numbers.size - 1
  }
  table(): Bytes {
    const table = new Bytes()
    for (const text of this.numbers.keys()) table.text(1, text)
    return table
  }
}

function manyOf<T>(field: number, items: readonly T[], encode: (item: T) => Bytes): Bytes {
  const group = new Bytes()
  for (const item of items) group.message(field, encode(item))
  return group
}

function denseNodes(nodes: readonly Node[], strings: Strings): Bytes {
  const unit = (degrees: number) => Math.round(degrees * 1e7)
  return new Bytes()
    .deltas(
      1,
      nodes.map(({ id }) => id),
    )
    .deltas(
      8,
      nodes.map(({ latitude }) => unit(latitude)),
    )
    .deltas(
      9,
      nodes.map(({ longitude }) => unit(longitude)),
    )
    .packed(
      10,
      nodes.flatMap(({ tags }) => [...tags.map((text) => strings.numberOf(text)), 0]),
    )
}

function wayOf({ id, nodes, tags }: Way, strings: Strings): Bytes {
  return withTags(new Bytes().number(1, id), tags, strings).deltas(8, nodes)
}

function relationOf({ id, members, tags }: Relation, strings: Strings): Bytes {
  return withTags(new Bytes().number(1, id), tags, strings)
    .packed(
      8,
      members.map(({ role }) => strings.numberOf(role)),
    )
    .deltas(
      9,
      members.map((member) => member.id),
    )
    .packed(
      10,
      members.map(({ type }) => type),
    )
}

function withTags(bytes: Bytes, tags: Tags, strings: Strings): Bytes {
  return bytes
    .packed(
      2,
      tags.filter((_, i) => i % 2 === 0).map((key) => strings.numberOf(key)),
    )
    .packed(
      3,
      tags.filter((_, i) => i % 2 === 1).map((value) => strings.numberOf(value)),
    )
}

/** Builds a protobuf message. */
class Bytes {
  private buffer = Buffer.allocUnsafe(256)
  private length = 0

  finish(): Buffer {
    return this.buffer.subarray(0, this.length)
  }
  number(field: number, value: number): this {
    return this.varint(field * 8).varint(value)
  }
  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value))
  }
  message(field: number, message: Bytes): this {
    return this.bytes(field, message.finish())
  }
  bytes(field: number, content: Buffer): this {
    this.varint(field * 8 + 2).varint(content.length)
    this.reserve(content.length)
    this.length += content.copy(this.buffer, this.length)
    return this
  }
  packed(field: number, values: readonly number[]): this {
    const list = new Bytes()
    for (const value of values) list.varint(value)
    return this.message(field, list)
  }
  /** Writes zigzag-encoded deltas. */
  deltas(field: number, values: readonly number[]): this {
    const differences = values.map((value, index) => value - (values[index - 1] ?? 0))
    return this.packed(
      field,
      differences.map((value) => (value < 0 ? -2 * value - 1 : 2 * value)),
    )
  }

  private varint(value: number): this {
    this.reserve(10)
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.buffer[this.length++] = (rest % 128) | 128
    this.buffer[this.length++] = rest
    return this
  }
  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (this.length + more))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
  }
}
