/** What a section may hold. */
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

/** By the code that stands for them in a file: append only, or every dataset in the world has to be compiled again. */
const classes: readonly (TypedArrayClass | undefined)[] = [
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

export function findClass(code: number): TypedArrayClass | undefined {
  return classes[code]
}

export function codeOf(array: TypedArray): number {
  const code = classes.findIndex((one) => one !== undefined && array instanceof one)
  if (code < 0) throw new Error(`a section cannot hold a ${array.constructor.name}`)
  return code
}

/** The same bytes, for those who read, write or sum them. */
export function bytesOf(array: TypedArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/** Typed arrays have the byte order of the machine, files have one: views without copying need them to be the same. */
export function requireLittleEndian(): void {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
    throw new Error('datasets are little-endian and are viewed in place; this machine is big-endian')
  }
}
