import { toCode } from './code-samples.js'
import { highlightProgram } from './highlight.js'

const LANGUAGE = 'fairway-docs-language'
const languages = ['curl', 'TypeScript', 'Python', 'Go']

/*
 * Adds the choice of languages. The curl command stays in the page but is hidden, because the
 * try-it form reads the command.
 */
function addLanguages(figure) {
  const calls = JSON.parse(figure.dataset.calls)
  const origin = location.origin + document.body.dataset.base
  const pre = figure.querySelector('pre')
  const code = pre.querySelector('code')
  const other = document.createElement('code')
  other.hidden = true
  pre.append(other)
  const choice = document.createElement('select')
  choice.ariaLabel = 'Language of the example'
  choice.append(...languages.map((language) => new Option(language)))
  figure.querySelector('figcaption').append(choice)
  choice.addEventListener('change', () => {
    storeLanguage(choice.value)
    for (const one of choices) one.show(choice.value)
  })
  const shown = {
    show(language) {
      choice.value = language
      code.hidden = language !== 'curl'
      other.hidden = language === 'curl'
      if (language === 'curl') return
      const body = code.querySelector('span')?.textContent.replaceAll("'\\''", "'")
      other.textContent = toCode(language, body === undefined ? calls : [{ ...calls[0], body }], origin)
      highlightProgram(other)
    },
  }
  /* The first call is moved to a map of the service after the page has loaded. */
  figure.addEventListener('input', ({ target }) => target === figure && shown.show(choice.value))
  return shown
}

function storeLanguage(language) {
  try {
    localStorage.setItem(LANGUAGE, language)
  } catch {}
}

function readLanguage() {
  try {
    return localStorage.getItem(LANGUAGE) ?? ''
  } catch {
    return ''
  }
}

const choices = [...document.querySelectorAll('figure[data-calls]')].map(addLanguages)
if (languages.includes(readLanguage())) for (const one of choices) one.show(readLanguage())
