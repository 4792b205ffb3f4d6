/**
 * What AssemblyScript brings along, for the checks of TypeScript: its sources are TypeScript as far as names and shapes
 * go, and integers of a known width where they run.
 */
type i32 = number
type u32 = number
type usize = number
type i64 = number
type f64 = number
type u16 = number
type u8 = number
type bool = boolean

declare module '~lib/builtins' {
  export function load<T>(address: usize, offset?: usize): T
  export function store<T>(address: usize, value: T, offset?: usize): void
  export function min<T>(a: T, b: T): T
  export function max<T>(a: T, b: T): T
  /** How many zeros are below the lowest one. */
  export function ctz<T>(value: T): T
  export function select<T>(ifTrue: T, ifFalse: T, condition: bool): T
}

declare module '~lib/memory' {
  export const memory: { copy(to: usize, from: usize, bytes: usize): void }
}
