import type { OsmBlock, OsmNodes, OsmRelations, OsmTags, OsmWays } from './block.ts'
import { Doubles, Integers } from './growing.ts'

/** A block is emitted once it reaches this weight. */
export const BLOCK_WEIGHT = 100_000

/** Collects elements into a block. `add` begins an element; later pushes to `tags`, `ref` or `member` belong to it. */
export class BlockBuilder {
  readonly strings = new StringTable()
  readonly nodes = new NodeColumns()
  readonly ways = new WayColumns()
  readonly relations = new RelationColumns()

  /** Size measure: number of elements, references, members, and tags. */
  get weight(): number {
    return this.nodes.weight + this.ways.weight + this.relations.weight
  }

  /** Adds tags (alternating keys and values) to the last element begun in these columns. */
  tag({ tags }: { readonly tags: TagColumns }, texts: readonly string[]): void {
    for (let at = 0; at < texts.length; at += 2) {
      tags.push(this.strings.numberOf(texts[at]), this.strings.numberOf(texts[at + 1]))
    }
  }

  finish(): OsmBlock {
    return {
      strings: this.strings.texts,
      nodes: this.nodes.finish(),
      ways: this.ways.finish(),
      relations: this.relations.finish(),
    }
  }
}

/** Numbered strings without duplicates. */
export class StringTable {
  readonly texts: string[] = []
  private readonly numbers = new Map<string, number>()

  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}

export class TagColumns {
  private readonly first = new Integers()
  private readonly key = new Integers()
  private readonly value = new Integers()

  get length(): number {
    return this.key.length
  }
  begin(): void {
    this.first.push(this.key.length)
  }
  push(key: number, value: number): void {
    this.key.push(key)
    this.value.push(value)
  }
  finish(): OsmTags {
    this.begin()
    return { first: this.first.finish(), key: this.key.finish(), value: this.value.finish() }
  }
}

export class NodeColumns {
  private readonly id = new Doubles()
  private readonly latitude = new Integers()
  private readonly longitude = new Integers()
  readonly tags = new TagColumns()

  get weight(): number {
    return this.id.length + this.tags.length
  }
  /** Coordinates are integers in units of 10^-7 degrees. */
  add(id: number, latitude: number, longitude: number): void {
    this.id.push(id)
    this.latitude.push(latitude)
    this.longitude.push(longitude)
    this.tags.begin()
  }
  finish(): OsmNodes {
    return {
      id: this.id.finish(),
      latitude: this.latitude.finishSigned(),
      longitude: this.longitude.finishSigned(),
      tags: this.tags.finish(),
    }
  }
}

export class WayColumns {
  private readonly id = new Doubles()
  private readonly refFirst = new Integers()
  readonly ref = new Doubles()
  readonly tags = new TagColumns()

  get weight(): number {
    return this.id.length + this.ref.length + this.tags.length
  }
  add(id: number): void {
    this.id.push(id)
    this.refFirst.push(this.ref.length)
    this.tags.begin()
  }
  finish(): OsmWays {
    this.refFirst.push(this.ref.length)
    return { id: this.id.finish(), refFirst: this.refFirst.finish(), ref: this.ref.finish(), tags: this.tags.finish() }
  }
}

export class RelationColumns {
  private readonly id = new Doubles()
  private readonly memberFirst = new Integers()
  private readonly member = new Doubles()
  private readonly memberType = new Integers()
  private readonly memberRole = new Integers()
  readonly tags = new TagColumns()

  get weight(): number {
    return this.id.length + this.member.length + this.tags.length
  }
  add(id: number): void {
    this.id.push(id)
    this.memberFirst.push(this.member.length)
    this.tags.begin()
  }
  addMember(type: number, member: number, role: number): void {
    this.memberType.push(type)
    this.member.push(member)
    this.memberRole.push(role)
  }
  finish(): OsmRelations {
    this.memberFirst.push(this.member.length)
    return {
      id: this.id.finish(),
      memberFirst: this.memberFirst.finish(),
      member: this.member.finish(),
      memberType: Uint8Array.from(this.memberType.finish()),
      memberRole: this.memberRole.finish(),
      tags: this.tags.finish(),
    }
  }
}
