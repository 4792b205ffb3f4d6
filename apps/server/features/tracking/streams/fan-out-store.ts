import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Asset, isAssetId } from '../assets/asset.ts'
import { AssetStore } from '../assets/asset-store.ts'
import type { AssetMemory } from './fan-out-memory.ts'

/** The assets as polls see them: from the memory that all servers share, where it has them. */
export class RememberedAssets extends AssetStore {
  private readonly memory: AssetMemory

  constructor(db: Kysely<Tables>, onChange: ConstructorParameters<typeof AssetStore>[1], memory: AssetMemory) {
    super(db, onChange)
    this.memory = memory
  }

  override async find(account: number, id: string): Promise<Asset | undefined> {
    const known = isAssetId(id) ? await this.memory.find(account, id) : undefined
    // What is not there is not put there: whoever polls seldom would pay for it, and find it gone the next time.
    return known ?? (await super.find(account, id))
  }
}
