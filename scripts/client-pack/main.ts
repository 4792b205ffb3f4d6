import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packClient } from './pack.ts'

/** Packs the client as an installable file: `npm run client-pack`. */
const file = await packClient(fileURLToPath(new URL('../../packages/client/dist', import.meta.url)))
process.stdout.write(
  `${file}\nIn your project: npm install ${relative(process.cwd(), file)} (or wherever you put it)\n`,
)
