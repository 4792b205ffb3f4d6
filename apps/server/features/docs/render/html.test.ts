import { expect, test } from 'vitest'
import { html, toContent, toInline, toProse } from './html.ts'

test('text is escaped, markup made by the same function is not escaped twice', () => {
  const inner = html`<b>${'<i>'}</b>`
  expect(html`<p title="${'"\'&'}">${inner}${[inner]}${7}${undefined}</p>`.markup).toBe(
    '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>7</p>',
  )
})

test('content keeps its quotes and nothing that could open a tag', () => {
  expect(toContent('"a" <b> & \'c\'').markup).toBe('"a" &lt;b&gt; &amp; \'c\'')
})

test('line breaks of a template vanish between tags and are a space in a sentence', () => {
  expect(
    html`
    <p>one
    two</p>
    <p>${'kept\n  whole'}</p>`.markup,
  ).toBe('<p>one two</p><p>kept\n  whole</p>')
})

test('backticks mark code, empty lines part paragraphs', () => {
  expect(toInline('send `<a>` now').markup).toBe('send <code>&lt;a&gt;</code> now')
  expect(toProse('one\n\ntwo').markup).toBe('<p>one</p><p>two</p>')
  expect(toProse(undefined).markup).toBe('')
})
