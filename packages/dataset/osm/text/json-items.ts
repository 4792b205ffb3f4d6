import { type JsonItem, JsonStream, readJsonItems } from '../../streams/json-stream.ts'
import { DOWNLOAD_AGAIN_REMEDY, EXTRACT_FORMAT_REMEDY, type UnreadableExtract } from '../unreadable-extract.ts'
import { type TextSource, toTextError } from './text-source.ts'

/**
 * Maximum size of one item, in bytes. An OSM relation has at most 32,000 members, and this limit is ten times the size
 * of such a relation.
 */
const MAX_ITEM_BYTES = 64 * 1024 * 1024

/** Yields the values of the top-level object. Throws an UnreadableExtract if a value cannot be read. */
export function readTextItems(text: TextSource, lists: ReadonlySet<string>): AsyncGenerator<JsonItem> {
  const json = new JsonStream(
    text.chunks,
    { maxValueBytes: MAX_ITEM_BYTES, maxLevels: Number.POSITIVE_INFINITY },
    {
      cutOff: (end) => toTextError(text, end, `byte ${end}`, 'the text ends inside a list', DOWNLOAD_AGAIN_REMEDY),
      broken: (offset, problem) =>
        unreadableAt(text, offset, problem.endsWith('expected') ? `${problem} here` : problem),
      unreadable: (offset, problemText) =>
        unreadableAt(text, offset, `the value that starts here cannot be read: ${problemText}`),
    },
  )
  return readJsonItems(json, lists)
}

function unreadableAt(text: TextSource, offset: number, problem: string): UnreadableExtract {
  return toTextError(text, offset, `byte ${offset}`, problem, EXTRACT_FORMAT_REMEDY)
}
