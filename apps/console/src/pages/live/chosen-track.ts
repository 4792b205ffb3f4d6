import type { AssetTrackReply } from '@fairway/client'
import { computed, effect } from '@preact/signals'
import type { Point } from '../../points.ts'
import { createAsking } from '../../state/asked.ts'
import type { Call } from '../../state/calls.ts'
import { chosen, chosenId } from './fleet.ts'

const asking = createAsking<AssetTrackReply>()
export const trackAsked = asking.state

/** Live positions extend the track. The track itself is reloaded at this interval. */
const ASK_AGAIN_MS = 10_000
const MAX_SHOWN = 2_000

export function trackCall(id: string, format?: 'gpx'): Call {
  const from = new Date(Date.now() - 6 * 3_600_000).toISOString()
  return {
    method: 'GET',
    path: `/v1/assets/${id}/track`,
    query: format === undefined ? { from, limit: MAX_SHOWN } : { format },
  }
}

let askedFor = ''
let askedAtMs = 0

/** Loads the track of the selected asset while the page is open. */
export function followTrack(): () => void {
  askedFor = ''
  return effect(() => {
    const id = chosenId.value
    const hasPosition = chosen.value?.position != null
    if (id === '' || !hasPosition) {
      if (askedFor !== id) asking.clear()
      askedFor = id
      askedAtMs = 0
      return
    }
    if (askedFor === id && performance.now() - askedAtMs < ASK_AGAIN_MS && askedAtMs > 0) return
    if (askedFor !== id) asking.clear()
    askedFor = id
    askedAtMs = performance.now()
    void asking.ask(trackCall(id))
  })
}

/** The path taken during a gap is unknown, so a straight line would be wrong. */
const GAP_MS = 180_000

/** Ends with the live position and is split at gaps. Jumps are left out. */
export const trackLines = computed((): readonly (readonly Point[])[] => {
  const answer = asking.state.value.answer
  const live = chosen.value
  if (answer === undefined || live === undefined || answer.asset !== live.asset.id) return []
  const fixes = answer.positions.filter(({ flag }) => flag === undefined)
  return splitAtGaps(live.position === null ? fixes : [...fixes, live.position])
})

export function splitAtGaps(
  fixes: readonly { readonly at: Point; readonly time: string }[],
): readonly (readonly Point[])[] {
  const lines: Point[][] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { at, time } of fixes) {
    const timeMs = Date.parse(time)
    const line = timeMs - lastMs > GAP_MS ? undefined : lines.at(-1)
    if (line === undefined) lines.push([at])
    else line.push(at)
    lastMs = timeMs
  }
  return lines.filter((line) => line.length > 1)
}
