/** Part of a word: text, or a value that the shell inserts. */
type Piece = string | { readonly variable: string } | { readonly command: string }

/** One argument of a command, with all quotes removed. */
export type Word = readonly Piece[]

/** Commands that are connected by pipes, each as a list of words. */
export type Pipeline = readonly (readonly Word[])[]

/** Position in a script. The functions that read a part of the script move it to the end of that part. */
interface Cursor {
  readonly script: string
  offset: number
}

/**
 * Splits a shell script into pipelines. Returns undefined if the script uses syntax that calls of the API do not need,
 * such as loops, redirections and here-documents.
 */
export function splitScript(script: string): readonly Pipeline[] | undefined {
  const cursor = { script, offset: 0 }
  const pipelines: Pipeline[] = []
  let commands: (readonly Word[])[] = []
  let words: Word[] = []
  const endPipeline = () => {
    if (words.length > 0) pipelines.push([...commands, words])
    commands = []
    words = []
  }
  for (;;) {
    skipBlanks(cursor)
    const sign = script[cursor.offset]
    if (sign === undefined) break
    if (/[&<>()`]/.test(sign)) return undefined
    if (sign === '\n' || sign === ';') {
      cursor.offset++
      endPipeline()
    } else if (sign === '|') {
      cursor.offset++
      commands.push(words)
      words = []
    } else {
      words.push(readWord(cursor))
    }
  }
  endPipeline()
  return pipelines
}

/** Skips spaces, comments, and line breaks after a backslash. */
function skipBlanks(cursor: Cursor): void {
  const [blanks = ''] = /^(?:[ \t]|\\\n|#.*)*/.exec(cursor.script.slice(cursor.offset)) ?? []
  cursor.offset += blanks.length
}

function readWord(cursor: Cursor): Word {
  const { script } = cursor
  const pieces: Piece[] = []
  const isInWord = () => /[^\s|;&<>()]/.test(script[cursor.offset] ?? ' ')
  while (isInWord()) {
    const sign = script[cursor.offset]
    if (sign === "'") pieces.push(readSingleQuoted(cursor))
    else if (sign === '"') pieces.push(...readDoubleQuoted(cursor))
    else if (sign === '$') pieces.push(readValue(cursor))
    else pieces.push(readCharacter(cursor, sign === '\\'))
  }
  return joinText(pieces)
}

function readCharacter(cursor: Cursor, isEscaped: boolean): string {
  if (isEscaped) cursor.offset++
  return cursor.script[cursor.offset++] ?? ''
}

function readSingleQuoted(cursor: Cursor): string {
  const start = cursor.offset + 1
  const end = findOrEnd(cursor.script, "'", start)
  cursor.offset = end + 1
  return cursor.script.slice(start, end)
}

function readDoubleQuoted(cursor: Cursor): readonly Piece[] {
  const { script } = cursor
  const pieces: Piece[] = ['']
  cursor.offset++
  while (cursor.offset < script.length && script[cursor.offset] !== '"') {
    const sign = script[cursor.offset]
    if (sign === '$') pieces.push(readValue(cursor))
    else pieces.push(readCharacter(cursor, sign === '\\' && /["\\$`]/.test(script[cursor.offset + 1] ?? '')))
  }
  cursor.offset++
  return pieces
}

/** Reads what a dollar sign begins: a variable, a command whose output is inserted, or only the sign itself. */
function readValue(cursor: Cursor): Piece {
  const rest = cursor.script.slice(cursor.offset)
  if (rest.startsWith('$(')) {
    const command = readNested(rest)
    cursor.offset += command.length + '$()'.length
    return { command }
  }
  const [match = '$', braced, plain] = /^\$(?:\{(\w+)\}|([A-Za-z_]\w*))/.exec(rest) ?? []
  cursor.offset += match.length
  const variable = braced ?? plain
  return variable === undefined ? '$' : { variable }
}

/** Returns the text up to the parenthesis that closes the first one. Parentheses in quotes do not count. */
function readNested(rest: string): string {
  let depth = 0
  for (const { 0: part, index } of rest.matchAll(/'[^']*'|"(?:\\.|[^"\\])*"|[()]/gs)) {
    if (part === '(') depth++
    if (part === ')' && --depth === 0) return rest.slice('$('.length, index)
  }
  return rest.slice('$('.length)
}

function findOrEnd(text: string, sign: string, start: number): number {
  const found = text.indexOf(sign, start)
  return found < 0 ? text.length : found
}

function joinText(pieces: readonly Piece[]): Word {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece
    else joined.push(piece)
  }
  return joined.length === 1 ? joined : joined.filter((piece) => piece !== '')
}
