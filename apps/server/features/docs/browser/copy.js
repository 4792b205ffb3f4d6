const SHOWN_MS = 1600

export function addButton(figure, text, action) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.addEventListener('click', () => action(button))
  figure.querySelector('pre').before(button)
  return button
}

export function addCopy(figure) {
  const button = addButton(figure, 'Copy', async () => {
    button.textContent = (await copy(figure.querySelector('code:not([hidden])'))) ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, SHOWN_MS)
  })
  button.setAttribute('aria-live', 'polite')
}

/*
 * Copies the text. Pages without https have no clipboard access, so the text stays selected for the
 * reader to copy.
 */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return false
  }
}

for (const figure of document.querySelectorAll('.code')) addCopy(figure)
for (const pre of document.querySelectorAll('pre')) {
  if (pre.scrollHeight > pre.clientHeight) pre.tabIndex = 0
}
