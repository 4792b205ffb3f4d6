import { compileEmbedded } from './support/maps.ts'
import { compileSeas } from './support/seas.ts'

/** Once per run, before all tests: what many of them need and none should wait for alone. */
export default async function setup(): Promise<void> {
  await compileEmbedded()
  await compileSeas()
}
