import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shortenCredits } from './short-credits.ts'
import { isAirShown } from './use-layers.ts'

/** Attributions for the map data, as the service reports them. */
export const attributions = signal<readonly string[]>([])

/** Media query for screens wide enough to show the panel and the map side by side. */
const WIDE_SCREEN_QUERY = '(min-width: 761px)'

/**
 * Shows the map attributions. On a narrow screen, the text would cover the map, so the user taps an icon to open it.
 */
export function Credits() {
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE_SCREEN_QUERY).matches)
  const credits = shortenCredits(attributions.value, isAirShown.value)
  const element = usePublishedHeight(credits.length > 0)
  if (credits.length === 0) return null
  return (
    <section ref={element} class="credits" aria-label="Map sources">
      {isOpen && (
        <p id="credits">
          {credits.map(({ text, link }, index) => (
            <span key={text}>
              {index > 0 && ' · '}
              {link === undefined ? (
                text
              ) : (
                <a href={link} target="_blank" rel="noopener noreferrer">
                  {text}
                </a>
              )}
            </span>
          ))}
        </p>
      )}
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        aria-controls="credits"
        aria-label="Map sources"
        title="Map sources"
        onClick={() => setOpen(!isOpen)}
      >
        {/* The icon is an SVG because many systems have no font with ⓘ. */}
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor">
          <circle cx="8" cy="8" r="6.5" />
          <path d="M8 7.2v4M8 4.6v1" stroke-width="1.6" />
        </svg>
      </button>
    </section>
  )
}

/**
 * Publishes the height of the credits as the CSS variable `--credits-height`, so that notifications do not cover the
 * credits.
 */
function usePublishedHeight(isShown: boolean) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--credits-height', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--credits-height')
    }
  }, [isShown])
  return element
}
