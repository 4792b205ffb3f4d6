import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundleClient } from './bundle.ts'
import { INDEX_PATH, writeDeclarations } from './declarations.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../../packages/client', import.meta.url))

/**
 * Builds the installable package: one module, its declarations and no dependencies. Inside this repository, the client
 * runs from its sources, but Node does not run TypeScript from installed packages. Returns the path of the file.
 */
export async function packClient(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const [code, readme, manifest] = await Promise.all([
    // Users see this code in stack traces, and bundlers minify it anyway.
    bundleClient({ minify: false }),
    readFile(join(client, 'README.md'), 'utf8'),
    readFile(join(client, 'package.json'), 'utf8'),
    writeDeclarations(join(folder, 'types')),
    cp(join(client, '../../LICENSE'), join(folder, 'LICENSE')),
  ])
  await Promise.all([
    writeFile(join(folder, 'index.js'), code),
    writeFile(join(folder, 'README.md'), withoutLinksOut(readme)),
    writeFile(join(folder, 'package.json'), toPackedManifest(JSON.parse(manifest))),
  ])
  const options = { cwd: folder, shell: process.platform === 'win32' }
  const { stdout } = await run('npm', ['pack', '--silent', '--json', '--ignore-scripts'], options)
  const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }]
  return join(folder, filename)
}

function toPackedManifest({ private: _, exports, dependencies, ...kept }: Record<string, unknown>): string {
  const [types, main] = [`./types/${INDEX_PATH}`, './index.js']
  // Tools that do not support `exports` read `types` and `main`.
  const entries = { exports: { '.': { types, default: main } }, types, main, files: ['index.js', 'types'] }
  return `${JSON.stringify({ ...kept, engines: { node: '>=20' }, ...entries }, null, 2)}\n`
}

/** Replaces links to other files of the repository, which an installation does not contain. */
function withoutLinksOut(page: string): string {
  return page.replace(/\[([^\]]+)\]\((?:\.\.\/)+([^)]+)\)/g, '$1 (`$2` in the repository of the service)')
}
