const JSON_TOKEN =
  /(?<string>"(?:\\.|[^"\\])*")(?!\s*:)|(?<number>-?\b\d[\d.eE+-]*)|\b(?<word>true|false|null)\b|"(?:\\.|[^"\\])*"/g
const PROGRAM_TOKEN =
  /(?<comment>\/\/.*|(?<=^|\s)#.*)|(?<string>"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<number>\b\d[\w.]*)|\b(?<word>as|async|await|break|const|def|defer|else|except|for|from|func|if|import|in|let|new|nil|null|of|package|print|return|struct|throw|true|True|False|None|try|var|with)\b/gm

/*
 * Highlights code with highlight ranges instead of elements. The text stays in one node, so copying
 * and screen readers are not affected.
 */
export function highlight(code, pattern = JSON_TOKEN) {
  const node = code.firstChild
  if (!globalThis.Highlight || !node) return
  for (const match of node.data.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined) ?? []
    if (kind === undefined) continue
    const range = new Range()
    range.setStart(node, match.index)
    range.setEnd(node, match.index + match[0].length)
    if (!CSS.highlights.has(kind)) CSS.highlights.set(kind, new Highlight())
    CSS.highlights.get(kind).add(range)
  }
}

export const highlightProgram = (code) => highlight(code, PROGRAM_TOKEN)

for (const code of document.querySelectorAll('.json code')) highlight(code)
for (const code of document.querySelectorAll('.ts code, .js code, .python code, .go code')) highlightProgram(code)
