/**
 * Number of memory pages in the compiled module. The module imports `env.memory` as shared memory and declares this
 * number as both minimum and maximum. The encoding of this number takes three bytes, which is enough for any number of
 * pages. See testing/compile-module.ts for the compiler options.
 */
export const PLACEHOLDER_PAGES = 65_535
const memoryDeclaration = [...bytesOf('memory'), 2, 3]

/**
 * Returns a copy of the module for memories of exactly `pages` pages. Such a memory cannot grow, so V8 keeps its size
 * in a register. Otherwise, V8 loads the size again before every store, which makes the hottest loops 10 % slower. The
 * module is therefore compiled once for each memory size, with the size written over the placeholder.
 */
export function withFixedMemory(module: Uint8Array, pages: number): Uint8Array {
  const limits = [...encodeThreeBytes(PLACEHOLDER_PAGES), ...encodeThreeBytes(PLACEHOLDER_PAGES)]
  const limitsOffset = findBytes(module, [...memoryDeclaration, ...limits]) + memoryDeclaration.length
  const patchedModule = module.slice()
  patchedModule.set([...encodeThreeBytes(pages), ...encodeThreeBytes(pages)], limitsOffset)
  return patchedModule
}

/**
 * Encodes a number in LEB128, the number format of WebAssembly modules. Each byte has seven bits, lowest first, and the
 * highest bit is set in all bytes except the last.
 */
function encodeThreeBytes(value: number): number[] {
  return [(value & 0x7f) | 0x80, ((value >> 7) & 0x7f) | 0x80, value >> 14]
}

function findBytes(module: Uint8Array, pattern: readonly number[]): number {
  const offset = module.findIndex((_, start) => pattern.every((byte, index) => module[start + index] === byte))
  if (offset < 0) throw new Error('the module does not import a memory of the expected size')
  return offset
}

function bytesOf(name: string): number[] {
  return Array.from(name, (letter) => letter.charCodeAt(0))
}
