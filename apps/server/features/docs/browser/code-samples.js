/*
 * Writes programs that send the same requests as curl commands. In the texts of a call, {{NAME}}
 * stands for a variable. Variables come from the environment, or from the reply to an earlier call.
 */
const VARIABLE = /\{\{(\w+)\}\}/

/* Splits a text. The parts with odd indexes are names of variables. */
const splitText = (text) => text.split(VARIABLE)

/* Returns the only variable of a text without anything else, or undefined. */
const toVariable = (text) => /^\{\{(\w+)\}\}$/.exec(text)?.[1]

/* Joins the parts of a text as an expression of the language. */
function joinParts(text, toLiteral) {
  const parts = splitText(text).map((part, index) => (index % 2 === 1 ? part : part && toLiteral(part)))
  return parts.filter(Boolean).join(' + ') || toLiteral('')
}

/* Lists the variables that no call of the program sets. */
function listEnvironment(calls) {
  const names = new Set()
  const saved = new Set()
  for (const { target, headers, body, user = '', save } of calls) {
    const texts = [target, ...headers.map(([, text]) => text), body, user]
    for (const name of texts.flatMap((text) => splitText(text).filter((_, index) => index % 2 === 1)))
      if (!saved.has(name)) names.add(name)
    if (save) saved.add(save.variable)
  }
  return [...names]
}

/* Returns a suffix that makes the variables of the second and later calls unique. */
const toSuffix = (index) => (index === 0 ? '' : index + 1)

const quoteText = (text) => JSON.stringify(text)

function toTypeScriptText(text) {
  if (!VARIABLE.test(text)) return quoteText(text)
  const parts = splitText(text).map((part, index) =>
    index % 2 === 1 ? `\${${part}}` : part.replace(/[\\`]|\$\{/g, '\\$&'),
  )
  return toVariable(text) ?? `\`${parts.join('')}\``
}

/* A JSON body becomes an object, whose strings may contain variables. */
function toTypeScriptBody(body) {
  try {
    JSON.parse(body)
  } catch {
    return toTypeScriptText(body)
  }
  const value = body.replace(/"(?:\\.|[^"\\])*"/g, (literal) =>
    VARIABLE.test(literal) ? toTypeScriptText(JSON.parse(literal)) : literal,
  )
  return `JSON.stringify(${value.replaceAll('\n', '\n  ')})`
}

function toTypeScriptCall({ method, url, headers, body, user, save, file, isStream }, index) {
  const reply = `reply${toSuffix(index)}`
  const lines = headers.map(([name, text]) => `    ${quoteText(name)}: ${toTypeScriptText(text)},`)
  if (user) lines.push(`    "Authorization": "Basic " + btoa(${toTypeScriptText(user)}),`)
  const options = [
    `  method: ${quoteText(method)},`,
    ...(lines.length > 0 ? ['  headers: {', ...lines, '  },'] : []),
    ...(body ? [`  body: ${toTypeScriptBody(body)},`] : []),
  ]
  const isPlain = method === 'GET' && options.length === 1
  return [
    ...(isPlain
      ? [`const ${reply} = await fetch(${toTypeScriptText(url)})`]
      : [`const ${reply} = await fetch(${toTypeScriptText(url)}, {`, ...options, '})']),
    ...toTypeScriptResult(reply, { save, file, isStream }),
  ]
}

function toTypeScriptResult(reply, { save, file, isStream }) {
  if (save)
    return [
      `const { ${save.field}: ${save.variable} } = (await ${reply}.json()) as { ${save.field}: string }`,
      `console.log(\`export ${save.variable}=\${${save.variable}}\`)`,
    ]
  if (file) return [`await writeFile(${quoteText(file)}, new Uint8Array(await ${reply}.arrayBuffer()))`]
  if (isStream)
    return [
      `const text = ${reply}.body?.pipeThrough(new TextDecoderStream()) ?? []`,
      'for await (const part of text) console.log(part)',
    ]
  return [`console.log(await ${reply}.json())`]
}

function toTypeScript(calls) {
  const head = [
    ...(calls.some(({ file }) => file) ? ["import { writeFile } from 'node:fs/promises'", ''] : []),
    ...listEnvironment(calls).map((name) => `const ${name} = process.env.${name} ?? ''`),
  ]
  return joinProgram(head, calls.map(toTypeScriptCall))
}

function toPythonText(text) {
  if (!VARIABLE.test(text)) return quoteText(text)
  const parts = splitText(text).map((part, index) =>
    index % 2 === 1 ? `{${part}}` : quoteText(part).slice(1, -1).replace(/[{}]/g, '$&$&'),
  )
  return toVariable(text) ?? `f"${parts.join('')}"`
}

/* A body stays as it is. Its variables are replaced when the program runs. */
function toPythonBody(body) {
  const names = new Set(splitText(body).filter((_, index) => index % 2 === 1))
  const text = splitText(body).map((part, index) => (index % 2 === 1 ? `$${part}` : part.replaceAll('\\', '\\\\')))
  return `"""${text.join('')}"""${[...names].map((name) => `.replace("$${name}", ${name})`).join('')}`
}

function toPythonCall({ method, url, headers, body, user, save, file, isStream }) {
  const lines = headers.map(([name, text]) => `        ${quoteText(name)}: ${toPythonText(text)},`)
  if (user) lines.push(`        "Authorization": "Basic " + base64.b64encode(${toPythonText(user)}.encode()).decode(),`)
  return [
    ...(body ? [`body = ${toPythonBody(body)}`] : []),
    'request = urllib.request.Request(',
    `    ${toPythonText(url)},`,
    `    method=${quoteText(method)},`,
    ...(body ? ['    data=body.encode(),'] : []),
    ...(lines.length > 0 ? ['    headers={', ...lines, '    },'] : []),
    ')',
    'with urllib.request.urlopen(request) as reply:',
    ...toPythonResult({ save, file, isStream }).map((line) => `    ${line}`),
  ]
}

function toPythonResult({ save, file, isStream }) {
  if (save)
    return [
      `${save.variable} = json.load(reply)[${quoteText(save.field)}]`,
      `print(f"export ${save.variable}={${save.variable}}")`,
    ]
  if (file) return [`with open(${quoteText(file)}, "wb") as file:`, '    file.write(reply.read())']
  if (isStream) return ['for line in reply:', '    print(line.decode(), end="")']
  return ['print(reply.read().decode())']
}

function toPython(calls) {
  const names = listEnvironment(calls)
  const modules = [
    ...(calls.some(({ user }) => user) ? ['base64'] : []),
    ...(calls.some(({ save }) => save) ? ['json'] : []),
    ...(names.length > 0 ? ['os'] : []),
    'urllib.request',
  ]
  const head = [
    ...modules.map((name) => `import ${name}`),
    ...(names.length > 0 ? ['', ...names.map((name) => `${name} = os.environ["${name}"]`)] : []),
  ]
  return joinProgram(head, calls.map(toPythonCall))
}

const toGoText = (text) => joinParts(text, quoteText)

function toGoBody(body) {
  return joinParts(body, (part) => (part.includes('`') ? quoteText(part) : `\`${part}\``))
}

function toGoCall({ method, url, headers, body, user, save, file, isStream }, index) {
  const [request, reply, text] = ['request', 'reply', 'text'].map((name) => name + toSuffix(index))
  const reader = body ? `strings.NewReader(${toGoBody(body)})` : 'nil'
  const [name, password] = (user ?? '').split(':')
  const isRead = !isStream
  return [
    `${request}, err := http.NewRequest("${method}", ${toGoText(url)}, ${reader})`,
    ...goCheck,
    ...headers.map(([header, value]) => `${request}.Header.Set(${quoteText(header)}, ${toGoText(value)})`),
    ...(user ? [`${request}.SetBasicAuth(${toGoText(name)}, ${toGoText(password ?? '')})`] : []),
    `${reply}, err := http.DefaultClient.Do(${request})`,
    ...goCheck,
    `defer ${reply}.Body.Close()`,
    ...(isRead ? [`${text}, err := io.ReadAll(${reply}.Body)`, ...goCheck] : []),
    ...toGoResult({ reply, text, suffix: toSuffix(index) }, { save, file, isStream }),
  ].map((line) => `\t${line}`)
}

const goCheck = ['if err != nil {', '\tpanic(err)', '}']

function toGoResult({ reply, text, suffix }, { save, file, isStream }) {
  if (save)
    return [
      `var result${suffix} struct {`,
      `\t${save.variable} string \`json:"${save.field}"\``,
      '}',
      `if err := json.Unmarshal(${text}, &result${suffix}); err != nil {`,
      '\tpanic(err)',
      '}',
      `${save.variable} := result${suffix}.${save.variable}`,
      `fmt.Println("export ${save.variable}=" + ${save.variable})`,
    ]
  if (file) return [`if err := os.WriteFile(${quoteText(file)}, ${text}, 0o644); err != nil {`, '\tpanic(err)', '}']
  if (isStream) return [`if _, err := io.Copy(os.Stdout, ${reply}.Body); err != nil {`, '\tpanic(err)', '}']
  return [`fmt.Println(string(${text}))`]
}

function toGo(calls) {
  const names = listEnvironment(calls)
  const packages = {
    'encoding/json': calls.some(({ save }) => save),
    fmt: calls.some(({ file, isStream }) => !file && !isStream),
    io: true,
    'net/http': true,
    os: names.length > 0 || calls.some(({ file, isStream }) => file || isStream),
    strings: calls.some(({ body }) => body),
  }
  const imports = Object.keys(packages).filter((name) => packages[name])
  const variables = names.map((name) => `\t${name} := os.Getenv("${name}")`)
  const head = ['package main', '', 'import (', ...imports.map((name) => `\t"${name}"`), ')', '', 'func main() {']
  return `${[...head, joinProgram(variables, calls.map(toGoCall))].join('\n')}\n}`
}

/* Joins the variables and the calls, with an empty line between them. */
function joinProgram(head, calls) {
  return [head, ...calls]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/* Returns a program that sends the calls to a server one after another. */
export function toCode(language, calls, origin) {
  const sent = calls.map((call) => ({ ...call, url: origin + call.target }))
  if (language === 'TypeScript') return toTypeScript(sent)
  return language === 'Python' ? toPython(sent) : toGo(sent)
}
