import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Number of visible elements that report an outage of the service. */
export const visibleOutageReports = signal(0)

/** Minimum fraction of an element that must be visible for the element to count as readable. */
const MIN_VISIBLE_SHARE = 0.4

/**
 * Registers an element that reports the outage, so that the page shows no second message. Elements out of view do not
 * count.
 */
export function useReportsOutage<T extends Element>(isUnreachable: boolean) {
  const element = useRef<T>(null)
  // A layout effect runs before paint. With a normal effect, a second message would flash next to this element.
  useLayoutEffect(() => {
    const { current } = element
    if (!isUnreachable || current === null) return
    let isReporting = false
    const report = (isVisible: boolean) => {
      if (isVisible !== isReporting) visibleOutageReports.value += isVisible ? 1 : -1
      isReporting = isVisible
    }
    report(true)
    const observer = new IntersectionObserver(
      (entries) => report((entries.at(-1)?.intersectionRatio ?? 0) >= MIN_VISIBLE_SHARE),
      {
        threshold: MIN_VISIBLE_SHARE,
      },
    )
    observer.observe(current)
    return () => {
      observer.disconnect()
      report(false)
    }
  }, [isUnreachable])
  return element
}
