import { useEffect, useRef } from 'preact/hooks'
import { prefersReducedMotion } from '../../map/current-map.ts'
import { selectionCount } from './fleet.ts'

/** Minimum visible height of a card so that the user notices it, in pixels. */
const MIN_VISIBLE_PX = 180

/** Last selection that was scrolled into view. Returning to the page is not a new selection. */
let lastShownSelection = 0

/**
 * Scrolls the card into view and focuses its heading when the user selects an asset. A card that is already visible
 * enough stays where it is.
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
