import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** The number of visible elements that report that the service is unavailable. */
export const tellers = signal(0)

/** The visible share of an element from which it counts as readable. */
const SHARE = 0.4

/** While this element reports the outage, no second message is needed. Out of view it does not count. */
export function useTellsAway<T extends Element>(isAway: boolean) {
  const element = useRef<T>(null)
  // Runs before paint. Otherwise another message would flash next to this element.
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
