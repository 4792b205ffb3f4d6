import { readFileSync } from 'node:fs'

/**
 * The style and the script of the page are separate files for editors and linters, but are inlined into the page.
 * Inlining avoids extra requests and lets the CSP list the style and the script by hash.
 */

const styles = [
  'theme',
  'base',
  'layout',
  'navigation',
  'tables',
  'tables-narrow',
  'code',
  'try-it',
  'guide',
  'diagram',
  'print',
]

/** Scripts in dependency order. Each script precedes the scripts that import it. */
const scripts = [
  'highlight',
  'copy',
  'code-samples',
  'languages',
  'send',
  'first-call',
  'navigation',
  'reply-map',
  'try-it',
  'send-guide',
]

export const pageStyle = joinStyles(styles)

export const pageScript = joinScripts(scripts)

export function joinStyles(names: readonly string[]): string {
  return names.map((name) => minifyCss(stripCommentsAndIndent(readAsset(`${name}.css`)))).join('')
}

/** Joins scripts, which share one scope like a bundled module. */
export function joinScripts(names: readonly string[]): string {
  return names.map((name) => removeModuleSyntax(stripCommentsAndIndent(readAsset(`${name}.js`)))).join('')
}

function readAsset(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8')
}

/** Removes full-line comments, indentation and empty lines. */
function stripCommentsAndIndent(source: string): string {
  return source
    .replace(/^\s*\/\*[\s\S]*?\*\/$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '')
}

/**
 * Removes whitespace that the formatter added. The style sheets contain no strings in which these characters could
 * occur.
 */
function minifyCss(sheet: string): string {
  return sheet.replaceAll(' {\n', '{').replaceAll(';\n}', '}').replaceAll(': ', ':').replaceAll('\n', '')
}

function removeModuleSyntax(source: string): string {
  return source.replace(/^import [^']*'[^']*'\n/gm, '').replace(/^export /gm, '')
}
