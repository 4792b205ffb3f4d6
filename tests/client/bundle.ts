import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { root } from './examples.ts'

/** The client as one module, for browsers and for Node without types. */
export async function bundleClient(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: join(root, 'packages/client'),
    build: { lib: { entry: 'index.ts', formats: ['es'] }, write: false, minify: true, target: 'es2022' },
  })) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('the bundle is not one module')
  return chunk.code
}
