import type { Generated, Selectable } from 'kysely'

/** Tracked assets with their routes and positions. */
export interface AssetTables {
  assets: AssetsTable
  asset_routes: AssetRoutesTable
  removed_assets: RemovedAssetsTable
  positions: PositionsTable
}

/** Tracked assets with their properties and live state. */
interface AssetsTable {
  /** Short number that positions store instead of the id. */
  number: Generated<number>
  id: string
  account: number
  name: string
  kind: 'drone' | 'vehicle' | 'robot' | 'vessel'
  category: 'civil' | 'military'
  /** Caller's name for the asset. */
  reference: string | null
  /** Caller's profile as JSON. */
  profile: string | null
  created_at: number
  /** Number of routes attached so far. */
  plan_number: Generated<number>
  /**
   * State of the tracker: the live position and the progress along the route. PostgreSQL stores JSON. SQLite stores
   * bytes, or JSON that was written when a route was attached or by an older version.
   */
  state: string | Uint8Array | null
  /** Total number of accepted positions. */
  fixes: Generated<number>
  /** Number of the account's last change that affected this asset. See `revisions`. */
  changed: Generated<number>
  /** MMSI in the vessel's first AIS position. */
  mmsi: number | null
  /** Caller's name for the group of the asset. */
  group_name: string | null
  /**
   * JSON with the geofences that contain the asset and the reported conditions. Null if no rule applies to the asset.
   */
  watch: string | null
  /** Time when a rule may cause an event even if no position arrives. */
  watch_at: number | null
}

/** Routes that are attached to assets. They are separate, because each position writes the whole row of its asset. */
interface AssetRoutesTable {
  asset: number
  /** Asset route as JSON. */
  plan: string
}

/** Removed assets, kept for streams that included them and reconnect later. */
interface RemovedAssetsTable {
  account: number
  id: string
  /** Number of the account's change that removed this asset. */
  changed: number
  removed_at: number
}

export interface PositionsTable {
  asset: number
  time: number
  /** Number of the position within the asset, starting at 1. */
  fix: number
  received_at: number
  latitude: number
  longitude: number
  speed: number | null
  heading: number | null
  battery: number | null
  altitude: number | null
  accuracy: number | null
  /** 0 if the position became the live position, 1 if it arrived late, 2 if it was too far away to be reachable. */
  flag: number
}

/** Asset with its route. */
export type AssetRow = Selectable<AssetsTable> & { readonly plan: string | null }
export type PositionRow = Selectable<PositionsTable>
