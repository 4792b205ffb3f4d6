import { clockTime, minutes } from '../../../ui/measures.ts'
import { chooseWay, chosen, ways } from '../plan-state.ts'
import { wayNames } from '../way-names.ts'
import type { Way } from '../ways.ts'

/** The routes to choose from, with duration, distance and differences. */
export function WayCards() {
  const all = ways.value
  const best = all[0]
  const names = wayNames(all)
  return (
    <section class="ways" aria-label="Routes">
      {all.map((way, index) => (
        <button
          key={`${index}-${way.title}`}
          type="button"
          class={`card way ${way === chosen.value ? 'chosen' : ''}`}
          aria-pressed={way === chosen.value}
          onClick={() => chooseWay(index)}
        >
          <span class="way-top">
            <span class="figure">{minutes(way.etaMin)}</span>
            <span class="way-far">{way.distanceText}</span>
          </span>
          <span class="way-title">{names[index]}</span>
          <small>{[...timesOf(way), ...(best && index > 0 ? [compared(way, best)] : [])].join(' · ')}</small>
        </button>
      ))}
    </section>
  )
}

function timesOf(way: Way): string[] {
  const said = [way.arriveAt === undefined ? '' : `arrive ${clockTime(way.arriveAt)}`]
  if (way.mode === 'maritime' || way.mode === 'drone') {
    const more = way.etaMin - way.freeFlowMin
    if (more > 0.5)
      said.push(`${minutes(more)} of it ${way.mode === 'drone' ? 'because of the wind' : 'waiting for canals'}`)
  } else {
    said.push(`${minutes(way.freeFlowMin)} without traffic`)
    if (way.typicalMin !== undefined) said.push(`usually ${minutes(way.typicalMin)}`)
  }
  return said.filter((text) => text !== '')
}

function compared(way: Way, best: Way): string {
  const more = way.etaMin - best.etaMin
  if (Math.abs(more) < 0.5) return 'same time'
  return more > 0 ? `${minutes(more)} longer` : `${minutes(-more)} shorter`
}
