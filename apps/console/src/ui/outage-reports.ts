import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** The number of visible elements that report that the service is unavailable. */
export const visibleOutageReports = signal(0)

/** An element counts as readable when at least this share of it is visible. */
const MIN_VISIBLE_SHARE = 0.4

/**
 * While this element reports the outage, no second message is needed. An element that is out of view does not count.
 */
export function useReportsOutage<T extends Element>(isUnreachable: boolean) {
  const element = useRef<T>(null)
  // Runs before paint. Otherwise another message would flash next to this element.
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
