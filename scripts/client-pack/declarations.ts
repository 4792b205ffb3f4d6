import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Path of the client's index declarations within the output folder. */
export const INDEX_PATH = 'client/index.d.ts'

/**
 * Writes the declarations of the client and of the parts of `geo` that it uses, so that the package needs no
 * dependencies.
 */
export async function writeDeclarations(folder: string): Promise<void> {
  const require = createRequire(import.meta.url)
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const project = fileURLToPath(new URL('tsconfig.json', import.meta.url))
  await run(process.execPath, [tsc, '-p', project, '--outDir', folder])
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const path = join(folder, name)
    await writeFile(path, forOthers(await readFile(path, 'utf8'), relative(dirname(path), folder)))
  }
}

/**
 * Rewrites the imports of the declarations. Sources import each other as `.ts`, which works only with our compiler
 * settings.
 */
function forOthers(text: string, toRoot: string): string {
  const root = toRoot.replaceAll('\\', '/')
  return text.replace(/(from |import\()'([^']+)'/g, (_, before: string, target: string) => {
    const path = target.replace(/^@fairway\/(\w+)$/, `${root}/$1/index.ts`)
    if (!path.startsWith('.')) throw new Error(`${target} is not part of the package`)
    return `${before}'${path.replace(/\.ts$/, '.js')}'`
  })
}
