import { bytesField, packedField, stringField, varint, varintField, zigzag } from './protobuf-writer.ts'

export interface TestFeature {
  readonly id?: number
  readonly kind: 'node' | 'way' | 'relation'
  readonly shape: 'point' | 'line' | 'area'
  /** Lines, or rings without the closing vertex, as [x, y] in tile units. */
  readonly lines: readonly (readonly (readonly [number, number])[])[]
  readonly tags?: Readonly<Record<string, string>>
}

export function writeTile(features: readonly TestFeature[], { extent = 2 ** 20, layer = 'osm' } = {}): Uint8Array {
  const keys: string[] = []
  const values: (string | number)[] = []
  const encoded = features.map((feature) => writeFeature(feature, keys, values))
  return Uint8Array.from(
    bytesField(3, [
      ...varintField(15, 2),
      ...stringField(1, layer),
      ...encoded.flatMap((feature) => bytesField(2, feature)),
      ...keys.flatMap((key) => stringField(3, key)),
      ...values.flatMap((value) =>
        bytesField(4, typeof value === 'number' ? varintField(5, value) : stringField(1, value)),
      ),
      ...varintField(5, extent),
    ]),
  )
}

function writeFeature(feature: TestFeature, keys: string[], values: (string | number)[]): number[] {
  const { id, kind, shape, lines, tags = {} } = feature
  const meta = { ...(id === undefined ? {} : { '@id': id }), '@type': kind, '@user': 'somebody' }
  const pairs = Object.entries({ ...meta, ...tags }).map(([key, value]) => [
    ...varint(indexOfOrAdd(keys, key)),
    ...varint(indexOfOrAdd(values, value)),
  ])
  const type = { point: 1, line: 2, area: 3 }[shape]
  return [...packedField(2, pairs), ...varintField(3, type), ...bytesField(4, writeGeometry(lines, shape === 'area'))]
}

function writeGeometry(lines: TestFeature['lines'], closed: boolean): number[] {
  let [x, y] = [0, 0]
  const step = ([toX, toY]: readonly [number, number]) => {
    const encoded = [...zigzag(toX - x), ...zigzag(toY - y)]
    x = toX
    y = toY
    return encoded
  }
  return lines.flatMap(([first, ...others]) => [
    ...varint(1 + 8),
    ...(first ? step(first) : []),
    ...(others.length > 0 ? varint(2 + 8 * others.length) : []),
    ...others.flatMap(step),
    ...(closed ? varint(7 + 8) : []),
  ])
}

function indexOfOrAdd<T>(list: T[], value: T): number {
  const existing = list.indexOf(value)
  return existing >= 0 ? existing : list.push(value) - 1
}
