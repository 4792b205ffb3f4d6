import { deflateSync } from 'node:zlib'
import { NODE_MEMBER, WAY_MEMBER } from '../block.ts'
import { bytesField, deltaEncoded, packedField, stringField, varint, varintField, zigzag } from './protobuf-writer.ts'

/** Returns a blob with its header, as stored in a file. */
export function blob(type: string, content: readonly number[], compressed = true): number[] {
  const body = compressed
    ? [...varintField(2, content.length), ...bytesField(3, [...deflateSync(Uint8Array.from(content))])]
    : bytesField(1, content)
  const header = [...stringField(1, type), ...varintField(3, body.length)]
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return [...length, ...header, ...body]
}

export const header = (feature = 'DenseNodes') =>
  blob('OSMHeader', [...stringField(4, 'OsmSchema-V0.6'), ...stringField(4, feature)], false)

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
export const stringTable = bytesField(
  1,
  strings.flatMap((value) => stringField(1, value)),
)

/**
 * Sample elements, some of them with negative IDs: three dense nodes (the second with a tag), a way through them, a
 * plain node and a relation.
 */
export const denseNodes = bytesField(2, [
  ...packedField(1, deltaEncoded([100, 7_000_000_000, -5])),
  ...packedField(8, deltaEncoded([411_500_000, -348_900_000, 411_600_001])),
  ...packedField(9, deltaEncoded([-86_100_000, -561_700_000, -86_200_000])),
  ...packedField(10, [[0], varint(1), varint(2), [0], [0]]),
])
const way = bytesField(3, [
  ...varintField(1, -42),
  ...packedField(2, [varint(1), varint(4)]),
  ...packedField(3, [varint(3), varint(5)]),
  ...packedField(8, deltaEncoded([100, 7_000_000_000, -5])),
])
const node = bytesField(1, [
  ...varintField(1, 0).slice(0, 1),
  ...zigzag(9),
  ...varintField(8, 0).slice(0, 1),
  ...zigzag(10),
  ...varintField(9, 0).slice(0, 1),
  ...zigzag(-20),
])
const relation = bytesField(4, [
  ...varintField(1, 77),
  ...packedField(2, [varint(6)]),
  ...packedField(3, [varint(7)]),
  ...packedField(8, [varint(8), varint(9)]),
  ...packedField(9, deltaEncoded([100, -42])),
  ...packedField(10, [varint(NODE_MEMBER), varint(WAY_MEMBER)]),
])
/** A primitive block with all sample elements. */
export const sampleBlock = [
  ...stringTable,
  ...bytesField(2, [...denseNodes, ...node]),
  ...bytesField(2, way),
  ...bytesField(2, relation),
]
