/** Returns the command that adds a map. Local files need a path, because a bare name refers to a file on the mirror. */
export function toAddCommand(source: string): string {
  const trimmedText = source.trim()
  if (trimmedText === '') return 'npx fairway regions add europe/monaco'
  const isFile = /\.(pbf|osm)$/i.test(trimmedText)
  const path = isFile && !/[\\/]/.test(trimmedText) ? `./${trimmedText}` : trimmedText
  return `npx fairway regions add ${quote(path)}`
}

/** Quotes a path for the shell. Inside single quotes, only the single quote itself needs escaping. */
function quote(path: string): string {
  return /^[\w./:~-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
