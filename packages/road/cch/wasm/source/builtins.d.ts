/**
 * Declares AssemblyScript's built-ins for the TypeScript compiler, which checks the names and shapes in the sources. At
 * run time, the numeric types have a fixed width.
 */
type i32 = number
type u32 = number
type usize = number
type i64 = number
type f64 = number
type u16 = number
type u8 = number
type bool = boolean
/** A vector of sixteen bytes: two doubles or four integers that one instruction processes. */
interface v128 {
  readonly lanes: unique symbol
}

declare module '~lib/builtins' {
  export function load<T>(address: usize, offset?: usize): T
  export function store<T>(address: usize, value: T, offset?: usize): void
  export function min<T>(a: T, b: T): T
  export function max<T>(a: T, b: T): T
  /** Returns the number of trailing zero bits. */
  export function ctz<T>(value: T): T
  /** Returns the number of leading zero bits. */
  export function clz<T>(value: T): T
  export function select<T>(ifTrue: T, ifFalse: T, condition: bool): T
  export const v128: {
    load(address: usize, offset?: usize): v128
    store(address: usize, value: v128, offset?: usize): void
    /** Loads four bytes and repeats them in all lanes. */
    load32_splat(address: usize): v128
    /** Loads eight bytes and fills the upper half with zeros. */
    load64_zero(address: usize): v128
    and(a: v128, b: v128): v128
    or(a: v128, b: v128): v128
    bitselect(ifOne: v128, ifZero: v128, mask: v128): v128
  }
  export const i32x4: {
    splat(value: i32): v128
    add(a: v128, b: v128): v128
    sub(a: v128, b: v128): v128
    min_s(a: v128, b: v128): v128
    shl(value: v128, bits: u32): v128
    shr_s(value: v128, bits: u32): v128
    /** Compares lanes. All bits of a result lane are one if the comparison is true, and zero otherwise. */
    lt_s(a: v128, b: v128): v128
    le_s(a: v128, b: v128): v128
    eq(a: v128, b: v128): v128
    /** Returns the highest bit of every lane. The bit of the first lane becomes the lowest bit of the result. */
    bitmask(value: v128): i32
    extract_lane(value: v128, lane: u8): i32
  }
  export const i64x2: {
    splat(value: i64): v128
    add(a: v128, b: v128): v128
    sub(a: v128, b: v128): v128
    shl(value: v128, bits: u32): v128
    eq(a: v128, b: v128): v128
    replace_lane(value: v128, lane: u8, by: i64): v128
    lt_s(a: v128, b: v128): v128
  }
  export const f64x2: {
    splat(value: f64): v128
    add(a: v128, b: v128): v128
    convert_low_i32x4_s(value: v128): v128
    extract_lane(value: v128, lane: u8): f64
    replace_lane(value: v128, lane: u8, by: f64): v128
  }
}

declare module '~lib/memory' {
  export const memory: { copy(to: usize, from: usize, bytes: usize): void }
}
