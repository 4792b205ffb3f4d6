import { signal } from '@preact/signals'

/** Current time in milliseconds. Displayed ages keep increasing even when no updates arrive. */
export const nowMs = signal(Date.now())

export function followClock(): () => void {
  const timer = setInterval(() => {
    nowMs.value = Date.now()
  }, 1_000)
  return () => clearInterval(timer)
}
