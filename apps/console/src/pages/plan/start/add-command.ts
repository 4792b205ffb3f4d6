/** The command that adds a map. Local files need a path, so that the command can tell them from paths on the mirror. */
export function toAddCommand(source: string): string {
  const trimmed = source.trim()
  if (trimmed === '') return 'npx fairway regions add europe/monaco'
  const isFile = /\.(pbf|osm)$/i.test(trimmed)
  const path = isFile && !/[\\/]/.test(trimmed) ? `./${trimmed}` : trimmed
  return `npx fairway regions add ${quote(path)}`
}

/** Inside single quotes, a shell interprets only the single quote itself. */
function quote(path: string): string {
  return /^[\w./:~-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
