import { UnreadableExtract } from '../unreadable-extract.ts'

/** A stream of text and the file that it comes from. */
export interface TextSource {
  readonly file: string
  /** True if the file is compressed. Offsets in the text then differ from offsets in the file. */
  readonly isCompressed: boolean
  readonly chunks: AsyncIterable<Uint8Array>
}

export function toTextError(
  { file, isCompressed }: TextSource,
  offset: number,
  position: string,
  problem: string,
  remedy: string,
): UnreadableExtract {
  return new UnreadableExtract(
    file,
    offset,
    problem,
    remedy,
    isCompressed ? `${position} of the decompressed text` : position,
  )
}
