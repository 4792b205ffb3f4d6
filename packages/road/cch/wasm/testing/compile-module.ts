import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const sources = new URL('../source/', import.meta.url)
const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js')

const options = [
  '-O3',
  '--converge',
  '--noAssert',
  ...['--runtime', 'stub'],
  ...['--enable', 'threads'],
  ...['--enable', 'simd'],
  '--importMemory',
  '--noExportMemory',
  '--sharedMemory',
  ...['--initialMemory', '1'],
  ...['--maximumMemory', '65536'],
]

const run = promisify(execFile)

/**
 * Compiles the kernels to a WebAssembly module, reproducibly from the same sources. It runs the compiler as a command,
 * because importing its types would declare the AssemblyScript number types in all files of this package.
 */
export async function compileModule(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'kernels-'))
  try {
    const file = join(folder, 'kernels.wasm')
    await run(process.execPath, [compiler, 'index.ts', '--outFile', file, ...options], { cwd: sources })
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The source of module-bytes.ts. */
export function toSource(bytes: Uint8Array): string {
  return [
    '/**',
    ' * The kernels in assembly/, compiled: made by `npm run kernels`; a test fails when it is out of date. A text, because a',
    ' * text can be imported wherever the rest of the program can.',
    ' */',
    `export const moduleBytes =\n  '${Buffer.from(bytes).toString('base64')}'`,
    '',
  ].join('\n')
}
