import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** How many places in sight say that the service does not answer, with what can be done about it. */
export const tellers = signal(0)

/** So much of a place has to be in sight for it to be read. */
const SHARE = 0.4

/** While somebody is told by this element, nobody has to be told a second time beside it; out of sight it tells nobody. */
export function useTellsAway<T extends Element>(isAway: boolean) {
  const element = useRef<T>(null)
  // Before the page is painted: later, whatever else tells it would flash up beside this element.
  useLayoutEffect(() => {
    const { current } = element
    if (!isAway || current === null) return
    let isTelling = false
    const tell = (isSeen: boolean) => {
      if (isSeen !== isTelling) tellers.value += isSeen ? 1 : -1
      isTelling = isSeen
    }
    tell(true)
    const observer = new IntersectionObserver((entries) => tell((entries.at(-1)?.intersectionRatio ?? 0) >= SHARE), {
      threshold: SHARE,
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      tell(false)
    }
  }, [isAway])
  return element
}
