import type { OsmBlock, OsmTags, OsmVersions } from '../block.ts'
import type { BlockBuilder, TagColumns, VersionColumns } from '../block-builder.ts'

export const elementKinds = ['nodes', 'ways', 'relations'] as const
export type ElementKind = (typeof elementKinds)[number]

const UNKNOWN_INDEX = 0xffffffff

/** Copies elements from one block into a block that is being built. */
export class BlockCopier {
  private readonly source: OsmBlock
  private target: BlockBuilder | undefined
  /** Target index of each source string, so that each string is looked up only once. */
  private readonly stringIndices: Uint32Array

  constructor(source: OsmBlock) {
    this.source = source
    this.stringIndices = new Uint32Array(source.strings.length)
  }

  copy(kind: ElementKind, index: number, target: BlockBuilder): void {
    if (this.target !== target) {
      this.target = target
      this.stringIndices.fill(UNKNOWN_INDEX)
    }
    if (kind === 'nodes') this.copyNode(index, target)
    else if (kind === 'ways') this.copyWay(index, target)
    else this.copyRelation(index, target)
  }

  private copyNode(index: number, { nodes }: BlockBuilder): void {
    const { id, latitude, longitude, tags, versions } = this.source.nodes
    nodes.add(id[index], latitude[index], longitude[index])
    this.copyTags(tags, index, nodes.tags)
    copyVersion(versions, index, nodes.versions)
  }

  private copyWay(index: number, { ways }: BlockBuilder): void {
    const { id, refFirst, ref, tags, versions } = this.source.ways
    ways.add(id[index])
    for (let i = refFirst[index]; i < refFirst[index + 1]; i++) ways.ref.push(ref[i])
    this.copyTags(tags, index, ways.tags)
    copyVersion(versions, index, ways.versions)
  }

  private copyRelation(index: number, { relations }: BlockBuilder): void {
    const { id, memberFirst, member, memberType, memberRole, tags, versions } = this.source.relations
    relations.add(id[index])
    for (let i = memberFirst[index]; i < memberFirst[index + 1]; i++) {
      relations.addMember(memberType[i], member[i], this.toTargetString(memberRole[i]))
    }
    this.copyTags(tags, index, relations.tags)
    copyVersion(versions, index, relations.versions)
  }

  private copyTags({ first, key, value }: OsmTags, index: number, tags: TagColumns): void {
    for (let i = first[index]; i < first[index + 1]; i++) {
      tags.push(this.toTargetString(key[i]), this.toTargetString(value[i]))
    }
  }

  private toTargetString(index: number): number {
    if (this.stringIndices[index] === UNKNOWN_INDEX && this.target) {
      this.stringIndices[index] = this.target.strings.intern(this.source.strings[index])
    }
    return this.stringIndices[index]
  }
}

function copyVersion(versions: OsmVersions | undefined, index: number, columns: VersionColumns): void {
  columns.push(versions?.version[index] ?? 0, versions?.deleted[index] === 1)
}
