import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { chaptersOf, OwnText, readOwnText } from './own-text.tsx'

const show = (text: string, top: 2 | 3 = 2) =>
  render(<OwnText text={readOwnText(text)} top={top} />).container

test('headings, lists, addresses, bold and links are shown as such, and lines end where they end', () => {
  const page = show(
    [
      'Ada Ltd\n1 High Street\nada@example.com',
      '## Rules',
      '1. One\n2. **Two** and *three*\n   - [inner](/privacy)\n\n4. Four',
      'See https://example.com/a_b_c. Or 5 * 6 * 7, snake_case \\*not bold\\*',
      '---',
      'End',
    ].join('\n\n'),
  )
  expect(page.firstElementChild?.innerHTML.replace(/ class="[^"]*"/g, '')).toBe(
    '<p>Ada Ltd<br>1 High Street<br><a href="mailto:ada@example.com">ada@example.com</a></p>' +
      '<h2 id="own-rules">Rules</h2>' +
      '<ol start="1"><li>One</li><li><strong>Two</strong> and <em>three</em><ul><li><a href="/privacy">inner</a></li></ul></li><li>Four</li></ol>' +
      '<p>See <a href="https://example.com/a_b_c">https://example.com/a_b_c</a>. Or 5 * 6 * 7, snake_case *not bold*</p>' +
      '<hr><p>End</p>',
  )
})

test('no text becomes markup, and no link runs code', () => {
  const text = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '# <b onclick=alert(1)>x</b>',
    '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x)',
    '[e](//evil.example) [f](/\\evil.example) [g](&#106;avascript:alert(1)) [h](\u0001javascript:x)',
    '**[i](javascript:alert(1))** javascript://x%0aalert(1)',
  ].join('\n\n')
  const page = show(text)
  expect(page.querySelectorAll('script, img, b, [onclick], [onerror]')).toHaveLength(0)
  expect(page.querySelectorAll('a')).toHaveLength(0)
  expect(page.textContent).toContain('<script>alert(1)</script>')
  expect(page.textContent).toContain('[a](javascript:alert(1))')
})

test.each([
  ['a title, and parts below it', '# T\n\n## A\n\n### B\n\n## C', 'T', ['H2 A', 'H3 B', 'H2 C']],
  ['no title', 'x\n\n# A\n\n# B', undefined, ['H2 A', 'H2 B']],
  ['levels left out', '# A\n\n#### B\n\n## C\n\n# D', undefined, ['H2 A', 'H3 B', 'H3 C', 'H2 D']],
  ['the deepest first', 'x\n\n###### A\n\n# B\n\n### C', undefined, ['H2 A', 'H2 B', 'H3 C']],
  [
    'six levels',
    '# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6\n\n# 7',
    undefined,
    ['H2 1', 'H3 2', 'H4 3', 'H5 4', 'H6 5', 'H6 6', 'H2 7'],
  ],
])('no heading leaves a level of the outline out: %s', (_, text, title, outline) => {
  const read = readOwnText(text)
  expect(read.title).toBe(title)
  const { container } = render(<OwnText text={read} top={2} />)
  const found = [...container.querySelectorAll('h1,h2,h3,h4,h5,h6')]
  expect(found.map((each) => `${each.tagName} ${each.textContent}`)).toEqual(outline)
})

test('parts of one name have addresses of their own, apart from those of the page', () => {
  const read = readOwnText('x\n\n## Refunds\n\n## Refunds\n\n## Über § 1\n\n## !')
  expect(chaptersOf(read).map(([id]) => id)).toEqual([
    'own-refunds',
    'own-refunds--2',
    'own-über-1',
    'own-part',
  ])
})

const MOST = 60_000
test.each([
  '[',
  '[a](',
  '*a',
  '**',
  '\\',
  '# ',
  '- ',
  '1. ',
  '> ',
  'a@',
  'a.',
  'https://',
  '\n',
  '\n- a\n  ',
  '_',
])('sixty thousand signs of %j take no time', (sign) => {
  const text = sign.repeat(Math.floor(MOST / sign.length))
  const start = process.cpuUsage()
  renderToStaticMarkup(<OwnText text={readOwnText(text)} top={2} />)
  const { user } = process.cpuUsage(start)
  expect(user / 1000).toBeLessThan(5_000)
})
