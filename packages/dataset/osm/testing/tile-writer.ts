import { bytes, number, packed, text, varint, zigzag } from './protobuf-writer.ts'

export interface WrittenFeature {
  readonly id?: number
  readonly kind: 'node' | 'way' | 'relation'
  readonly shape: 'point' | 'line' | 'area'
  /** Lines, or rings without the closing vertex, as [x, y] in tile units. */
  readonly lines: readonly (readonly (readonly [number, number])[])[]
  readonly tags?: Readonly<Record<string, string>>
}

export function writeTile(features: readonly WrittenFeature[], { extent = 2 ** 20, layer = 'osm' } = {}): Uint8Array {
  const keys: string[] = []
  const values: (string | number)[] = []
  const written = features.map((feature) => writeFeature(feature, keys, values))
  return Uint8Array.from(
    bytes(3, [
      ...number(15, 2),
      ...text(1, layer),
      ...written.flatMap((feature) => bytes(2, feature)),
      ...keys.flatMap((key) => text(3, key)),
      ...values.flatMap((value) => bytes(4, typeof value === 'number' ? number(5, value) : text(1, value))),
      ...number(5, extent),
    ]),
  )
}

function writeFeature(feature: WrittenFeature, keys: string[], values: (string | number)[]): number[] {
  const { id, kind, shape, lines, tags = {} } = feature
  const meta = { ...(id === undefined ? {} : { '@id': id }), '@type': kind, '@user': 'somebody' }
  const pairs = Object.entries({ ...meta, ...tags }).map(([key, value]) => [
    ...varint(numberOf(keys, key)),
    ...varint(numberOf(values, value)),
  ])
  const type = { point: 1, line: 2, area: 3 }[shape]
  return [...packed(2, pairs), ...number(3, type), ...bytes(4, writeGeometry(lines, shape === 'area'))]
}

function writeGeometry(lines: WrittenFeature['lines'], closed: boolean): number[] {
  let [x, y] = [0, 0]
  const step = ([toX, toY]: readonly [number, number]) => {
    const written = [...zigzag(toX - x), ...zigzag(toY - y)]
    x = toX
    y = toY
    return written
  }
  return lines.flatMap(([first, ...rest]) => [
    ...varint(1 + 8),
    ...(first ? step(first) : []),
    ...(rest.length > 0 ? varint(2 + 8 * rest.length) : []),
    ...rest.flatMap(step),
    ...(closed ? varint(7 + 8) : []),
  ])
}

function numberOf<T>(list: T[], value: T): number {
  const known = list.indexOf(value)
  return known >= 0 ? known : list.push(value) - 1
}
