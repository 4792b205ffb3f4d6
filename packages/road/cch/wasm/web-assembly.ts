/**
 * These declarations cover the parts of WebAssembly that this package uses. TypeScript declares them only for browsers.
 */

/** A memory that threads share. The object can be passed to other threads. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer
}

export interface WebAssemblyModule {
  readonly brand: unique symbol
}

interface WebAssemblyApi {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory
  readonly Module: new (bytes: Uint8Array) => WebAssemblyModule
  readonly Instance: new (
    module: WebAssemblyModule,
    imports: { env: { memory: SharedMemory } },
  ) => { readonly exports: unknown }
}

export const PAGE_BYTES = 65_536
/**
 * Maximum number of memory pages. The limit is one page less than 32 bits can address, so that the end of the memory
 * also has a valid address.
 */
const MAX_PAGES = 65_535
export const MAX_MEMORY_BYTES = MAX_PAGES * PAGE_BYTES

export function webAssembly(): WebAssemblyApi {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly
  if (!api) throw new Error('road searches need WebAssembly, which this platform does not have')
  return api
}

/**
 * Allocates a memory of at least the given size. The memory never grows, because V8 keeps a grown memory long after its
 * release. Unwritten pages use no physical memory.
 */
export function createMemory(bytes: number): SharedMemory {
  if (bytes > MAX_MEMORY_BYTES)
    throw new Error(`the map is too large: it needs ${bytes} bytes of memory, more than WebAssembly allows`)
  const pages = roundUp(Math.ceil(bytes / PAGE_BYTES))
  return new (webAssembly().Memory)({ initial: pages, maximum: pages, shared: true })
}

/**
 * Rounds up to one of four sizes per doubling, because each size needs separately compiled code; see withFixedMemory.
 */
function roundUp(pages: number): number {
  const pageStep = 2 ** Math.max(0, Math.floor(Math.log2(pages)) - 2)
  return Math.min(MAX_PAGES, Math.ceil(pages / pageStep) * pageStep)
}
