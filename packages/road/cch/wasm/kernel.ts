import { withFixedMemory } from './fixed-memory.ts'
import { reportSize } from './memory-pressure.ts'
import { moduleBytes } from './module-bytes.ts'
import { PAGE_BYTES, type SharedMemory, type WebAssemblyModule, webAssembly } from './web-assembly.ts'

/** Exports of the WebAssembly module in source/. Offsets and vertices are 32-bit numbers. */
export interface Kernel {
  /** Functions that operate on the memory of a metric. */
  open(): void
  search(scratch: number): number
  bestPath(scratch: number): number
  pathVia(scratch: number, vertex: number): number
  unpackNext(scratch: number): number
  sharedAtLeast(scratch: number, vertex: number): number
  prepareDistance(rows: number): void
  distance(rows: number, from: number, to: number): number
  searchUpward(scratch: number, firstLane: number, lanes: number, first: number): number
  beginSmallMatrix(scratch: number, cells: number): void
  meetLanes(
    scratch: number,
    targets: number,
    s: number,
    sEnd: number,
    firstTarget: number,
    t: number,
    tEnd: number,
    from: number,
    to: number,
  ): void
  computeSmallAttributes(
    scratch: number,
    sources: number,
    targets: number,
    measured: number,
    values: number,
    turns: number,
    fadeCs: number,
  ): void
  computeLabelAttributes(
    scratch: number,
    lane: number,
    label: number,
    measured: number,
    values: number,
    turns: number,
    isTarget: boolean,
  ): void
  computeSteadyAttributes(lane: number, joint: number, values: number, turns: number, isTarget: boolean): void
  computeFadingAttributes(lane: number, joint: number, values: number, turns: number, isTarget: boolean): void
  joinSteady(values: number): void
  joinFading(values: number): void
  /** Functions that operate on the memory of matrices. */
  openMatrix(): void
  storeTarget(target: number, length: number, measured: number): number
  largestSource(source: number, length: number): number
  packSources(sources: number, bits: number): void
  packTargets(bits: number): void
  unpackTargets(bits: number): void
  clearCells(sources: number): void
  meetOver(s: number, sEnd: number, t: number, tEnd: number, from: number, to: number): void
  meetPackedOver(s: number, sEnd: number, t: number, tEnd: number, from: number, to: number): void
  finishRow(source: number, measured: number, bits: number, fadeCs: number): void
  /** Functions that operate on the memory of the customization. */
  openCustomization(): void
  customize(): void
  groupPairs(): void
  update(changedCount: number): number
}

/**
 * Compiled modules by memory size in pages. Every thread has its own modules, but all threads share the machine code.
 */
const compiledModules = new Map<number, WebAssemblyModule>()

export function instantiate(memory: SharedMemory): Kernel {
  const pages = memory.buffer.byteLength / PAGE_BYTES
  const module = compiledModules.get(pages) ?? compileWithPages(pages)
  return new (webAssembly().Instance)(module, { env: { memory } }).exports as Kernel
}

function compileWithPages(pages: number): WebAssemblyModule {
  const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0))
  const module = new (webAssembly().Module)(withFixedMemory(bytes, pages))
  compiledModules.set(pages, module)
  return module
}

const kernelsByMemory = new WeakMap<SharedMemory, Kernel>()

/** Returns the kernels for a metric's memory. Each thread has one instance per memory. */
export function kernelOf(memory: SharedMemory): Kernel {
  const cached = kernelsByMemory.get(memory)
  if (cached) return cached
  const kernel = instantiate(memory)
  kernel.open()
  reportSize(memory)
  kernelsByMemory.set(memory, kernel)
  return kernel
}
