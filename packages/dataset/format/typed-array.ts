/** Element types that a section can have. */
export type TypedArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigUint64Array
  | BigInt64Array

export interface TypedArrayClass<T extends TypedArray = TypedArray> {
  readonly name: string
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T
}

/**
 * Array classes by the type code in the file. Only append entries, because other changes make existing datasets
 * unreadable.
 */
const arrayClasses: readonly (TypedArrayClass | undefined)[] = [
  undefined,
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
  BigUint64Array,
  BigInt64Array,
]

export function findArrayClass(code: number): TypedArrayClass | undefined {
  return arrayClasses[code]
}

export function getTypeCode(array: TypedArray): number {
  const code = arrayClasses.findIndex((arrayClass) => arrayClass !== undefined && array instanceof arrayClass)
  if (code < 0) throw new Error(`a section cannot be of type ${array.constructor.name}`)
  return code
}

/** Returns a view of the bytes for reading, writing or checksums. */
export function toBytes(array: TypedArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/**
 * Throws an error on big-endian machines. Files are little-endian, so sections can be viewed without copying only on
 * little-endian machines.
 */
export function requireLittleEndian(): void {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
    throw new Error('datasets are little-endian and are viewed in place; this machine is big-endian')
  }
}
