import { formatJson } from '../schema/json-text.ts'
import type { CodeCall } from './code-call.ts'
import { type Pipeline, splitScript, type Word } from './split-script.ts'

type ParsedScript = { readonly calls: readonly CodeCall[] } | { readonly reason: string }

const SERVER = /^(?:http:\/\/)?localhost:8080(?=\/)/

/** Command that takes one field from a JSON reply. */
const FIELD = /^s\/\.\*"(\w+)":\s*"\\\(.*\\\)"\.\*\/\\1\/p?$/

/** Parses a script that consists of curl calls of the API. For all other scripts, returns the reason. */
export function parseCalls(script: string): ParsedScript {
  const pipelines = splitScript(script)
  if (pipelines === undefined) return { reason: 'has syntax that only a shell has' }
  const calls: CodeCall[] = []
  for (const pipeline of pipelines) {
    const call = parsePipeline(pipeline)
    if (typeof call === 'string') return { reason: call }
    calls.push(call)
  }
  return calls.length > 0 ? { calls } : { reason: 'has no call' }
}

/** Returns the call, or the reason why the pipeline is not a call. */
function parsePipeline([words = [], ...others]: Pipeline): CodeCall | string {
  const [first = []] = words
  const [name = ''] = first
  if (name === 'curl') return others.length > 0 ? 'pipes a reply to a command' : parseCurl(words.slice(1))
  const [, variable] = (typeof name === 'string' && /^(\w+)=/.exec(name)) || []
  if (variable !== undefined && words.length === 1 && others.length === 0) return parseAssignment(variable, first)
  return `runs ${typeof name === 'string' ? name : 'a command'}`
}

/** Parses `NAME=$(curl … | sed …)`, which stores a field of the reply in a variable. */
function parseAssignment(variable: string, [name, value, ...others]: Word): CodeCall | string {
  const isWholeValue = name === `${variable}=` && others.length === 0
  if (typeof value !== 'object' || !('command' in value) || !isWholeValue) return `sets ${variable}`
  const [pipeline, ...otherPipelines] = splitScript(value.command) ?? []
  const [curl, sed, ...otherCommands] = pipeline ?? []
  const [, field] = FIELD.exec(toText(sed?.at(-1) ?? []) ?? '') ?? []
  if (curl === undefined || field === undefined || otherPipelines.length > 0 || otherCommands.length > 0)
    return `sets ${variable}`
  const call = parsePipeline([curl])
  return typeof call === 'string' ? call : { ...call, save: { variable, field } }
}

/** Options of curl, by letter. Options that are not listed cannot be written in other languages. */
const flags = new Set(['s', 'S', 'N', 'f'])
const settings = new Set(['X', 'H', 'd', 'o', 'u'])

function parseCurl(words: readonly Word[]): CodeCall | string {
  const given: [letter: string, text: string][] = []
  const texts: string[] = []
  for (const word of words) {
    const text = toText(word)
    if (text === undefined) return 'inserts the output of a command'
    texts.push(text)
  }
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
    if (!text.startsWith('-')) {
      given.push(['url', text])
      continue
    }
    for (let letters = text.slice(1); letters !== ''; ) {
      const letter = letters.charAt(0)
      letters = letters.slice(1)
      if (!flags.has(letter) && !settings.has(letter)) return `uses the curl option -${letter}`
      given.push([letter, settings.has(letter) ? letters || (texts.shift() ?? '') : ''])
      if (settings.has(letter)) letters = ''
    }
  }
  return toCall(given)
}

function toCall(given: readonly (readonly [letter: string, text: string])[]): CodeCall | string {
  const options = new Map(given)
  const url = options.get('url') ?? ''
  if (!SERVER.test(url)) return `calls ${url}`
  const data = options.get('d')
  const body = data === undefined ? '' : formatBody(data)
  if (body === undefined) return 'sends a body that is not JSON'
  const [user, file] = [options.get('u'), options.get('o')]
  return {
    method: options.get('X') ?? (data === undefined ? 'GET' : 'POST'),
    target: url.replace(SERVER, ''),
    headers: given.filter(([letter]) => letter === 'H').map(([, text]) => splitHeader(text)),
    body,
    ...(user !== undefined && { user }),
    ...(file !== undefined && { file }),
    ...(options.has('N') && { isStream: true as const }),
  }
}

/** Formats a body. Returns undefined if it is not JSON, for example because a variable stands outside of a string. */
function formatBody(text: string): string | undefined {
  try {
    return formatJson(JSON.parse(text))
  } catch {
    return undefined
  }
}

function splitHeader(text: string): readonly [string, string] {
  const [, name = text, value = ''] = /^([^:]*):\s*(.*)$/.exec(text) ?? []
  return [name, value]
}

/** Returns the text of a word, or undefined if the shell inserts the output of a command. */
function toText(word: Word): string | undefined {
  const texts = word.map((piece) => {
    if (typeof piece === 'string') return piece
    return 'variable' in piece ? `{{${piece.variable}}}` : undefined
  })
  return texts.includes(undefined) ? undefined : texts.join('')
}
