import { expect, test } from 'vitest'
import { escapeContent, html, renderInlineText, renderParagraphs } from './html.ts'

test('escapes strings, and does not escape its own markup twice', () => {
  const inner = html`<b>${'<i>'}</b>`
  expect(html`<p title="${'"\'&'}">${inner}${[inner]}${7}${undefined}</p>`.markup).toBe(
    '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>7</p>',
  )
})

test('keeps quotes in content, and nothing that could open a tag', () => {
  expect(escapeContent('"a" <b> & \'c\'').markup).toBe('"a" &lt;b&gt; &amp; \'c\'')
})

test('removes line breaks of a template between tags, and turns them into a space in a sentence', () => {
  expect(
    html`
    <p>one
    two</p>
    <p>${'kept\n  whole'}</p>`.markup,
  ).toBe('<p>one two</p><p>kept\n  whole</p>')
})

test('marks code by backticks, and splits paragraphs at empty lines', () => {
  expect(renderInlineText('send `<a>` now').markup).toBe('send <code>&lt;a&gt;</code> now')
  expect(renderParagraphs('one\n\ntwo').markup).toBe('<p>one</p><p>two</p>')
  expect(renderParagraphs(undefined).markup).toBe('')
})
