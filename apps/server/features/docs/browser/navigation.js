const navigation = document.querySelector('nav')
const filter = navigation.querySelector('input')
const found = navigation.querySelector('[role=status]')
const links = [...navigation.querySelectorAll('li a')]
filter.parentElement.hidden = false

const hits = navigation.querySelector('.hits')
const MAX_HITS = 12

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const link of links) {
    const text = link.textContent.toLowerCase()
    const shown = words.every((word) => text.includes(word))
    link.parentElement.hidden = !shown
    if (shown) count++
  }
  for (const group of navigation.querySelectorAll('div, details, ul:not(.hits)'))
    group.hidden = !group.querySelector('li:not([hidden])')
  found.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing matches' : `${count} found`
  void showHits(words, count)
}

/*
 * Words of all pages, fetched with the first search. A service that has only this page returns an
 * error.
 */
let entries
function loadEntries() {
  entries ??= fetch(`${document.body.dataset.base}/docs/search.json`)
    .then((reply) => (reply.ok ? reply.json() : []))
    .catch(() => [])
  return entries
}

async function showHits(words, count) {
  const text = filter.value
  hits.hidden = true
  if (words.join('').length < 3) return
  const all = await loadEntries()
  if (filter.value !== text) return
  const shown = new Set(links.filter((link) => !link.parentElement.hidden).map((link) => link.href))
  const ranked = all
    .filter(([, , url]) => !shown.has(new URL(document.body.dataset.base + url, location).href))
    .map((entry) => [rank(entry, words), entry])
    .filter(([score]) => score > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, MAX_HITS)
  hits.replaceChildren(...ranked.map(([, entry]) => toHit(entry, words)))
  hits.hidden = ranked.length === 0
  if (ranked.length > 0) found.textContent = count === 0 ? 'In the text' : `${count} found, and in the text`
}

/* Ranks a section. All words must occur. Titles rank higher than text, and the typed phrase higher than its words. */
function rank([title, heading, , text], words) {
  const [head, body] = [`${title} ${heading}`.toLowerCase(), text.toLowerCase()]
  if (!words.every((word) => head.includes(word) || body.includes(word))) return 0
  const phrase = words.join(' ')
  const phraseScore = words.length < 2 ? 0 : (head.includes(phrase) ? 20 : 0) + (body.includes(phrase) ? 5 : 0)
  return words.reduce((sum, word) => sum + (head.includes(word) ? 10 : 0) + (body.includes(word) ? 1 : 0), phraseScore)
}

function toHit([title, heading, url, text], words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 30)
  const link = document.createElement('a')
  link.href = document.body.dataset.base + url
  link.append(heading === title ? title : `${title}: ${heading}`)
  const excerpt = document.createElement('span')
  excerpt.textContent = `${at > 0 ? '… ' : ''}${text.slice(at, at + 110)}`
  link.append(excerpt)
  const item = document.createElement('li')
  item.append(link)
  return item
}

filter.addEventListener('input', applyFilter)
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') (links.find((link) => !link.parentElement.hidden) ?? hits.querySelector('a'))?.click()
  if (event.key !== 'Escape' || filter.value === '') return
  event.preventDefault()
  filter.value = ''
  applyFilter()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea, select')) return
  if (!filter.checkVisibility()) return
  event.preventDefault()
  filter.focus()
})
/* The arrow keys move from the search through everything that it found. */
navigation.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || filter.value === '') return
  const found = [...navigation.querySelectorAll('li a')].filter((link) => link.checkVisibility())
  const next = [filter, ...found][found.indexOf(document.activeElement) + 1 + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
})
navigation.addEventListener('click', (event) => {
  if (event.target.closest('a') && navigation.matches(':popover-open')) navigation.hidePopover()
})

/* The current section is the last section that has scrolled past the upper part of the window. */
const places = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
function markCurrent() {
  const passed = places.findLastIndex((place) => place && place.getBoundingClientRect().top < innerHeight / 4)
  for (const [index, link] of links.entries()) {
    if (link.ariaCurrent === 'page') continue
    if (index !== passed) link.removeAttribute('aria-current')
    else if (!link.ariaCurrent) markLink(link)
  }
}

function markLink(link) {
  link.ariaCurrent = 'location'
  const { top, bottom } = link.getBoundingClientRect()
  if (top < 64 || bottom > innerHeight) navigation.scrollTop += top - innerHeight / 2
}

addEventListener('scroll', () => requestAnimationFrame(markCurrent), { passive: true })
markCurrent()
