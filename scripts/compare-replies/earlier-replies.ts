import { type Fields, getAt, type Maybe, splitWords } from './json.ts'

/** Time of the frozen server clock in milliseconds: noon on a Tuesday in Montevideo. */
export const NOW_MS = 1_781_622_000_000

export interface TrackedAsset {
  readonly id: string
  readonly kind: string
  line: number[][]
  /** Share of the line that the asset has traveled. */
  along: number
  timeMs: number
}

/** Strings of replies that later requests use, each with its path in the reply if the path differs from the name. */
const KEPT_STRINGS = splitWords(
  'next cookie challenge pid=geocoded_waypoints.0.place_id kid=key.id own=api_key email=account.email',
)

/** Values from earlier replies that later requests need. */
export class EarlierReplies {
  readonly routes: Fields[] = []
  readonly strings = new Map<string, string>()
  assets: TrackedAsset[] = []

  add(operation: string, reply: Maybe): void {
    for (const [name = '', path = name] of KEPT_STRINGS.map((entry) => entry.split('='))) {
      const value = getAt(reply, path)
      if (typeof value === 'string') this.strings.set(name, value)
    }
    const { assets } = this
    const route = getAt(reply, 'route') ?? reply
    if (getAt(route, 'mode') === 'road' && getAt(route, 'snapped')) this.routes.push(route as Fields)
    if (operation === 'POST /v1/assets' && getAt(reply, 'plan') === null) {
      const timeMs = NOW_MS - 30_000 * (1 + (assets.length % 12))
      assets.push({ ...(reply as object as TrackedAsset), line: [], along: 0, timeMs })
    }
    this.assets = assets.filter(({ id }) => id !== getAt(reply, 'removed'))
    const asset = assets.find(({ id }) => id === (getAt(reply, 'asset.id') ?? getAt(reply, 'asset')))
    const line = getAt(route, 'geometry')
    if (asset && Array.isArray(line)) Object.assign(asset, { line, along: 0 })
  }
}
