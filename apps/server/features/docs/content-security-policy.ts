import { createHash } from 'node:crypto'
import { pageScript, pageStyle } from './page-assets.ts'

/**
 * Content security policy that permits the page's own style and script, the map component, and calls to its own origin.
 * Even if text from the document were rendered as markup, scripts in it would not run.
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
