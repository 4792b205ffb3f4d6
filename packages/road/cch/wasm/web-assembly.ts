/** The parts of WebAssembly that we use, which TypeScript declares only for browsers. */

/** A memory shared by threads. Its buffer is accessible here, and the object can be passed to other threads. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer
}

export interface WebAssemblyModule {
  readonly brand: unique symbol
}

export interface WebAssemblyApi {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory
  readonly Module: new (bytes: Uint8Array) => WebAssemblyModule
  readonly Instance: new (
    module: WebAssemblyModule,
    imports: { env: { memory: SharedMemory } },
  ) => { readonly exports: unknown }
}

export const PAGE_BYTES = 65_536
/** The limit of 32-bit addressing. */
const MAX_PAGES = 65_536

/** Undefined when the platform lacks WebAssembly or has it disabled. */
export function findWebAssembly(): WebAssemblyApi | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly
}

/**
 * Undefined when there is not enough memory. A memory never grows: V8 keeps a grown memory long after its release, and
 * untouched pages cost nothing.
 */
export function findMemory(bytes: number): SharedMemory | undefined {
  const pages = roundUp(Math.ceil(bytes / PAGE_BYTES))
  const api = findWebAssembly()
  if (!api || pages > MAX_PAGES) return undefined
  try {
    return new api.Memory({ initial: pages, maximum: pages, shared: true })
  } catch {
    return undefined
  }
}

/** Rounds to one of four sizes per doubling, because each size has separate code: see withFixedMemory. */
function roundUp(pages: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(pages)) - 2)
  const rounded = Math.ceil(pages / step) * step
  return pages <= MAX_PAGES ? Math.min(rounded, MAX_PAGES) : pages
}
