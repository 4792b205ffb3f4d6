import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compileModule, toSource } from './testing/compile-module.ts'

test('the compiled kernels match their sources; if not, run npm run kernels', async () => {
  const written = await readFile(new URL('./module-bytes.ts', import.meta.url), 'utf8')
  expect(written === toSource(await compileModule())).toBe(true)
})
