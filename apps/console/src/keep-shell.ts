/**
 * Has the browser keep the pages for when the service is away. Afterwards: what is looked at comes first. Browsers allow it
 * on https and on this machine only; elsewhere the pages work as they do without.
 */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
