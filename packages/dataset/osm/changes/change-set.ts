import type { OsmBlock } from '../block.ts'
import { BlockBuilder, MIN_BLOCK_WEIGHT } from '../block-builder.ts'
import { detectExtractFormat } from '../extract-format.ts'
import { BlockCopier, type ElementKind, elementKinds } from '../merge/block-copier.ts'
import { decompress } from '../text/decompress.ts'
import { readXml } from '../text/xml.ts'
import { CHANGE_FORMAT_REMEDY, UnreadableExtract } from '../unreadable-extract.ts'

interface Change {
  readonly copier: BlockCopier
  readonly index: number
  readonly version: number
}

/**
 * The newest version of each element in OpenStreetMap change files (`.osc`, `.osc.gz`). The newest version can be a
 * deletion. All changes are in memory, because one day of changes in a country takes only a few megabytes.
 */
export class ChangeSet {
  private readonly changes: Readonly<Record<ElementKind, Map<number, Change>>> = {
    nodes: new Map(),
    ways: new Map(),
    relations: new Map(),
  }
  /** Time of the newest change in ISO 8601 format, or undefined if the files contain no times. */
  newestTimestamp: string | undefined

  async read(file: string): Promise<void> {
    const format = await detectExtractFormat(file)
    if (format.kind !== 'text') throw new UnreadableExtract(file, 0, 'this is not a change file', CHANGE_FORMAT_REMEDY)
    const { compression } = format
    const source = { file, isCompressed: compression !== 'none', chunks: decompress(file, compression) }
    for await (const block of readXml(source, 'osmChange', (time) => this.addTimestamp(time))) this.add(block)
  }

  /** Lists the changes sorted by type and ID, with deleted elements marked. */
  async *listSorted(): AsyncGenerator<OsmBlock> {
    let target = new BlockBuilder()
    for (const kind of elementKinds) {
      const sorted = [...this.changes[kind]].sort(([a], [b]) => a - b)
      for (const [, { copier, index }] of sorted) {
        copier.copy(kind, index, target)
        if (target.weight < MIN_BLOCK_WEIGHT) continue
        yield target.finish()
        target = new BlockBuilder()
      }
    }
    if (target.weight > 0) yield target.finish()
  }

  private add(block: OsmBlock): void {
    const copier = new BlockCopier(block)
    for (const kind of elementKinds) {
      block[kind].id.forEach((id, index) => {
        const version = block[kind].versions?.version[index] ?? 0
        const earlierChange = this.changes[kind].get(id)
        if (earlierChange && version !== 0 && version < earlierChange.version) return
        this.changes[kind].set(id, { copier, index, version })
      })
    }
  }

  private addTimestamp(timestamp: string): void {
    const ms = Date.parse(timestamp)
    if (ms > Date.parse(this.newestTimestamp ?? '1970-01-01')) this.newestTimestamp = new Date(ms).toISOString()
  }
}
