import { startTestService } from '../../tests/support/servers/service.ts'
import { startStores } from '../../tests/support/servers/stores.ts'
import type { ApiDocument } from './document.ts'
import { FORMER_NAMES } from './former-names.ts'
import { writeTypes } from './write-types.ts'

export const typesFile = new URL('../../packages/client/api-types.ts', import.meta.url)

/** Returns the client types generated from the current API document of the service. */
export async function currentTypes(): Promise<string> {
  const stores = await startStores('embedded')
  const service = await startTestService({ store: await stores.fresh() })
  try {
    const reply = await service.app.inject({ url: '/openapi.json' })
    return writeTypes(reply.json<ApiDocument>(), FORMER_NAMES)
  } finally {
    await service.dispose()
    await stores.dispose()
  }
}
