import { useEffect, useRef } from 'preact/hooks'
import { prefersStillness } from '../../map/the-map.ts'
import { choices } from './fleet.ts'

/** The part of a card that must be visible for the user to notice it. */
const NOTICED_PX = 180

/** The selections already scrolled into view. Returning to the page is not a selection. */
let seenTo = 0

/**
 * Scrolls the card into view and focuses it when the user selects its asset. If the card was out of view, so would be
 * the row that was pressed.
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
