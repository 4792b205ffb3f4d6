import type { OsmBlock } from '../block.ts'
import { BlockBuilder } from '../block-builder.ts'
import { BlockCopier, type ElementKind, elementKinds } from './block-copier.ts'

/**
 * Keeps the newest version of each element and omits elements whose newest version is deleted. History files list the
 * versions of an element consecutively. Blocks of ordinary files stay unchanged.
 */
export async function* keepNewestVersions(blocks: AsyncIterable<OsmBlock>): AsyncGenerator<OsmBlock> {
  let previous: OsmBlock | undefined
  const newestElements = new NewestElements()
  for await (const block of blocks) {
    if (previous) yield* newestElements.filter(previous, block)
    previous = block
  }
  if (previous) yield* newestElements.filter(previous, undefined)
}

class NewestElements {
  /** Elements of earlier blocks whose later versions have not been read yet. */
  private readonly open = new Map<ElementKind, { copier: BlockCopier; block: OsmBlock; index: number }>()

  filter(block: OsmBlock, next: OsmBlock | undefined): readonly OsmBlock[] {
    const keptByKind = elementKinds.map((kind) => this.listKept(kind, block, next))
    const isUnchanged = elementKinds.every((kind, i) => keptByKind[i] === undefined && !this.open.has(kind))
    if (isUnchanged) return [block]
    const target = new BlockBuilder()
    const copier = new BlockCopier(block)
    elementKinds.forEach((kind, i) => {
      const indices = keptByKind[i] ?? block[kind].id.keys()
      for (const index of indices) this.copyNewest(kind, { copier, block, index }, next, target)
    })
    return target.weight > 0 ? [target.finish()] : []
  }

  /** Returns the index of the newest version in each run of equal IDs, or undefined if all elements are kept. */
  private listKept(kind: ElementKind, block: OsmBlock, next: OsmBlock | undefined): number[] | undefined {
    const { id, versions } = block[kind]
    let isPlain = !(id.length > 0 && next?.[kind].id[0] === id[id.length - 1])
    const keptElements: number[] = []
    for (let begin = 0; begin < id.length; ) {
      let [end, newestIndex] = [begin + 1, begin]
      for (; end < id.length && id[end] === id[begin]; end++)
        if (isNewer(block, end, block, newestIndex, kind)) newestIndex = end
      if (end > begin + 1 || versions?.deleted[newestIndex] === 1) isPlain = false
      keptElements.push(newestIndex)
      begin = end
    }
    return isPlain ? undefined : keptElements
  }

  private copyNewest(
    kind: ElementKind,
    candidate: { copier: BlockCopier; block: OsmBlock; index: number },
    next: OsmBlock | undefined,
    target: BlockBuilder,
  ): void {
    const id = candidate.block[kind].id[candidate.index]
    const openVersion = this.open.get(kind)
    this.open.delete(kind)
    const isSame = openVersion?.block[kind].id[openVersion.index] === id
    const newestVersion =
      openVersion && isSame && !isNewer(candidate.block, candidate.index, openVersion.block, openVersion.index, kind)
        ? openVersion
        : candidate
    const ids = candidate.block[kind].id
    if (id === ids[ids.length - 1] && next?.[kind].id[0] === id) this.open.set(kind, newestVersion)
    else if (newestVersion.block[kind].versions?.deleted[newestVersion.index] !== 1)
      newestVersion.copier.copy(kind, newestVersion.index, target)
  }
}

/**
 * Returns whether an element is newer than another. If both versions are equal, the later element counts as newer,
 * because it is a correction.
 */
function isNewer(block: OsmBlock, index: number, otherBlock: OsmBlock, thanIndex: number, kind: ElementKind): boolean {
  return (block[kind].versions?.version[index] ?? 0) >= (otherBlock[kind].versions?.version[thanIndex] ?? 0)
}
