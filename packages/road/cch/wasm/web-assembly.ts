/** What we use of WebAssembly, which TypeScript knows only as a part of browsers. */

/** A memory that threads share: its buffer can be viewed from here, and it is handed over as an object. */
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
/** 32 bits address no more. */
const MOST_PAGES = 65_536

/** Undefined where a platform has none, or one that is switched off. */
export function findWebAssembly(): WebAssemblyApi | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly
}

/**
 * Undefined where there is not as much to be had. A memory never grows: one that has grown is not given back by V8 for
 * a long time after it was let go, and pages that nobody touches cost nothing.
 */
export function findMemory(bytes: number): SharedMemory | undefined {
  const pages = roundUp(Math.ceil(bytes / PAGE_BYTES))
  const api = findWebAssembly()
  if (!api || pages > MOST_PAGES) return undefined
  try {
    return new api.Memory({ initial: pages, maximum: pages, shared: true })
  } catch {
    return undefined
  }
}

/** To one of four sizes for every doubling, because each has code of its own: see withFixedMemory. */
function roundUp(pages: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(pages)) - 2)
  const rounded = Math.ceil(pages / step) * step
  return pages <= MOST_PAGES ? Math.min(rounded, MOST_PAGES) : pages
}
