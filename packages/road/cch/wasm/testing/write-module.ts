import { writeFile } from 'node:fs/promises'
import { compileModule, toSource } from './compile-module.ts'

/** `npm run kernels` executes this script. Run the command after every change to a file in source/. */
await writeFile(new URL('../module-bytes.ts', import.meta.url), toSource(await compileModule()))
