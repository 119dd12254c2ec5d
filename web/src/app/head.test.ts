import { expect, test } from 'vitest'
import { sampleMedia, sampleStorefront, sampleWorkflow } from '../../test/samples.ts'
import { view } from '../features/creations/test-support/serve-creation.ts'
import { describeHead, escapeJson, renderHead } from './head.ts'

const origin = 'https://vignette.test'

test('a recipe’s head has an absolute picture URL, and a product with its price', () => {
  const workflow = sampleWorkflow(1, { name: 'Ink & <Light>' })
  const html = renderHead(
    describeHead({ origin, pathname: `/workflows/${workflow.id}`, status: 200, workflow }),
  )
  expect(html).toContain('<title>Ink &#38; &#60;Light&#62; — Vignette</title>')
  expect(html).toContain('property="og:image" content="https://vignette.test/media/one.webp"')
  expect(html).toContain('property="og:image:width" content="768"')
  expect(html).toContain(
    'property="og:image:alt" content="AI-made sample of Ink &#38; &#60;Light&#62;"',
  )
  expect(html).toContain('name="twitter:card" content="summary_large_image"')
  expect(html).toContain(`rel="canonical" href="${origin}${workflow.address}"`)
  expect(html).toContain('"price":"3.00"')
  expect(html).not.toContain('<Light>')
})

test('a recipe’s head leads to its oEmbed answer, another page’s to none', () => {
  const workflow = sampleWorkflow(1, { name: 'Ink & "Light"' })
  const pathname = `/workflows/${workflow.id}`
  const html = renderHead(describeHead({ origin, pathname, status: 200, workflow }))
  expect(html).toContain(
    `type="application/json+oembed" href="${origin}/oembed?format=json&#38;url=https%3A%2F%2Fvignette.test%2F%40mara%2Frecipe-1"`,
  )
  expect(renderHead(describeHead({ origin, pathname: '/', status: 200 }))).not.toContain('oembed')
})

test.each(['/', '/workflows', '/terms'])(
  '%s is shared with the picture of the site',
  (pathname) => {
    const html = renderHead(describeHead({ origin, pathname, status: 200 }))
    expect(html).toContain(`property="og:image" content="${origin}/share.png"`)
    expect(html).toContain('property="og:image:width" content="1200"')
    expect(html).not.toContain('og:image:alt')
    expect(html).toContain('name="twitter:card" content="summary_large_image"')
  },
)

test('a recipe without a sample is shared with the site’s picture', () => {
  const workflow = sampleWorkflow(1, { sample: null })
  const head = describeHead({ origin, pathname: '/workflows/x', status: 200, workflow })
  expect(head).toMatchObject({ image: `${origin}/share.png`, imageSize: { width: 1200 } })
})

test('an adult creation is in no search engine, and shared without its picture and words', () => {
  const creation = view({
    public: true,
    media: sampleMedia({ adult: true }),
    user_inputs: { wish: 'a harbour' },
  })
  const pathname = `/creations/${creation.id}`
  const html = renderHead(describeHead({ origin, pathname, status: 200, creation }))
  expect(html).toContain('name="robots" content="noindex, nofollow"')
  expect(html).toContain(`property="og:image" content="${origin}/share.png"`)
  for (const kept of ['/media/', 'ld+json', 'a harbour']) expect(html).not.toContain(kept)
  const media = sampleMedia()
  const seen = renderHead(
    describeHead({ origin, pathname, status: 200, creation: { ...creation, media } }),
  )
  expect(seen).not.toContain('noindex')
  expect(seen).toContain('ld+json')
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
  const text = escapeJson(JSON.stringify({ name: '</script><script>alert(1)</script>\u2028' }))
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script>\u2028' })
})

test('a storefront’s head has its lines, and the picture of its first recipe', () => {
  const storefront = sampleStorefront({ lines: ['Posters of the north.', 'Since 2019.'] })
  const head = describeHead({ origin, pathname: '/@mara', status: 200, storefront })
  expect(head).toMatchObject({
    title: '@mara — Vignette',
    description: 'Posters of the north. Since 2019.',
    canonical: `${origin}/@mara`,
    image: `${origin}/media/one.webp`,
    robots: undefined,
  })
})

test('search engines do not index a storefront with nothing on it', () => {
  const storefront = sampleStorefront({ recipes: [], recipes_total: 0 })
  const head = describeHead({ origin, pathname: '/@mara', status: 200, storefront })
  expect(head.robots).toBe('noindex, nofollow')
})

test('a collection’s head has the first picture in it, and search engines index only a public one', () => {
  const collection = {
    id: 'x',
    name: 'Posters of the north',
    visibility: 'public' as const,
    hidden: false,
    owner_handle: 'mara',
    is_owner: false,
    secret_link: null,
    items: [{ type: 'workflow' as const, workflow: sampleWorkflow(1) }],
    created_at: '2026-11-20T06:00:00Z',
  }
  const headOf = (over: object) =>
    describeHead({
      origin,
      pathname: '/collections/x',
      status: 200,
      collection: { ...collection, ...over },
    })
  expect(headOf({})).toMatchObject({
    title: 'Posters of the north — Vignette',
    description: 'Recipes and creations saved by @mara on Vignette.',
    image: `${origin}/media/one.webp`,
    robots: undefined,
  })
  for (const over of [{ visibility: 'private' }, { visibility: 'link' }, { items: [] }])
    expect(headOf(over).robots).toBe('noindex, nofollow')
})
