/** Where the sections of a module begin, and which of them has its imports. */
const PREAMBLE_BYTES = 8
const IMPORTS = 2
/** Of an import: that it is a memory; and of a memory: that it is shared, and has a largest size. */
const MEMORY = 2
const SHARED_WITH_MAXIMUM = 3

/**
 * The same module for memories of one size, which never grow. Of those V8 knows the size once and for all; of others it
 * reads it again before every store, which made the hottest loops a tenth slower. The memory must be all that is imported.
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
  throw new Error('the module imports nothing')
}

/** As modules write numbers: seven bits a byte, the lowest first, and a mark on all but the last. */
function number(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7)]
}

function name(text: string): number[] {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))]
}
