import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type OsmBlock, type OsmTags, readExtract } from '@fairway/dataset'
import { PbfFile } from './pbf-file.ts'

/**
 * Writes the roads of an extract in the OPL format (https://osmcode.org/opl-file-format), which
 * ../shared/bench/tile.mjs reads and writes. The output equals that of
 * `osmium tags-filter … w/highway r/type=restriction`, `renumber` and `cat`.
 */
export async function writeRoadsAsOpl(extract: string, file: string): Promise<void> {
  const blocks: OsmBlock[] = []
  for await (const block of readExtract(extract, { threads: 1 })) blocks.push(block)
  await pipeline(Readable.from(linesOf(blocks)), createWriteStream(file))
}

const letters = ['n', 'w', 'r'] as const

function* linesOf(blocks: readonly OsmBlock[]): Generator<string> {
  const kept = keptElements(blocks)
  for (const { nodes, strings } of blocks) {
    for (const [i, id] of nodes.id.entries()) {
      const number = kept.nodes.get(id)
      if (number === undefined) continue
      const [x, y] = [nodes.longitude[i] ?? 0, nodes.latitude[i] ?? 0].map((units) => (units / 1e7).toFixed(7))
      yield `n${number} v1 dV c0 t i0 u ${tagText(nodes.tags, strings, i)} x${x} y${y}\n`
    }
  }
  for (const { ways, strings } of blocks) {
    for (const [i, id] of ways.id.entries()) {
      const number = kept.ways.get(id)
      if (number === undefined) continue
      const refs = Array.from(ways.ref.subarray(ways.refFirst[i], ways.refFirst[i + 1]), (ref) => kept.nodes.get(ref))
      const list = refs.filter((ref) => ref !== undefined).map((ref) => `n${ref}`)
      yield `w${number} v1 dV c0 t i0 u ${tagText(ways.tags, strings, i)} N${list.join(',')}\n`
    }
  }
  let relation = 0
  for (const { relations, strings } of blocks) {
    for (let i = 0; i < relations.id.length; i++) {
      if (tagOf(relations.tags, strings, i, 'type') !== 'restriction') continue
      const members = membersOf(relations, strings, i).flatMap(({ type, id, role }) => {
        const number = (type === 0 ? kept.nodes : kept.ways).get(id)
        return number === undefined || type === 2 ? [] : [`${letters[type]}${number}@${toOplText(role)}`]
      })
      yield `r${++relation} v1 dV c0 t i0 u ${tagText(relations.tags, strings, i)} M${members.join(',')}\n`
    }
  }
}

/** Assigns new ids, starting at 1, to ways with a highway tag and their nodes. */
function keptElements(blocks: readonly OsmBlock[]): { nodes: Map<number, number>; ways: Map<number, number> } {
  const used = new Set<number>()
  const ways = new Map<number, number>()
  for (const { ways: table, strings } of blocks) {
    for (const [i, id] of table.id.entries()) {
      if (tagOf(table.tags, strings, i, 'highway') === undefined) continue
      ways.set(id, ways.size + 1)
      for (const ref of table.ref.subarray(table.refFirst[i], table.refFirst[i + 1])) used.add(ref)
    }
  }
  const nodes = new Map<number, number>()
  for (const { nodes: table } of blocks) for (const id of table.id) if (used.has(id)) nodes.set(id, nodes.size + 1)
  return { nodes, ways }
}

function tagsOf({ first, key, value }: OsmTags, strings: readonly string[], i: number): [string, string][] {
  const [from, to] = [first[i] ?? 0, first[i + 1] ?? 0]
  return Array.from({ length: to - from }, (_, at) => [
    strings[key[from + at] ?? 0] ?? '',
    strings[value[from + at] ?? 0] ?? '',
  ])
}
function tagOf(tags: OsmTags, strings: readonly string[], i: number, key: string): string | undefined {
  return tagsOf(tags, strings, i).find(([each]) => each === key)?.[1]
}
function tagText(tags: OsmTags, strings: readonly string[], i: number): string {
  return `T${tagsOf(tags, strings, i)
    .map(([key, value]) => `${toOplText(key)}=${toOplText(value)}`)
    .join(',')}`
}
function membersOf(relations: OsmBlock['relations'], strings: readonly string[], i: number) {
  const [from, to] = [relations.memberFirst[i] ?? 0, relations.memberFirst[i + 1] ?? 0]
  return Array.from({ length: to - from }, (_, at) => ({
    type: relations.memberType[from + at] ?? 0,
    id: relations.member[from + at] ?? 0,
    role: strings[relations.memberRole[from + at] ?? 0] ?? '',
  }))
}

/**
 * Escapes all characters except letters, digits and a few symbols. The escape is the code point between percent signs.
 */
function toOplText(text: string): string {
  return text.replace(/[^\p{L}\p{N}_:.;+/-]/gu, (character) => `%${character.codePointAt(0)?.toString(16)}%`)
}
function fromOplText(text: string): string {
  return text.replace(/%([0-9a-f]+)%/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

export async function writeOplAsPbf(opl: string, file: string): Promise<void> {
  const pbf = await PbfFile.create(file)
  for await (const line of createInterface({ input: createReadStream(opl), crlfDelay: Number.POSITIVE_INFINITY })) {
    const fields = new Map(line.split(' ').map((field) => [field[0] ?? '', field.slice(1)]))
    const id = Number(line.slice(1, line.indexOf(' ')))
    const tags = listOf(fields.get('T')).flatMap((tag) => tag.split('=').map(fromOplText))
    if (line.startsWith('n')) {
      pbf.addNode({ id, latitude: Number(fields.get('y')), longitude: Number(fields.get('x')), tags })
    } else if (line.startsWith('w')) {
      pbf.addWay({ id, nodes: listOf(fields.get('N')).map((node) => Number(node.slice(1))), tags })
    } else if (line.startsWith('r')) {
      pbf.addRelation({ id, members: listOf(fields.get('M')).map(memberOf), tags })
    }
    if (pbf.isFull) await pbf.flush()
  }
  await pbf.close()
}

function listOf(field: string | undefined): string[] {
  return field ? field.split(',') : []
}
function memberOf(text: string) {
  const at = text.indexOf('@')
  const type = text.startsWith('n') ? 0 : text.startsWith('w') ? 1 : 2
  return { type, id: Number(text.slice(1, at)), role: fromOplText(text.slice(at + 1)) } as const
}
