import type { OsmBlock, OsmNodes, OsmRelations, OsmTags, OsmVersions, OsmWays } from './block.ts'
import { Float64Builder, Uint32Builder } from './growing.ts'

/** Minimum weight of a block. The builder emits a block when its `weight` reaches this value. */
export const MIN_BLOCK_WEIGHT = 100_000

/**
 * Collects elements into a block. `add` begins an element, and later pushes to `tags`, `ref` or `member` belong to that
 * element.
 */
export class BlockBuilder {
  readonly strings = new StringTable()
  readonly nodes = new NodeColumns()
  readonly ways = new WayColumns()
  readonly relations = new RelationColumns()

  /** Size of the block: the number of elements, references, members and tags. */
  get weight(): number {
    return this.nodes.weight + this.ways.weight + this.relations.weight
  }

  /** Adds tags (alternating keys and values) to the last element of these columns. */
  addTags({ tags }: { readonly tags: TagColumns }, pairs: readonly string[]): void {
    for (let index = 0; index < pairs.length; index += 2) {
      tags.push(this.strings.intern(pairs[index]), this.strings.intern(pairs[index + 1]))
    }
  }

  finish(): OsmBlock {
    return {
      strings: this.strings.strings,
      nodes: this.nodes.finish(),
      ways: this.ways.finish(),
      relations: this.relations.finish(),
    }
  }
}

/** Table of strings without duplicates. */
class StringTable {
  readonly strings: string[] = []
  private readonly indices = new Map<string, number>()

  intern(string: string): number {
    const existingIndex = this.indices.get(string)
    if (existingIndex !== undefined) return existingIndex
    this.indices.set(string, this.strings.length)
    return this.strings.push(string) - 1
  }
}

export class TagColumns {
  private readonly first = new Uint32Builder()
  private readonly key = new Uint32Builder()
  private readonly value = new Uint32Builder()

  get length(): number {
    return this.key.length
  }
  startElement(): void {
    this.first.push(this.key.length)
  }
  push(key: number, value: number): void {
    this.key.push(key)
    this.value.push(value)
  }
  finish(): OsmTags {
    this.startElement()
    return { first: this.first.finish(), key: this.key.finish(), value: this.value.finish() }
  }
}

/** Versions of elements, for readers that provide versions. A block has no versions if no version is pushed. */
export class VersionColumns {
  private readonly version = new Uint32Builder()
  private readonly deletedFlags = new Uint32Builder()

  push(version: number, isDeleted: boolean): void {
    this.version.push(version)
    this.deletedFlags.push(isDeleted ? 1 : 0)
  }
  finish(elementCount: number): { readonly versions?: OsmVersions } {
    if (this.version.length !== elementCount || elementCount === 0) return {}
    return { versions: { version: this.version.finish(), deleted: Uint8Array.from(this.deletedFlags.finish()) } }
  }
}

export class NodeColumns {
  private readonly id = new Float64Builder()
  private readonly latitude = new Uint32Builder()
  private readonly longitude = new Uint32Builder()
  readonly tags = new TagColumns()
  readonly versions = new VersionColumns()

  get weight(): number {
    return this.id.length + this.tags.length
  }
  /** Adds a node. Coordinates are integers in units of 10^-7 degrees. */
  add(id: number, latitude: number, longitude: number): void {
    this.id.push(id)
    this.latitude.push(latitude)
    this.longitude.push(longitude)
    this.tags.startElement()
  }
  finish(): OsmNodes {
    return {
      id: this.id.finish(),
      latitude: this.latitude.finishSigned(),
      longitude: this.longitude.finishSigned(),
      tags: this.tags.finish(),
      ...this.versions.finish(this.id.length),
    }
  }
}

export class WayColumns {
  private readonly id = new Float64Builder()
  private readonly refFirst = new Uint32Builder()
  readonly ref = new Float64Builder()
  readonly tags = new TagColumns()
  readonly versions = new VersionColumns()

  get weight(): number {
    return this.id.length + this.ref.length + this.tags.length
  }
  add(id: number): void {
    this.id.push(id)
    this.refFirst.push(this.ref.length)
    this.tags.startElement()
  }
  finish(): OsmWays {
    this.refFirst.push(this.ref.length)
    return {
      id: this.id.finish(),
      refFirst: this.refFirst.finish(),
      ref: this.ref.finish(),
      tags: this.tags.finish(),
      ...this.versions.finish(this.id.length),
    }
  }
}

export class RelationColumns {
  private readonly id = new Float64Builder()
  private readonly memberFirst = new Uint32Builder()
  private readonly member = new Float64Builder()
  private readonly memberType = new Uint32Builder()
  private readonly memberRole = new Uint32Builder()
  readonly tags = new TagColumns()
  readonly versions = new VersionColumns()

  get weight(): number {
    return this.id.length + this.member.length + this.tags.length
  }
  add(id: number): void {
    this.id.push(id)
    this.memberFirst.push(this.member.length)
    this.tags.startElement()
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
      ...this.versions.finish(this.id.length),
    }
  }
}
