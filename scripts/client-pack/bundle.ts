import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** Bundles the client as one module without imports, for Node and browsers. */
export async function bundleClient({ minify }: { readonly minify: boolean }): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../../packages/client', import.meta.url)),
    build: { lib: { entry: 'index.ts', formats: ['es'] }, write: false, minify, target: 'es2022' },
  })) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('the bundle is not a single module')
  return chunk.code
}
