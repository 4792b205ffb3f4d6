import { useEffect, useRef } from 'preact/hooks'
import { prefersStillness } from '../../map/the-map.ts'
import { choices } from './fleet.ts'

/** So much of a card has to be in sight for somebody to notice that it is there. */
const NOTICED_PX = 180

/** The choices that were seen to: coming back to the page is none. */
let seenTo = 0

/**
 * Brings the card into view when somebody has chosen what it is about, and the focus with it: where the card was out of
 * sight, so would be the row that was pressed.
 */
export function useSeenWhenChosen() {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const made = choices.value
  useEffect(() => {
    const isNew = made !== seenTo
    seenTo = made
    if (!isNew || section.current === null || isNoticed(section.current)) return
    section.current.scrollIntoView({ block: 'nearest', behavior: prefersStillness() ? 'auto' : 'smooth' })
    heading.current?.focus({ preventScroll: true })
  }, [made])
  return { section, heading }
}

function isNoticed(element: HTMLElement): boolean {
  const room = element.closest('main')?.getBoundingClientRect()
  const { top, bottom, height } = element.getBoundingClientRect()
  const [from, to] = [room?.top ?? 0, room?.bottom ?? innerHeight]
  return Math.min(bottom, to) - Math.max(top, from) >= Math.min(height, NOTICED_PX)
}
