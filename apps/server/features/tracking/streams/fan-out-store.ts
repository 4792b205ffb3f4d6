import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Asset, isAssetId } from '../assets/asset.ts'
import { AssetStore } from '../assets/asset-store.ts'
import type { AssetMemory } from './fan-out-memory.ts'

/** Assets for polls, served from the shared cache when present. */
export class RememberedAssets extends AssetStore {
  private readonly memory: AssetMemory

  constructor(db: Kysely<Tables>, onChange: ConstructorParameters<typeof AssetStore>[1], memory: AssetMemory) {
    super(db, onChange)
    this.memory = memory
  }

  override async find(account: number, id: string): Promise<Asset | undefined> {
    const known = isAssetId(id) ? await this.memory.find(account, id) : undefined
    // A miss does not fill the cache: infrequent polls would pay for the write and find the entry expired next time.
    return known ?? (await super.find(account, id))
  }
}
