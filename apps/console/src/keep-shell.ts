/**
 * Registers the service worker that caches the pages, so that they also open while the service is unavailable.
 * Registration starts after the visible content has loaded. Browsers allow service workers only on HTTPS and localhost.
 * On other origins, the pages work without a service worker.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
