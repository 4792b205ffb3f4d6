import type { OsmBlock, OsmTags, OsmVersions } from '../block.ts'
import { ProtobufBuffer } from './protobuf-buffer.ts'

/** Encodes a block as an uncompressed PrimitiveBlock (osmformat.proto) with dense nodes, ways and relations. */
export function encodePrimitiveBlock(block: OsmBlock): Buffer {
  // Index 0 separates the tags of dense nodes, so string indices start at 1.
  const strings = new ProtobufBuffer().writeString(1, '')
  for (const string of block.strings) strings.writeString(1, string)
  const result = new ProtobufBuffer().writeMessage(1, strings)
  if (block.nodes.id.length > 0)
    result.writeMessage(2, new ProtobufBuffer().writeMessage(2, encodeDenseNodes(block.nodes)))
  result.writeMessage(2, encodeWays(block.ways))
  result.writeMessage(2, encodeRelations(block.relations))
  return result.finish()
}

const toFileString = (index: number) => index + 1

function encodeDenseNodes({ id, latitude, longitude, tags, versions }: OsmBlock['nodes']): ProtobufBuffer {
  const keysAndValues = new ProtobufBuffer()
  if (tags.key.length > 0) {
    for (let node = 0; node < id.length; node++) {
      for (let i = tags.first[node]; i < tags.first[node + 1]; i++) {
        keysAndValues.pushVarint(toFileString(tags.key[i])).pushVarint(toFileString(tags.value[i]))
      }
      keysAndValues.pushVarint(0)
    }
  }
  const dense = new ProtobufBuffer().writeMessage(1, encodeDeltas(id, 0, id.length))
  const knownVersions = findKnownVersions(versions)
  if (knownVersions) {
    const info = new ProtobufBuffer().writeMessage(
      1,
      encodeList(knownVersions, 0, id.length, (version) => version),
    )
    dense.writeMessage(5, info)
  }
  return dense
    .writeMessage(8, encodeDeltas(latitude, 0, id.length))
    .writeMessage(9, encodeDeltas(longitude, 0, id.length))
    .writeMessage(10, keysAndValues)
}

function encodeWays({ id, refFirst, ref, tags, versions }: OsmBlock['ways']): ProtobufBuffer {
  const group = new ProtobufBuffer()
  const knownVersions = findKnownVersions(versions)
  for (let way = 0; way < id.length; way++) {
    const message = new ProtobufBuffer().writeNumber(1, id[way])
    writeTags(message, tags, way)
    writeVersion(message, knownVersions, way)
    group.writeBytes(3, message.writeMessage(8, encodeDeltas(ref, refFirst[way], refFirst[way + 1])).finish())
  }
  return group
}

function encodeRelations(relations: OsmBlock['relations']): ProtobufBuffer {
  const { id, memberFirst, member, memberType, memberRole, tags, versions } = relations
  const group = new ProtobufBuffer()
  const knownVersions = findKnownVersions(versions)
  for (let relation = 0; relation < id.length; relation++) {
    const [begin, end] = [memberFirst[relation], memberFirst[relation + 1]]
    const message = new ProtobufBuffer().writeNumber(1, id[relation])
    writeTags(message, tags, relation)
    writeVersion(message, knownVersions, relation)
    message
      .writeMessage(8, encodeList(memberRole, begin, end, toFileString))
      .writeMessage(9, encodeDeltas(member, begin, end))
      .writeMessage(
        10,
        encodeList(memberType, begin, end, (type) => type),
      )
    group.writeBytes(4, message.finish())
  }
  return group
}

function writeTags(message: ProtobufBuffer, { first, key, value }: OsmTags, element: number): void {
  const [begin, end] = [first[element], first[element + 1]]
  message.writeMessage(2, encodeList(key, begin, end, toFileString))
  message.writeMessage(3, encodeList(value, begin, end, toFileString))
}

function writeVersion(message: ProtobufBuffer, knownVersions: Uint32Array | undefined, element: number): void {
  if (knownVersions) message.writeMessage(4, new ProtobufBuffer().writeNumber(1, knownVersions[element]))
}

/** Returns undefined if the block contains no known version, as in many extracts. */
function findKnownVersions(versions: OsmVersions | undefined): Uint32Array | undefined {
  return versions?.version.some((version) => version > 0) ? versions.version : undefined
}

type NumberList = Float64Array | Uint32Array | Int32Array | Uint8Array

function encodeDeltas(values: NumberList, begin: number, end: number): ProtobufBuffer {
  const list = new ProtobufBuffer()
  for (let i = begin, last = 0; i < end; last = values[i], i++) list.pushSigned(values[i] - last)
  return list
}

function encodeList(
  values: NumberList,
  begin: number,
  end: number,
  toStored: (value: number) => number,
): ProtobufBuffer {
  const list = new ProtobufBuffer()
  for (let i = begin; i < end; i++) list.pushVarint(toStored(values[i]))
  return list
}
