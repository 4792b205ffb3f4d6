const navigation = document.querySelector('nav')
const filter = navigation.querySelector('input')
const found = navigation.querySelector('[role=status]')
const links = [...navigation.querySelectorAll('li a')]
filter.parentElement.hidden = false

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const link of links) {
    const text = link.textContent.toLowerCase()
    const shown = words.every((word) => text.includes(word))
    link.parentElement.hidden = !shown
    if (shown) count++
  }
  for (const group of navigation.querySelectorAll('div, ul')) group.hidden = !group.querySelector('li:not([hidden])')
  found.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing matches' : `${count} found`
}

filter.addEventListener('input', applyFilter)
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') links.find((link) => !link.parentElement.hidden)?.click()
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
navigation.addEventListener('click', (event) => {
  if (event.target.closest('a') && navigation.matches(':popover-open')) navigation.hidePopover()
})

/* The place being read is the last one that has passed the upper part of the window. */
const places = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
function markCurrent() {
  const passed = places.findLastIndex((place) => place && place.getBoundingClientRect().top < innerHeight / 4)
  for (const [index, link] of links.entries()) {
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
