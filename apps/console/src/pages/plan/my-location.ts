import { type Point, roundPoint } from '../../points.ts'
import { notify } from '../../state/notices.ts'

const LOCATION_TIMEOUT_MS = 10_000

/** Returns a function that gets the user's location from the browser, or undefined where that is not supported. */
export function useMyLocation(onFound: (at: Point) => void): (() => void) | undefined {
  // Browsers allow geolocation only on localhost and HTTPS.
  if (!('geolocation' in navigator) || !window.isSecureContext) return undefined
  return () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => onFound(roundPoint([coords.latitude, coords.longitude])),
      ({ code }) => notify(errorMessages[code] ?? 'Your location is not available.', 'error'),
      { timeout: LOCATION_TIMEOUT_MS, maximumAge: 60_000 },
    )
}

const errorMessages: Readonly<Record<number, string>> = {
  1: 'The browser is blocking access to your location. Allow it in the site settings, or click on the map.',
  2: 'Your location is not available. Click on the map instead.',
  3: 'Your location could not be found in time. Click on the map instead.',
}
