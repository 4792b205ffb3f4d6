import type { OsmBlock } from '../block.ts'
import { BlockBuilder } from '../block-builder.ts'
import { BlockCopier, type ElementKind, elementKinds } from './block-copier.ts'

/**
 * Keeps the newest version of each element and omits elements whose newest version is deleted. History files list the
 * versions of an element consecutively. Blocks of ordinary files stay unchanged.
 */
export async function* keepNewestVersions(blocks: AsyncIterable<OsmBlock>): AsyncGenerator<OsmBlock> {
  let previous: OsmBlock | undefined
  const newest = new NewestElements()
  for await (const block of blocks) {
    if (previous) yield* newest.filter(previous, block)
    previous = block
  }
  if (previous) yield* newest.filter(previous, undefined)
}

class NewestElements {
  /** Elements of earlier blocks whose later versions have not been read yet. */
  private readonly open = new Map<ElementKind, { copier: BlockCopier; block: OsmBlock; index: number }>()

  filter(block: OsmBlock, next: OsmBlock | undefined): readonly OsmBlock[] {
    const kept = elementKinds.map((kind) => this.listKept(kind, block, next))
    const isUnchanged = elementKinds.every((kind, i) => kept[i] === undefined && !this.open.has(kind))
    if (isUnchanged) return [block]
    const target = new BlockBuilder()
    const copier = new BlockCopier(block)
    elementKinds.forEach((kind, i) => {
      const indices = kept[i] ?? block[kind].id.keys()
      for (const index of indices) this.copyNewest(kind, { copier, block, index }, next, target)
    })
    return target.weight > 0 ? [target.finish()] : []
  }

  /** Returns the index of the newest version in each run of equal IDs, or undefined if all elements are kept. */
  private listKept(kind: ElementKind, block: OsmBlock, next: OsmBlock | undefined): number[] | undefined {
    const { id, versions } = block[kind]
    let isPlain = !(id.length > 0 && next?.[kind].id[0] === id[id.length - 1])
    const kept: number[] = []
    for (let begin = 0; begin < id.length; ) {
      let [end, newest] = [begin + 1, begin]
      for (; end < id.length && id[end] === id[begin]; end++) if (isNewer(block, end, block, newest, kind)) newest = end
      if (end > begin + 1 || versions?.deleted[newest] === 1) isPlain = false
      kept.push(newest)
      begin = end
    }
    return isPlain ? undefined : kept
  }

  private copyNewest(
    kind: ElementKind,
    candidate: { copier: BlockCopier; block: OsmBlock; index: number },
    next: OsmBlock | undefined,
    target: BlockBuilder,
  ): void {
    const id = candidate.block[kind].id[candidate.index]
    const earlier = this.open.get(kind)
    this.open.delete(kind)
    const isSame = earlier?.block[kind].id[earlier.index] === id
    const newest =
      earlier && isSame && !isNewer(candidate.block, candidate.index, earlier.block, earlier.index, kind)
        ? earlier
        : candidate
    const ids = candidate.block[kind].id
    if (id === ids[ids.length - 1] && next?.[kind].id[0] === id) this.open.set(kind, newest)
    else if (newest.block[kind].versions?.deleted[newest.index] !== 1) newest.copier.copy(kind, newest.index, target)
  }
}

/**
 * Returns whether an element is newer than another. If both versions are equal, the later element counts as newer,
 * because it is a correction.
 */
function isNewer(block: OsmBlock, index: number, than: OsmBlock, thanIndex: number, kind: ElementKind): boolean {
  return (block[kind].versions?.version[index] ?? 0) >= (than[kind].versions?.version[thanIndex] ?? 0)
}
