import type { OsmBlock, OsmTags } from '../block.ts'

/** Elements of blocks in a form that tests can compare. Coordinates are [latitude, longitude] in degrees. */
export interface Elements {
  readonly nodes: { id: number; at: [number, number]; tags: Record<string, string> }[]
  readonly ways: { id: number; refs: number[]; tags: Record<string, string> }[]
  readonly relations: {
    id: number
    members: [type: number, id: number, role: string][]
    tags: Record<string, string>
  }[]
}

export function toElements(blocks: readonly OsmBlock[]): Elements {
  return {
    nodes: blocks.flatMap(({ nodes, strings }) =>
      Array.from(nodes.id, (id, index) => ({
        id,
        at: [nodes.latitude[index] / 1e7, nodes.longitude[index] / 1e7] as [number, number],
        tags: tagsOf(nodes.tags, index, strings),
      })),
    ),
    ways: blocks.flatMap(({ ways, strings }) =>
      Array.from(ways.id, (id, index) => ({
        id,
        refs: [...ways.ref.subarray(ways.refFirst[index], ways.refFirst[index + 1])],
        tags: tagsOf(ways.tags, index, strings),
      })),
    ),
    relations: blocks.flatMap(({ relations, strings }) =>
      Array.from(relations.id, (id, index) => ({
        id,
        members: range(relations.memberFirst[index], relations.memberFirst[index + 1]).map(
          (at): [number, number, string] => [
            relations.memberType[at],
            relations.member[at],
            strings[relations.memberRole[at]],
          ],
        ),
        tags: tagsOf(relations.tags, index, strings),
      })),
    ),
  }
}

function tagsOf({ first, key, value }: OsmTags, index: number, strings: readonly string[]): Record<string, string> {
  return Object.fromEntries(range(first[index], first[index + 1]).map((at) => [strings[key[at]], strings[value[at]]]))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
