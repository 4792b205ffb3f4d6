import { UnreadableExtract } from '../unreadable-extract.ts'

/** A text on its way in. */
export interface TextSource {
  readonly file: string
  /** True when the file is packed, so that places are not those of the file on disk. */
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
  return new UnreadableExtract(file, offset, what, remedy, unpacked ? `${place} of the unpacked text` : place)
}
