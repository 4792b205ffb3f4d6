import { deflateSync } from 'node:zlib'
import { NODE_MEMBER, WAY_MEMBER } from '../block.ts'
import { bytes, deltas, number, packed, text, varint, zigzag } from './protobuf-writer.ts'

/** A blob with its header, as stored in a file. */
export function blob(type: string, content: readonly number[], compressed = true): number[] {
  const body = compressed
    ? [...number(2, content.length), ...bytes(3, [...deflateSync(Uint8Array.from(content))])]
    : bytes(1, content)
  const header = [...text(1, type), ...number(3, body.length)]
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return [...length, ...header, ...body]
}

export const header = (feature = 'DenseNodes') =>
  blob('OSMHeader', [...text(4, 'OsmSchema-V0.6'), ...text(4, feature)], false)

export const strings = [
  '',
  'highway',
  'crossing',
  'residential',
  'name',
  'Rua de Cima',
  'type',
  'restriction',
  'via',
  'from',
]
export const stringTable = bytes(
  1,
  strings.flatMap((value) => text(1, value)),
)

/**
 * Three dense nodes (the second with a tag), one way over them, one plain node, and one relation, including negative
 * IDs.
 */
export const dense = bytes(2, [
  ...packed(1, deltas([100, 7_000_000_000, -5])),
  ...packed(8, deltas([411_500_000, -348_900_000, 411_600_001])),
  ...packed(9, deltas([-86_100_000, -561_700_000, -86_200_000])),
  ...packed(10, [[0], varint(1), varint(2), [0], [0]]),
])
const way = bytes(3, [
  ...number(1, -42),
  ...packed(2, [varint(1), varint(4)]),
  ...packed(3, [varint(3), varint(5)]),
  ...packed(8, deltas([100, 7_000_000_000, -5])),
])
const node = bytes(1, [
  ...number(1, 0).slice(0, 1),
  ...zigzag(9),
  ...number(8, 0).slice(0, 1),
  ...zigzag(10),
  ...number(9, 0).slice(0, 1),
  ...zigzag(-20),
])
const relation = bytes(4, [
  ...number(1, 77),
  ...packed(2, [varint(6)]),
  ...packed(3, [varint(7)]),
  ...packed(8, [varint(8), varint(9)]),
  ...packed(9, deltas([100, -42])),
  ...packed(10, [varint(NODE_MEMBER), varint(WAY_MEMBER)]),
])
/** A primitive block of all these elements. */
export const data = [...stringTable, ...bytes(2, [...dense, ...node]), ...bytes(2, way), ...bytes(2, relation)]
