import type { OsmBlock, OsmTags } from '../block.ts'
import { DOWNLOAD_AGAIN, UnreadableExtract } from '../unreadable-extract.ts'
import { decodeBlob, type PbfBlob } from './pbf.ts'

/** What the reader and its decoding threads say to each other. */
export interface DecodeRequest {
  readonly file: string
  readonly blob: PbfBlob
}

export type DecodeAnswer =
  /** No block: the blob was the file's header, or of a kind that is to be skipped. */
  | { readonly block: OsmBlock | undefined }
  /** An error as plain values: a class does not survive the way between threads. */
  | { readonly fault: { readonly offset: number; readonly what: string; readonly remedy: string } }

export function decodeForAnotherThread({ file, blob }: DecodeRequest): {
  answer: DecodeAnswer
  transfer: ArrayBuffer[]
} {
  try {
    const block = decodeBlob(file, blob)
    return { answer: { block }, transfer: block ? buffersOf(block) : [] }
  } catch (error) {
    return { answer: { fault: toFault(error, blob.offset) }, transfer: [] }
  }
}

export function toFault(error: unknown, offset: number): { offset: number; what: string; remedy: string } {
  if (error instanceof UnreadableExtract) return { offset: error.offset, what: error.what, remedy: error.remedy }
  const reason = error instanceof Error ? error.message : String(error)
  return { offset, what: `the block that begins here cannot be decoded (${reason})`, remedy: DOWNLOAD_AGAIN }
}

/**
 * The arrays change hands without a copy. The texts are copied: measured on 350,000 of them that is a few per cent of
 * the main thread's share, and sending them joined or as bytes to be decoded here was not faster.
 */
function buffersOf({ nodes, ways, relations }: OsmBlock): ArrayBuffer[] {
  const tags = ({ first, key, value }: OsmTags) => [first, key, value]
  const arrays = [
    ...[nodes.id, nodes.latitude, nodes.longitude, ...tags(nodes.tags)],
    ...[ways.id, ways.refFirst, ways.ref, ...tags(ways.tags)],
    ...[relations.id, relations.memberFirst, relations.member, relations.memberType, relations.memberRole],
    ...tags(relations.tags),
  ]
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}
