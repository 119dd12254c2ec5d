import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TAG = /<\/?[a-z][a-z0-9]*[\s/>]|^ [a-z-]+="/i

/** The templates that put a value beside an HTML tag without a tag of `contract/src/html.ts`. */
function findPlainHtml(file: string, text: string): string[] {
  const found: string[] = []
  const escaped = new Set<unknown>()
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && ['html', 'xml'].includes(tag.name)) escaped.add(quasi)
    },
    TemplateLiteral(template) {
      const isHtml = template.quasis.some(({ value }) => TAG.test(value.raw))
      if (isHtml && template.expressions.length > 0 && !escaped.has(template))
        found.push(`${file}: ${text.slice(template.start, template.end)}`)
    },
    BinaryExpression({ operator, left, right, start, end }) {
      const isHtml = [left, right].some(
        (side) => side.type === 'Literal' && TAG.test(String(side.value)),
      )
      if (operator === '+' && isHtml) found.push(`${file}: ${text.slice(start, end)}`)
    },
  }).visit(parseSync(file, text).program)
  return found
}

test('HTML is made by the template that escapes, and by nothing else', () => {
  const files = globSync(['{contract,server,web}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], {
    cwd: ROOT,
    exclude: (name) => /node_modules|\.test\.tsx?$|test-support/.test(name),
  })
  expect(files.flatMap((file) => findPlainHtml(file, readFileSync(ROOT + file, 'utf8')))).toEqual(
    [],
  )
})

test.each([
  ['`<p>${name}</p>`'],
  ['`<p class="a">${name}`'],
  ['` value="${name}"`'],
  ["'<p>' + name"],
  ['html`<ul>${`<li>${name}</li>`}</ul>`'],
])('%s is refused', (text) => {
  expect(findPlainHtml('a.ts', text)).toHaveLength(1)
})

test.each([['html`<p>${name}</p>`'], ['`<p>`'], ['`<${id}@${host}>`'], ['`${a} < ${b}`']])(
  '%s is allowed',
  (text) => {
    expect(findPlainHtml('a.ts', text)).toEqual([])
  },
)
