import { expect, test } from 'vitest'
import { html, htmlLines, trustHtml, xml } from './html.ts'

const TEXT = `<a href="x" id='y'>&amp;`

test('text is escaped, in an attribute too, and markup passes once', () => {
  const inner = html`<b title="${TEXT}">${TEXT}</b>`
  const escaped = '&#60;a href=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;'
  expect(String(inner)).toBe(`<b title="${escaped}">${escaped}</b>`)
  expect(String(html`<p>${inner}</p>`)).toBe(`<p>${String(inner)}</p>`)
})

test('lists stand one after the other, their texts escaped, and nothing prints nothing', () => {
  const items = ['<', '>'].map((text) => html`<li>${text}</li>`)
  expect(String(html`<ul>${items}</ul>`)).toBe('<ul><li>&#60;</li><li>&#62;</li></ul>')
  expect(String(html`${['<', 0]}${null}${undefined}${false}${''}`)).toBe('&#60;0')
  expect(String(htmlLines(items))).toBe('<li>&#60;</li>\n<li>&#62;</li>')
})

test('what is trusted passes as it is, and what only looks like markup does not', () => {
  expect(String(html`<style>${trustHtml('a>b{}')}</style>`)).toBe('<style>a>b{}</style>')
  const imitation = { toString: () => '<script>' } as unknown as string
  expect(String(html`${String(imitation)}`)).toBe('&#60;script&#62;')
})

test('XML leaves out the characters that it does not know', () => {
  expect(String(xml`<a b="${'"\u0000\u0007'}">${'\t&<>\uFFFE\uD800'}</a>`)).toBe(
    '<a b="&quot;">\t&amp;&lt;&gt;</a>',
  )
})
