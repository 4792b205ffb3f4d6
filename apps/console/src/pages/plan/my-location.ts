import { type Point, roundPoint } from '../../points.ts'
import { notify } from '../../state/notices.ts'

const WAIT_MS = 10_000

/** Returns a function that gets the user's location from the browser, or undefined where that is not supported. */
export function useMyLocation(onFound: (at: Point) => void): (() => void) | undefined {
  // Browsers allow geolocation only on localhost and https.
  if (!('geolocation' in navigator) || !window.isSecureContext) return undefined
  return () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => onFound(roundPoint([coords.latitude, coords.longitude])),
      ({ code }) => notify(reasons[code] ?? 'The browser does not know where you are.', 'error'),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
}

const reasons: Readonly<Record<number, string>> = {
  1: 'The browser may not tell where you are. Allow it in the settings of this page, or click on the map.',
  2: 'The browser does not know where you are. Click on the map instead.',
  3: 'The browser did not find out in time where you are. Click on the map instead.',
}
