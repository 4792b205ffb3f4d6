/*
 * Returns whether a value is a variable. A variable starts with a dollar sign, so that the code
 * does not contain the key.
 */
function isVariable(value) {
  return /^\$\w+$/.test(value)
}

function toTypeScript({ method, url, headers }, body) {
  const lines = headers.map(([name, value]) => {
    const text = isVariable(value) ? `process.env.${value.slice(1)} ?? ''` : JSON.stringify(value)
    return `    ${JSON.stringify(name)}: ${text},`
  })
  return [
    `const reply = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(lines.length > 0 ? ['  headers: {', ...lines, '  },'] : []),
    ...(body ? [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`] : []),
    '})',
    'console.log(await reply.json())',
  ].join('\n')
}

function toPython({ method, url, headers }, body) {
  const hasVariables = headers.some(([, value]) => isVariable(value))
  const lines = headers.map(([name, value]) => {
    const text = isVariable(value) ? `os.environ["${value.slice(1)}"]` : JSON.stringify(value)
    return `        ${JSON.stringify(name)}: ${text},`
  })
  return [
    ...(hasVariables ? ['import os'] : []),
    'import urllib.request',
    '',
    ...(body ? [`body = """${body.replaceAll('\\', '\\\\')}"""`, ''] : []),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    ...(body ? ['    data=body.encode(),'] : []),
    ...(lines.length > 0 ? ['    headers={', ...lines, '    },'] : []),
    ')',
    'with urllib.request.urlopen(request) as reply:',
    '    print(reply.read().decode())',
  ].join('\n')
}

function toGo({ method, url, headers }, body) {
  const hasVariables = headers.some(([, value]) => isVariable(value))
  const packages = ['fmt', 'io', 'net/http', ...(hasVariables ? ['os'] : []), ...(body ? ['strings'] : [])]
  const quoted = body.includes('`') ? JSON.stringify(body) : `\`${body}\``
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${body ? `strings.NewReader(${quoted})` : 'nil'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(([name, value]) => {
      const text = isVariable(value) ? `os.Getenv("${value.slice(1)}")` : JSON.stringify(value)
      return `\trequest.Header.Set(${JSON.stringify(name)}, ${text})`
    }),
    '\treply, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer reply.Body.Close()',
    '\ttext, _ := io.ReadAll(reply.Body)',
    '\tfmt.Println(string(text))',
    '}',
  ].join('\n')
}

export function toCode(language, request, body) {
  if (language === 'TypeScript') return toTypeScript(request, body)
  return language === 'Python' ? toPython(request, body) : toGo(request, body)
}
