import { UnreadableExtract } from '../unreadable-extract.ts'

/** An incoming text stream. */
export interface TextSource {
  readonly file: string
  /** True if the file is compressed, so that offsets differ from those of the file on disk. */
  readonly decompressed: boolean
  readonly chunks: AsyncIterable<Uint8Array>
}

export function toTextError(
  { file, decompressed }: TextSource,
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
    decompressed ? `${position} of the decompressed text` : position,
  )
}
