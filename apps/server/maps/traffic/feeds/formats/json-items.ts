import { FeedBroken } from '../feed-failure.ts'
import { JsonBytes } from './json-bytes.ts'

/** An item of one of the requested lists. */
export type JsonItem =
  | { readonly list: string; readonly value: unknown; readonly text: string }
  /** The item exists but cannot be read. Later items still can. */
  | { readonly list: string; readonly fault: string }

/**
 * Yields the items of the outermost object's lists one by one: a fully parsed feed takes ten times its size, and a
 * hostile one all memory. Throws FeedBroken when the text is not JSON, is truncated, or has none of the lists.
 */
export async function* readJsonItems(
  chunks: AsyncIterable<Uint8Array>,
  lists: ReadonlySet<string>,
): AsyncGenerator<JsonItem> {
  const json = new JsonBytes(chunks)
  const members: string[] = []
  let found = false
  try {
    await json.expect('{')
    if (!(await json.accept('}'))) {
      do {
        const name = await readName(json)
        members.push(name)
        if (lists.has(name) && (await json.accept('['))) {
          found = true
          yield* readList(json, name)
        } else await json.value()
      } while (await json.accept(','))
      await json.expect('}')
    }
    if ((await json.peek()) !== undefined) throw json.broken('there is more text after the end')
  } finally {
    await json.close()
  }
  if (!found) throw new FeedBroken({ kind: 'unknown-format', found: describeMembers(lists, members) })
}

async function readName(json: JsonBytes): Promise<string> {
  if (!(await json.isAtText())) throw json.broken('a name was expected')
  const name = await json.value()
  await json.expect(':')
  return 'value' in name ? String(name.value) : ''
}

async function* readList(json: JsonBytes, list: string): AsyncGenerator<JsonItem> {
  if (await json.accept(']')) return
  do yield { list, ...(await json.value()) }
  while (await json.accept(','))
  await json.expect(']')
}

function describeMembers(lists: ReadonlySet<string>, members: readonly string[]): string {
  const wanted = [...lists].map((list) => JSON.stringify(list)).join(' nor ')
  const given = members.slice(0, 5).map((member) => JSON.stringify(member.slice(0, 30)))
  return `the JSON object contains neither a list ${wanted}, only ${given.join(', ') || 'nothing'}`
}
