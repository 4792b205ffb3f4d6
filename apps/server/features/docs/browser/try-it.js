import { addButton, addCopy } from './copy.js'
import { highlight } from './highlight.js'
import { showOnMap } from './reply-map.js'
import { send } from './send.js'

const KEY = 'fairway-docs-key'

export function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

function makeField(text, control, required) {
  control.required = required
  return make('label', {}, text, required ? make('em', { textContent: ' required' }) : '', control)
}

/* Builds the form from the operation's documentation on the page, so that the two cannot differ. */
function makeForm(article) {
  const output = make('div', {})
  const status = make('p', { className: 'sent', role: 'status' })
  const form = make('form', { ariaLabel: `Try ${article.querySelector('h3').textContent}` })
  const parameters = [...article.querySelectorAll('tr[data-in]')].map((row) => {
    const name = row.querySelector('th').firstChild.data.trim()
    const choices = [...row.querySelectorAll('.enum code')].map((code) => make('option', {}, code.textContent))
    const control = choices.length > 0 ? make('select', {}, make('option', {}), ...choices) : make('input', {})
    control.value = row.dataset.value ?? ''
    form.append(makeField(name, control, row.querySelector('em')?.textContent === 'required'))
    return { name, place: row.dataset.in, control }
  })
  const example = article.querySelector('.shell span')
  const body = example && make('textarea', { spellcheck: false, value: example.textContent.replaceAll("'\\''", "'") })
  if (body) form.append(makeField('Body', body, false))
  const key = article.dataset.key && make('input', { type: 'password', autocomplete: 'off', value: recall() })
  if (key) form.append(makeField(`Key, sent as ${article.dataset.key}; it stays in this tab`, key, false))
  const button = make('button', {}, 'Send')
  form.append(button, status, output)

  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const headers = body ? { 'content-type': 'application/json' } : {}
    if (key?.value) headers[article.dataset.key] = key.value
    if (key) remember(key.value)
    const target = toTarget(article, parameters, headers)
    button.disabled = true
    status.textContent = 'Sending…'
    const reply = await send(article.querySelector('.endpoint b').textContent, target, headers, body?.value)
    button.disabled = false
    status.replaceChildren(make('b', { className: reply.ok ? 'ok' : 'bad' }, reply.status), reply.took)
    output.replaceChildren(...showReply(reply))
    // The form is long, so the reply may be below the window.
    if (status.getBoundingClientRect().bottom > innerHeight - 160) status.scrollIntoView({ block: 'center' })
    if (reply.ok) void showOnMap(output, reply.json)
  })
  return form
}

function toTarget(article, parameters, headers) {
  const query = new URLSearchParams()
  let path = article.querySelector('.endpoint code').textContent
  for (const { name, place, control } of parameters) {
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(control.value))
    else if (control.value === '') continue
    else if (place === 'query') query.append(name, control.value)
    else if (place === 'header') headers[name] = control.value
  }
  return document.body.dataset.base + path + (query.size > 0 ? `?${query}` : '')
}

export function showReply({ headers, text, cut }) {
  const list = make(
    'dl',
    {},
    ...headers.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, toHeaderValue(name, value))]),
  )
  if (text === '') return [list]
  const code = make('code', {}, text)
  const title = make('figcaption', {}, cut ? 'Beginning of the reply' : 'Reply')
  const figure = make('figure', { className: 'code json' }, title, make('pre', { tabIndex: 0 }, code))
  addCopy(figure)
  highlight(code)
  return [list, figure]
}

/* Links an error code to its explanation, unless this service has no guides. */
function toHeaderValue(name, value) {
  const url = document.querySelector('nav a[href$="/docs/reference/errors"]')?.href
  return name === 'x-error-code' && url ? make('a', { href: `${url}#${value}` }, value) : value
}

/* Stores the key for this tab only and never in a URL, so that no trace of it remains. */
function remember(value) {
  try {
    sessionStorage.setItem(KEY, value)
  } catch {}
}

function recall() {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

for (const article of document.querySelectorAll('article')) {
  const figure = article.querySelector('.shell')
  if (!figure) continue
  const button = addButton(figure, 'Try it', () => {
    const open = figure.parentElement.querySelector('form')
    button.ariaExpanded = String(!open)
    if (open) return open.remove()
    const form = makeForm(article)
    figure.after(form)
    form.querySelector('input, textarea, select, button').focus()
  })
  button.className = 'main'
  button.ariaExpanded = 'false'
}
