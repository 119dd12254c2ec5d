import { expect, test } from 'vitest'
import { sampleMedia, sampleWorkflow } from '../../test/samples.ts'
import { describeHead, escapeJson, renderHead } from './head.ts'

const origin = 'https://vignette.test'

test('a recipe’s head has an absolute picture URL, and a product with its price', () => {
  const workflow = sampleWorkflow(1, { name: 'Ink & <Light>' })
  const html = renderHead(
    describeHead({ origin, pathname: `/workflows/${workflow.id}`, status: 200, workflow }),
  )
  expect(html).toContain('<title>Ink &amp; &lt;Light&gt; — Vignette</title>')
  expect(html).toContain('property="og:image" content="https://vignette.test/media/one.webp"')
  expect(html).toContain('property="og:image:width" content="768"')
  expect(html).toContain('name="twitter:card" content="summary_large_image"')
  expect(html).toContain(`rel="canonical" href="${origin}/workflows/${workflow.id}"`)
  expect(html).toContain('"price":"3.00"')
  expect(html).not.toContain('<Light>')
})

test.each(['/', '/workflows', '/terms'])(
  '%s is shared with the picture of the site',
  (pathname) => {
    const html = renderHead(describeHead({ origin, pathname, status: 200 }))
    expect(html).toContain(`property="og:image" content="${origin}/share.png"`)
    expect(html).toContain('property="og:image:width" content="1200"')
    expect(html).toContain('name="twitter:card" content="summary_large_image"')
  },
)

test('a recipe without a sample is shared with the site’s picture', () => {
  const workflow = sampleWorkflow(1, { sample: null })
  const head = describeHead({ origin, pathname: '/workflows/x', status: 200, workflow })
  expect(head).toMatchObject({ image: `${origin}/share.png`, imageSize: { width: 1200 } })
})

test('a film’s head has its poster and its URL', () => {
  const workflow = sampleWorkflow(1, {
    sample: sampleMedia({ kind: 'video', url: '/media/f.mp4', preview_url: '/media/f.webp' }),
  })
  const head = describeHead({ origin, pathname: '/workflows/x', status: 200, workflow })
  expect(head).toMatchObject({ image: `${origin}/media/f.webp`, video: `${origin}/media/f.mp4` })
})

test.each([
  ['a missing page', { status: 404 }],
  ['a keyed page', { status: 200, hidden: true }],
  ['an unlisted recipe', { status: 200, workflow: sampleWorkflow(1, { unlisted: true }) }],
] as const)('search engines do not index %s', (_, over) => {
  const html = renderHead(describeHead({ origin, pathname: '/creations/x', ...over }))
  expect(html).toContain('name="robots" content="noindex, nofollow"')
})

test.each([
  ['a recipe for sale', {}, 'InStock'],
  ['a paused recipe', { paused: true }, 'OutOfStock'],
])('search engines are told of %s', (_, over, words) => {
  const workflow = sampleWorkflow(1, over)
  const html = renderHead(describeHead({ origin, pathname: '/workflows/x', status: 200, workflow }))
  expect(html).toContain(`https://schema.org/${words}`)
  expect(html).not.toContain('name="robots"')
})

test('page state cannot close its own script block', () => {
  const text = escapeJson({ name: '</script><script>alert(1)</script>\u2028' })
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script>\u2028' })
})
