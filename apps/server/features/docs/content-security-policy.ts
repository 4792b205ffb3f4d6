import { createHash } from 'node:crypto'
import { pageScript, pageStyle } from './page-assets.ts'

/**
 * Permits the page's own style and script, and calls to its own origin. Text from the document that slips through as
 * markup still does not run.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${toCspHash(pageStyle)}`,
  `script-src ${toCspHash(pageScript)}`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function toCspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
