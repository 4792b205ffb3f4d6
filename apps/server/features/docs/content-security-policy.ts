import { createHash } from 'node:crypto'
import { pageScript, pageStyle } from './page-assets.ts'

/**
 * Permits the page's own style and script, the map component, and calls to its own origin. Text from the document that
 * slips through as markup still does not run.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'self' ${toCspHash(pageStyle)}`,
  `script-src 'self' ${toCspHash(pageScript)}`,
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function toCspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
