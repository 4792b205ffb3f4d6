import { createHash } from 'node:crypto'
import { pageScript, pageStyle } from './page-assets.ts'
import { tourScript, tourStyle } from './tour/tour-assets.ts'

/**
 * Content security policy that permits the styles and scripts of the pages, the map component, and calls to their own origin.
 * Even if text from the document were rendered as markup, scripts in it would not run.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'self' ${toCspHash(pageStyle)} ${toCspHash(tourStyle)}`,
  `script-src 'self' ${toCspHash(pageScript)} ${toCspHash(tourScript)}`,
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
