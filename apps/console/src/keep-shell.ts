/**
 * Registers the service worker that caches the pages for when the service is unavailable. Registration runs late
 * because visible content comes first. Browsers allow service workers only on https and localhost; elsewhere the pages
 * work without one.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
