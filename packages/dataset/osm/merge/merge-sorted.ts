import type { OsmBlock } from '../block.ts'
import { BlockBuilder, MIN_BLOCK_WEIGHT } from '../block-builder.ts'
import { UnreadableExtract } from '../unreadable-extract.ts'
import { BlockCopier, type ElementKind, elementKinds } from './block-copier.ts'

/** A sorted stream of elements, with the name of its file for error messages. */
export interface MergeInput {
  readonly file: string
  readonly blocks: AsyncIterable<OsmBlock>
}

const SORT_REMEDY = 'sort it with "osmium sort" first'

/**
 * Merges files in one pass, with at most one block per file in memory. The files must be sorted by type and ID, as
 * nearly all extracts are. Of elements with the same ID, the highest version is kept. If versions are missing or equal,
 * the element of the later input is kept. Elements are omitted if their newest version is deleted.
 */
export async function* mergeSorted(inputs: readonly MergeInput[]): AsyncGenerator<OsmBlock> {
  const cursors = inputs.map((input) => new ElementCursor(input))
  try {
    await Promise.all(cursors.map((cursor) => cursor.loadNext()))
    let target = new BlockBuilder()
    for (let first = findFirst(cursors); first; first = findFirst(cursors)) {
      const { kindIndex, id } = first
      const newestCursor = findNewest(cursors, kindIndex, id)
      if (!newestCursor.isDeleted) newestCursor.copyTo(target)
      for (const cursor of cursors) {
        if (cursor.isAt(kindIndex, id) && !cursor.step()) await cursor.loadNext()
      }
      if (target.weight < MIN_BLOCK_WEIGHT) continue
      yield target.finish()
      target = new BlockBuilder()
    }
    if (target.weight > 0) yield target.finish()
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.close()))
  }
}

function findFirst(cursors: readonly ElementCursor[]): ElementCursor | undefined {
  let first: ElementCursor | undefined
  for (const cursor of cursors) {
    if (cursor.isEnded) continue
    if (!first || cursor.kindIndex < first.kindIndex || (cursor.kindIndex === first.kindIndex && cursor.id < first.id))
      first = cursor
  }
  return first
}

function findNewest(cursors: readonly ElementCursor[], kindIndex: number, id: number): ElementCursor {
  let newestCursor: ElementCursor | undefined
  for (const cursor of cursors) {
    if (!cursor.isAt(kindIndex, id)) continue
    const isOlder = newestCursor !== undefined && cursor.version !== 0 && cursor.version < newestCursor.version
    if (!isOlder) newestCursor = cursor
  }
  if (!newestCursor) throw new Error('no input is at this element')
  return newestCursor
}

/** A position in a sorted stream. `kindIndex` is 0 for nodes, 1 for ways and 2 for relations. */
class ElementCursor {
  private readonly file: string
  private readonly blocks: AsyncIterator<OsmBlock>
  private block: OsmBlock | undefined
  private copier: BlockCopier | undefined
  private index = -1
  /** Kind of the element at the current index, or the first kind in a new block. */
  private blockKind = 0
  kindIndex = 0
  id = Number.NEGATIVE_INFINITY

  constructor({ file, blocks }: MergeInput) {
    this.file = file
    this.blocks = blocks[Symbol.asyncIterator]()
  }

  get isEnded(): boolean {
    return this.block === undefined
  }
  get version(): number {
    return this.block?.[this.kind].versions?.version[this.index] ?? 0
  }
  get isDeleted(): boolean {
    return this.block?.[this.kind].versions?.deleted[this.index] === 1
  }
  private get kind(): ElementKind {
    return elementKinds[this.kindIndex] ?? 'relations'
  }

  isAt(kindIndex: number, id: number): boolean {
    return this.block !== undefined && this.id === id && this.kindIndex === kindIndex
  }
  copyTo(target: BlockBuilder): void {
    this.copier?.copy(this.kind, this.index, target)
  }

  /** Moves to the next element of the loaded block. Returns false at the end of the block. */
  step(): boolean {
    const { block } = this
    if (!block) return false
    this.index++
    for (let kindIndex = this.blockKind; kindIndex < elementKinds.length; kindIndex++) {
      const { id } = block[elementKinds[kindIndex]]
      if (this.index < id.length) {
        this.blockKind = kindIndex
        this.moveTo(kindIndex, id[this.index])
        return true
      }
      this.index = 0
    }
    return false
  }

  async loadNext(): Promise<void> {
    do {
      const next = await this.blocks.next()
      this.block = next.done ? undefined : next.value
      this.copier = this.block && new BlockCopier(this.block)
      this.blockKind = 0
      this.index = -1
    } while (this.block && !this.step())
  }

  async close(): Promise<void> {
    await this.blocks.return?.()
  }

  private moveTo(kindIndex: number, id: number): void {
    if (id < 0) {
      const problem = `${toElementName(kindIndex, id)} has no OpenStreetMap ID, so it cannot be matched with other files`
      throw new UnreadableExtract(this.file, 0, problem, 'compile this file alone', '')
    }
    if (kindIndex < this.kindIndex || (kindIndex === this.kindIndex && id <= this.id)) {
      const order = `${toElementName(kindIndex, id)} follows ${toElementName(this.kindIndex, this.id)}`
      throw new UnreadableExtract(this.file, 0, `the elements are not sorted: ${order}`, SORT_REMEDY, '')
    }
    this.kindIndex = kindIndex
    this.id = id
  }
}

function toElementName(kindIndex: number, id: number): string {
  return `${['node', 'way', 'relation'][kindIndex]} ${id}`
}
