import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import * as client from '@fairway/client'
import { createTempDir } from '../support/servers/temp-dir.ts'
import type { Served } from './served.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the `ts` code blocks of a page as one program, because later blocks use values of earlier blocks. */
export function programOf(page: string, { url, key }: Pick<Served, 'url' | 'key'>): string {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  if (blocks.length === 0) throw new Error(`${page} has no examples`)
  return blocks.join('\n').replaceAll('http://localhost:8080', url).replaceAll('fw_live_YOUR_KEY', key)
}

/** Runs a program and returns the lines that it prints. */
export async function run(program: string): Promise<string[]> {
  const lines: string[] = []
  const log = (...values: unknown[]) =>
    lines.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '))
  const code = stripTypeScriptTypes(program).replace(
    /^import (\{.*?\}) from '@fairway\/client'$/gm,
    'const $1 = fairwayClient',
  )
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  await new AsyncFunction('fairwayClient', 'console', code)(client, { log })
  return lines
}

/**
 * Returns the compiler errors of the files if only browser types are available. Returns an empty string if there are
 * none.
 */
export async function complaintsOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await createTempDir()
  const options = {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    // The packages use these compiler settings.
    noUncheckedIndexedAccess: false,
    paths: { '@fairway/client': [join(root, 'packages/client/index.ts')] },
  }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions: options, files: Object.keys(files) }
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder.path], (_error, stdout, stderr) => resolve(stdout + stderr))
  })
  await folder.dispose()
  return output
}

/**
 * Returns the path of the Node that is installed on the machine, which is usually older than the Node of the project.
 * npm puts the latter first in PATH.
 */
export function machinesNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath
}
