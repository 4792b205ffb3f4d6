import { writeFileSync } from 'node:fs'
import { startTestService } from '../../tests/support/servers/service.ts'
import { startStores } from '../../tests/support/servers/stores.ts'
import type { ApiDocument } from '../client-types/document.ts'
import { FORMER_NAMES } from './former-names.ts'
import { writeFiles } from './write-files.ts'

/** Generates the Python and Go clients from the OpenAPI document of this version. `npm run clients` */
const stores = await startStores('embedded')
const service = await startTestService({ store: await stores.fresh() })
try {
  const reply = await service.app.inject({ url: '/openapi.json' })
  for (const [path, text] of Object.entries(writeFiles(reply.json<ApiDocument>(), FORMER_NAMES)))
    writeFileSync(new URL(`../../${path}`, import.meta.url), text)
} finally {
  await service.dispose()
  await stores.dispose()
}
