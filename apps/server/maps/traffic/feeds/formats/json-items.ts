import { type JsonItem, JsonStream, readJsonItems } from '@fairway/dataset'
import { FeedError } from '../feed-failure.ts'

/** Maximum size of a value. A work zone with ten thousand points takes up half a megabyte. */
export const MAX_VALUE_BYTES = 8 * 1024 * 1024
/** Maximum nesting depth. The deepest format has seven levels. */
export const MAX_LEVELS = 32

/**
 * Yields the items of the outermost object's lists one by one. Throws FeedError if the text is not JSON, is truncated,
 * or has none of the lists.
 */
export async function* readFeedItems(
  chunks: AsyncIterable<Uint8Array>,
  lists: ReadonlySet<string>,
): AsyncGenerator<JsonItem> {
  const members: string[] = []
  let hasList = false
  const json = new JsonStream(
    chunks,
    { maxValueBytes: MAX_VALUE_BYTES, maxLevels: MAX_LEVELS },
    {
      cutOff: () => new FeedError({ kind: 'cut-off' }),
      broken: (atByte, reason) => new FeedError({ kind: 'broken-json', atByte, what: reason }),
    },
  )
  const items = readJsonItems(json, lists, (name, isList) => {
    members.push(name)
    hasList ||= isList
  })
  for await (const item of items) if (!item.isMember) yield item
  if (!hasList) throw new FeedError({ kind: 'unknown-format', found: describeMissingList(lists, members) })
}

function describeMissingList(lists: ReadonlySet<string>, members: readonly string[]): string {
  const expectedNames = [...lists].map((list) => JSON.stringify(list)).join(' or ')
  const memberNames = members.slice(0, 5).map((member) => JSON.stringify(member.slice(0, 30)))
  const content = memberNames.length > 0 ? `, only ${memberNames.join(', ')}` : '; it is empty'
  return `the JSON object contains no list named ${expectedNames}${content}`
}
