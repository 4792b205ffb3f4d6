/** Offset of the first section of a module, and the id of the import section. */
const PREAMBLE_BYTES = 8
const IMPORTS = 2
/** Import kind for memories, and the memory flags for shared with a maximum size. */
const MEMORY = 2
const SHARED_WITH_MAXIMUM = 3

/**
 * The same module for memories of one fixed size. V8 then treats the size as constant. Otherwise it reloads it before
 * every store, which made the hottest loops a tenth slower. The memory must be the only import.
 */
export function withFixedMemory(module: Uint8Array, pages: number): Uint8Array {
  const { begin, end } = findImports(module)
  const size = number(pages)
  const imports = [1, ...name('env'), ...name('memory'), MEMORY, SHARED_WITH_MAXIMUM, ...size, ...size]
  const section = [IMPORTS, ...number(imports.length), ...imports]
  return Uint8Array.from([...module.subarray(0, begin), ...section, ...module.subarray(end)])
}

function findImports(module: Uint8Array): { begin: number; end: number } {
  for (let begin = PREAMBLE_BYTES; begin < module.length; ) {
    let at = begin + 1
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++]
      length += (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    if (module[begin] === IMPORTS) return { begin, end: at + length }
    begin = at + length
  }
  throw new Error('the module has no import section')
}

/**
 * Unsigned LEB128, the number format of modules: seven bits per byte, lowest first, with a flag on all but the last.
 */
function number(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7)]
}

function name(text: string): number[] {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))]
}
