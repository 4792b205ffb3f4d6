import { publishEmbedded } from '../../tests/support/maps/maps.ts'

/** Publishes the bundled map repeatedly until the process is killed. */
const [dataDir = ''] = process.argv.slice(2)
for (;;) {
  await publishEmbedded(dataDir)
  process.stdout.write('published\n')
}
