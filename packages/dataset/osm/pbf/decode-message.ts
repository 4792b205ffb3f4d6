import type { OsmBlock, OsmTags } from '../block.ts'
import { DOWNLOAD_AGAIN_REMEDY, UnreadableExtract } from '../unreadable-extract.ts'
import { decodeBlob, type PbfBlob } from './pbf.ts'

/** Messages between the reader and its decoding threads. */
export interface DecodeRequest {
  readonly file: string
  readonly blob: PbfBlob
  readonly withVersions: boolean
}

export type DecodeReply =
  /** The block is undefined if the blob is the file header or has an unknown type. */
  | { readonly block: OsmBlock | undefined }
  /** The error is sent as plain values, because class instances do not survive the transfer between threads. */
  | { readonly error: { readonly offset: number; readonly problem: string; readonly remedy: string } }

export function decodeForTransfer({ file, blob, withVersions }: DecodeRequest): {
  reply: DecodeReply
  transfer: ArrayBuffer[]
} {
  try {
    const block = decodeBlob(file, blob, withVersions)
    return { reply: { block }, transfer: block ? listBuffers(block) : [] }
  } catch (error) {
    return { reply: { error: toDecodeError(error, blob.offset) }, transfer: [] }
  }
}

export function toDecodeError(error: unknown, offset: number): { offset: number; problem: string; remedy: string } {
  if (error instanceof UnreadableExtract) return { offset: error.offset, problem: error.problem, remedy: error.remedy }
  const reason = error instanceof Error ? error.message : String(error)
  return { offset, problem: `the block that starts here cannot be decoded (${reason})`, remedy: DOWNLOAD_AGAIN_REMEDY }
}

/**
 * Lists the buffers that are transferred to the main thread without copying. Strings are copied, which takes a few
 * percent of the main thread's time for 350,000 strings. Sending the strings joined or as undecoded bytes was not
 * faster.
 */
function listBuffers({ nodes, ways, relations }: OsmBlock): ArrayBuffer[] {
  const tags = ({ first, key, value }: OsmTags) => [first, key, value]
  const arrays = [
    ...[nodes.id, nodes.latitude, nodes.longitude, ...tags(nodes.tags)],
    ...[ways.id, ways.refFirst, ways.ref, ...tags(ways.tags)],
    ...[relations.id, relations.memberFirst, relations.member, relations.memberType, relations.memberRole],
    ...tags(relations.tags),
  ]
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}
