import { signal } from '@preact/signals'

/** Whether the device has no network connection. */
export const isOffline = signal(!navigator.onLine)

for (const type of ['online', 'offline'])
  window.addEventListener(type, () => {
    isOffline.value = !navigator.onLine
  })
