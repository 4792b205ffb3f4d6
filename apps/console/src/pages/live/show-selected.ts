import { useEffect, useRef } from 'preact/hooks'
import { prefersReducedMotion } from '../../map/current-map.ts'
import { selectionCount } from './fleet.ts'

/** The part of a card that must be visible for the user to notice it. */
const MIN_VISIBLE_PX = 180

/** The selections already scrolled into view. Returning to the page is not a selection. */
let lastShownSelection = 0

/**
 * Scrolls the card into view and focuses it when the user selects its asset, unless enough of the card is already
 * visible.
 */
export function useScrollToSelection() {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const selection = selectionCount.value
  useEffect(() => {
    const isNewSelection = selection !== lastShownSelection
    lastShownSelection = selection
    if (!isNewSelection || section.current === null || isVisibleEnough(section.current)) return
    section.current.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
    heading.current?.focus({ preventScroll: true })
  }, [selection])
  return { section, heading }
}

function isVisibleEnough(element: HTMLElement): boolean {
  const viewport = element.closest('main')?.getBoundingClientRect()
  const { top, bottom, height } = element.getBoundingClientRect()
  const [from, to] = [viewport?.top ?? 0, viewport?.bottom ?? innerHeight]
  return Math.min(bottom, to) - Math.max(top, from) >= Math.min(height, MIN_VISIBLE_PX)
}
