import { readFileSync } from 'node:fs'

/**
 * The page's style and script. They are files of their own kind, for the sake of editors and linters, and travel
 * inside of the page: one answer, no second request, and a policy that can name them by hash.
 */

const styles = ['theme', 'base', 'layout', 'navigation', 'tables', 'tables-narrow', 'code', 'try-it', 'print']

/** Each script before those that import it. */
const scripts = ['highlight', 'copy', 'navigation', 'send', 'try-it']

export const pageStyle = styles.map((name) => closeUp(squeeze(read(`${name}.css`)))).join('')

/** The scripts share one scope, as the parts of a module do once they are in one file. */
export const pageScript = scripts.map((name) => join(squeeze(read(`${name}.js`)))).join('')

function read(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8')
}

/** Comments on lines of their own, indentation and empty lines are for the reader of the file. */
function squeeze(source: string): string {
  return source
    .replace(/^\s*\/\*[\s\S]*?\*\/$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '')
}

/** Only what the formatter has put in: the sheets hold no text in which these signs could stand. */
function closeUp(sheet: string): string {
  return sheet.replaceAll(' {\n', '{').replaceAll(';\n}', '}').replaceAll(': ', ':').replaceAll('\n', '')
}

function join(source: string): string {
  return source.replace(/^import .*\n/gm, '').replace(/^export /gm, '')
}
