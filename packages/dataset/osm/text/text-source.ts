import { UnreadableExtract } from '../unreadable-extract.ts'

/** An incoming text stream. */
export interface TextSource {
  readonly file: string
  /** True if the file is compressed, so that offsets differ from those of the file on disk. */
  readonly unpacked: boolean
  readonly chunks: AsyncIterable<Uint8Array>
}

export function unreadableText(
  { file, unpacked }: TextSource,
  offset: number,
  place: string,
  what: string,
  remedy: string,
): UnreadableExtract {
  return new UnreadableExtract(file, offset, what, remedy, unpacked ? `${place} of the decompressed text` : place)
}
