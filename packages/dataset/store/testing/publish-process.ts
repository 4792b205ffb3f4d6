import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatasetStore } from '../dataset-store.ts'
import { makeSampleWriter, sampleManifestContent } from './sample-dataset.ts'

/**
 * Publishes sample datasets in a separate process that tests can kill:
 * `publish-process.ts DATA-DIR REGION once|halfway|forever [FIRST-VALUE]`.
 */
const [dataDir = '', region = '', mode, first = '1'] = process.argv.slice(2)
const store = new DatasetStore(dataDir)

if (mode === 'halfway') {
  await store.publish(region, async (folder) => {
    const handle = await open(join(folder, 'roads.bin'), 'w')
    await handle.writeFile(new Uint8Array(100_000))
    process.stdout.write('halfway\n')
    // Waits until the process is killed. The timer keeps the process alive.
    await new Promise(() => setInterval(() => undefined, 60_000))
    return sampleManifestContent
  })
}
for (let value = Number(first); mode === 'forever' || value === Number(first); value++) {
  const { id } = await store.publish(region, makeSampleWriter(value % 250, 50_000))
  process.stdout.write(`published ${id}\n`)
}
