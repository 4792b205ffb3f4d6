const kinds = ['string', 'number', 'word']
const TOKEN = /("(?:\\.|[^"\\])*")(?!\s*:)|(-?\b\d[\d.eE+-]*)|\b(true|false|null)\b|"(?:\\.|[^"\\])*"/g

/*
 * Highlights code with highlight ranges instead of elements. The text stays in one node, so copying
 * and screen readers are not affected.
 */
export function highlight(code) {
  const node = code.firstChild
  if (!globalThis.Highlight || !node) return
  for (const match of node.data.matchAll(TOKEN)) {
    const kind = kinds.find((_, index) => match[index + 1])
    if (!kind) continue
    const range = new Range()
    range.setStart(node, match.index)
    range.setEnd(node, match.index + match[0].length)
    if (!CSS.highlights.has(kind)) CSS.highlights.set(kind, new Highlight())
    CSS.highlights.get(kind).add(range)
  }
}

for (const code of document.querySelectorAll('.json code')) highlight(code)
