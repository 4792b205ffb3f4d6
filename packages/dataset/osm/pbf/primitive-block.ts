import type { OsmBlock, OsmTags } from '../block.ts'
import { VersionColumns } from '../block-builder.ts'
import { Float64Builder, Uint32Builder } from '../growing.ts'
import { MalformedProtobuf, ProtobufReader } from './protobuf.ts'

/**
 * Decodes one uncompressed PrimitiveBlock (osmformat.proto). Positions in errors are relative to the start of the
 * block. Versions are skipped by default, because the compiler does not need them.
 */
export function decodePrimitiveBlock(bytes: Uint8Array, withVersions = false): OsmBlock {
  return new BlockDecoder(bytes, withVersions).decode()
}

const utf8 = new TextDecoder()

/** Number of nanodegrees (the unit of the file) per unit of 10^-7 degrees. */
const NANODEGREES_PER_UNIT = 100

class BlockDecoder {
  private readonly bytes: Uint8Array
  private readonly groups: { begin: number; end: number }[] = []
  private strings: string[] = []
  private granularity = 100
  private latitudeOffset = 0
  private longitudeOffset = 0

  private readonly nodeId = new Float64Builder()
  private readonly latitude = new Uint32Builder()
  private readonly longitude = new Uint32Builder()
  private readonly nodeTags = new TagList()
  private readonly wayId = new Float64Builder()
  private readonly refFirst = new Uint32Builder()
  private readonly ref = new Float64Builder()
  private readonly wayTags = new TagList()
  private readonly relationId = new Float64Builder()
  private readonly memberFirst = new Uint32Builder()
  private readonly member = new Float64Builder()
  private readonly memberType = new Uint32Builder()
  private readonly memberRole = new Uint32Builder()
  private readonly relationTags = new TagList()
  private readonly withVersions: boolean
  private readonly nodeVersions = new VersionColumns()
  private readonly wayVersions = new VersionColumns()
  private readonly relationVersions = new VersionColumns()

  constructor(bytes: Uint8Array, withVersions: boolean) {
    this.bytes = bytes
    this.withVersions = withVersions
  }

  decode(): OsmBlock {
    this.readHeaderFields()
    for (const { begin, end } of this.groups) this.readGroup(new ProtobufReader(this.bytes, begin, end))
    this.refFirst.push(this.ref.length)
    this.memberFirst.push(this.member.length)
    const [nodeId, wayId, relationId] = [this.nodeId, this.wayId, this.relationId].map((ids) => checkIds(ids.finish()))
    const stringCount = this.strings.length
    return {
      strings: this.strings,
      nodes: {
        id: nodeId,
        latitude: this.latitude.finishSigned(),
        longitude: this.longitude.finishSigned(),
        tags: this.nodeTags.finish(stringCount),
        ...this.nodeVersions.finish(this.nodeId.length),
      },
      ways: {
        id: wayId,
        refFirst: this.refFirst.finish(),
        ref: checkIds(this.ref.finish()),
        tags: this.wayTags.finish(stringCount),
        ...this.wayVersions.finish(this.wayId.length),
      },
      relations: {
        id: relationId,
        memberFirst: this.memberFirst.finish(),
        member: checkIds(this.member.finish()),
        memberType: Uint8Array.from(this.memberType.finish()),
        memberRole: checkStringIndices(this.memberRole.finish(), stringCount),
        tags: this.relationTags.finish(stringCount),
        ...this.relationVersions.finish(this.relationId.length),
      },
    }
  }

  /**
   * Reads the strings and the coordinate scale. Groups are only located, because the scale follows them in the file.
   */
  private readHeaderFields(): void {
    const reader = new ProtobufReader(this.bytes)
    while (reader.nextField()) {
      if (reader.field === 1) this.strings = readStrings(new ProtobufReader(reader.readBytes()))
      else if (reader.field === 2) {
        const end = reader.enterMessage()
        this.groups.push({ begin: reader.position, end })
        reader.position = end
      } else if (reader.field === 17) this.granularity = reader.readVarint()
      else if (reader.field === 19) this.latitudeOffset = reader.readVarint()
      else if (reader.field === 20) this.longitudeOffset = reader.readVarint()
      else reader.skipField()
    }
  }

  private readGroup(reader: ProtobufReader): void {
    while (reader.nextField()) {
      const decode = [undefined, this.readNode, this.readDenseNodes, this.readWay, this.readRelation][reader.field]
      if (!decode) reader.skipField()
      else {
        const end = reader.enterMessage()
        const outerEnd = reader.end
        reader.end = end
        decode.call(this, reader)
        reader.end = outerEnd
        reader.position = end
      }
    }
  }

  private addNode(id: number, latitude: number, longitude: number): void {
    this.nodeId.push(id)
    this.latitude.push(this.toFixedDegrees(latitude, this.latitudeOffset))
    this.longitude.push(this.toFixedDegrees(longitude, this.longitudeOffset))
  }

  private toFixedDegrees(value: number, offset: number): number {
    return Math.round((offset + this.granularity * value) / NANODEGREES_PER_UNIT)
  }

  private readNode(reader: ProtobufReader): void {
    let id = 0
    let latitude = 0
    let longitude = 0
    let info = noInfo
    const tags = this.nodeTags.begin()
    while (reader.nextField()) {
      if (reader.field === 1) id = reader.readSignedVarint()
      else if (reader.field === 2) tags.readKeys(reader)
      else if (reader.field === 3) tags.readValues(reader)
      else if (reader.field === 4 && this.withVersions) info = readInfo(reader.readBytes())
      else if (reader.field === 8) latitude = reader.readSignedVarint()
      else if (reader.field === 9) longitude = reader.readSignedVarint()
      else reader.skipField()
    }
    this.addNode(id, latitude, longitude)
    if (this.withVersions) this.nodeVersions.push(info.version, info.isDeleted)
  }

  /**
   * Reads dense nodes. IDs and coordinates are delta-encoded in three parallel lists. The tags of all nodes are in one
   * list, with a zero after each node.
   */
  private readDenseNodes(reader: ProtobufReader): void {
    const packedFields: { [field: number]: ProtobufReader | undefined } = {}
    while (reader.nextField()) {
      const { field } = reader
      if (field === 1 || field === 5 || field === 8 || field === 9 || field === 10)
        packedFields[field] = new ProtobufReader(reader.readBytes())
      else reader.skipField()
    }
    const { 1: ids, 5: info, 8: latitudes, 9: longitudes, 10: tags } = packedFields
    if (!ids || !latitudes || !longitudes) return
    const infos = this.withVersions ? readDenseInfo(info) : undefined
    let id = 0
    let latitude = 0
    let longitude = 0
    while (ids.position < ids.end) {
      id += ids.readSignedVarint()
      latitude += latitudes.readSignedVarint()
      longitude += longitudes.readSignedVarint()
      this.nodeTags.begin()
      if (tags) {
        for (let key = tags.position < tags.end ? tags.readVarint() : 0; key !== 0; key = tags.readVarint()) {
          this.nodeTags.add(key, tags.readVarint())
        }
      }
      this.addNode(id, latitude, longitude)
      if (infos) this.nodeVersions.push(infos.nextVersion(), infos.nextIsDeleted())
    }
  }

  private readWay(reader: ProtobufReader): void {
    let id = 0
    this.refFirst.push(this.ref.length)
    let info = noInfo
    const tags = this.wayTags.begin()
    while (reader.nextField()) {
      if (reader.field === 1) id = reader.readVarint()
      else if (reader.field === 2) tags.readKeys(reader)
      else if (reader.field === 3) tags.readValues(reader)
      else if (reader.field === 4 && this.withVersions) info = readInfo(reader.readBytes())
      else if (reader.field === 8) {
        const end = reader.enterMessage()
        let ref = 0
        while (reader.position < end) {
          ref += reader.readSignedVarint()
          this.ref.push(ref)
        }
      } else reader.skipField()
    }
    this.wayId.push(id)
    if (this.withVersions) this.wayVersions.push(info.version, info.isDeleted)
  }

  private readRelation(reader: ProtobufReader): void {
    let id = 0
    this.memberFirst.push(this.member.length)
    let info = noInfo
    const tags = this.relationTags.begin()
    while (reader.nextField()) {
      if (reader.field === 1) id = reader.readVarint()
      else if (reader.field === 2) tags.readKeys(reader)
      else if (reader.field === 3) tags.readValues(reader)
      else if (reader.field === 4 && this.withVersions) info = readInfo(reader.readBytes())
      else if (reader.field === 8) readPacked(reader, () => this.memberRole.push(reader.readVarint()))
      else if (reader.field === 9) {
        let member = 0
        readPacked(reader, () => {
          member += reader.readSignedVarint()
          this.member.push(member)
        })
      } else if (reader.field === 10) readPacked(reader, () => this.memberType.push(reader.readVarint()))
      else reader.skipField()
    }
    const memberCount = this.member.length
    if (this.memberRole.length !== memberCount || this.memberType.length !== memberCount) {
      throw new MalformedProtobuf(`relation ${id} has members without role or type`, reader.position)
    }
    this.relationId.push(id)
    if (this.withVersions) this.relationVersions.push(info.version, info.isDeleted)
  }
}

interface ElementInfo {
  readonly version: number
  readonly isDeleted: boolean
}

const noInfo: ElementInfo = { version: 0, isDeleted: false }

/** Reads the Info message of a way, a relation or a plain node. Writers use version -1 for "unknown". */
function readInfo(bytes: Uint8Array): ElementInfo {
  const reader = new ProtobufReader(bytes)
  let version = 0
  let isDeleted = false
  while (reader.nextField()) {
    if (reader.field === 1) version = Math.max(0, reader.readVarint())
    else if (reader.field === 6) isDeleted = reader.readVarint() === 0
    else reader.skipField()
  }
  return { version, isDeleted }
}

/** Reads the parallel lists of a DenseInfo message. Each list may be missing. */
function readDenseInfo(info: ProtobufReader | undefined): { nextVersion(): number; nextIsDeleted(): boolean } {
  let versions: ProtobufReader | undefined
  let visible: ProtobufReader | undefined
  while (info?.nextField()) {
    if (info.field === 1) versions = new ProtobufReader(info.readBytes())
    else if (info.field === 6) visible = new ProtobufReader(info.readBytes())
    else info.skipField()
  }
  const hasNext = (list: ProtobufReader | undefined): list is ProtobufReader => !!list && list.position < list.end
  return {
    nextVersion: () => (hasNext(versions) ? Math.max(0, versions.readVarint()) : 0),
    nextIsDeleted: () => hasNext(visible) && visible.readVarint() === 0,
  }
}

/** Collects the tags of consecutive elements. */
class TagList {
  private readonly first = new Uint32Builder()
  private readonly key = new Uint32Builder()
  private readonly value = new Uint32Builder()

  begin(): this {
    if (this.key.length !== this.value.length) throw new MalformedProtobuf('an element has keys without values', 0)
    this.first.push(this.key.length)
    return this
  }
  add(key: number, value: number): void {
    this.key.push(key)
    this.value.push(value)
  }
  readKeys(reader: ProtobufReader): void {
    readPacked(reader, () => this.key.push(reader.readVarint()))
  }
  readValues(reader: ProtobufReader): void {
    readPacked(reader, () => this.value.push(reader.readVarint()))
  }
  finish(stringCount: number): OsmTags {
    this.begin()
    const tags = { first: this.first.finish(), key: this.key.finish(), value: this.value.finish() }
    checkStringIndices(tags.key, stringCount)
    checkStringIndices(tags.value, stringCount)
    return tags
  }
}

function readPacked(reader: ProtobufReader, read: () => void): void {
  const end = reader.enterMessage()
  while (reader.position < end) read()
}

/**
 * Maximum absolute value of an ID. A double cannot represent larger zigzag-encoded numbers exactly, so two elements
 * could get the same ID.
 */
const MAX_ID = 2 ** 52

function checkIds(ids: Float64Array): Float64Array {
  for (let index = 0; index < ids.length; index++) {
    if (Math.abs(ids[index]) <= MAX_ID) continue
    throw new MalformedProtobuf(`an element has the ID ${BigInt(ids[index])}, beyond the limit of 2^52`, 0)
  }
  return ids
}

/** Checks string indices early, because an invalid index would only cause an undefined tag much later. */
function checkStringIndices(numbers: Uint32Array, stringCount: number): Uint32Array {
  for (let index = 0; index < numbers.length; index++) {
    if (numbers[index] >= stringCount) throw new MalformedProtobuf(`string index ${numbers[index]} is out of range`, 0)
  }
  return numbers
}

function readStrings(reader: ProtobufReader): string[] {
  const strings: string[] = []
  while (reader.nextField()) {
    if (reader.field === 1) strings.push(utf8.decode(reader.readBytes()))
    else reader.skipField()
  }
  return strings
}
