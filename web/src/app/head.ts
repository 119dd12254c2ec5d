import type { AppConfig } from '@vignette/contract/app.ts'
import type { CollectionView } from '@vignette/contract/collections.ts'
import type { CreationView } from '@vignette/contract/creations.ts'
import { currencyHere, writeCents } from '@vignette/contract/currency.ts'
import { type Html, html, trustHtml } from '@vignette/contract/html.ts'
import { type Shop, UNNAMED } from '@vignette/contract/shop.ts'
import type { StorefrontView } from '@vignette/contract/storefronts.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { nameCreation } from '../features/creations/name-creation.ts'
import { formatTitle } from '../lib/use-page-title.ts'
import { matchPage } from './match-page.ts'

interface HeadInput {
  /** Null where the site has no address of its own: the head then names no whole address. */
  origin: string | null
  /** Whose site it is; as it always was unless said. */
  shop?: Shop
  pathname: string
  status: number
  /** Search engines must not index keyed links and private pages. */
  hidden?: boolean
  config?: AppConfig | undefined
  workflow?: WorkflowView | undefined
  creation?: CreationView | undefined
  collection?: CollectionView | undefined
  storefront?: StorefrontView | undefined
}

export interface Head {
  site: string
  title: string
  description: string
  robots?: string | undefined
  canonical?: string | undefined
  image?: string | undefined
  imageSize?: { width: number; height: number } | undefined
  imageAlt?: string | undefined
  video?: string | undefined
  /** The oEmbed address, at which programs that build link previews read about the page. */
  oembed?: string | undefined
  jsonLd?: Record<string, unknown> | undefined
  /** A feed of the page's news, for feed readers. */
  feed?: { title: string; url: string }
}

const PITCH =
  'Recipes for pictures and film, made by people who know how. Bring a photo or a line of text, remix the recipe, keep what it makes.'

/** The head tags for search engines and shared links; pure, so that a test needs no browser. */
export function describeHead(input: HeadInput): Head {
  if (input.origin !== null) return describeAt(input.origin, input)
  const { site, title, description, robots, feed } = describeAt('', input)
  return { site, title, description, robots, ...(feed ? { feed } : {}) }
}

function describeAt(origin: string, input: HeadInput): Head {
  const { pathname, workflow, creation, collection, storefront, status } = input
  const { name: site } = input.shop ?? UNNAMED
  const isUnnamed = site === UNNAMED.name
  const head: Head = {
    site,
    title: formatTitle(matchPage(pathname)?.page.title, site),
    description: PITCH,
    canonical: `${origin}${pathname}`,
    // The picture shows the name.
    ...(isUnnamed && {
      image: `${origin}/share.png`,
      imageSize: { width: 1200, height: 630 },
    }),
    video: undefined,
    robots: status === 404 || input.hidden ? 'noindex, nofollow' : undefined,
    jsonLd: undefined,
  }
  if (status === 404) return { ...head, title: formatTitle('Not found', site) }
  if (workflow) return describeWorkflow(head, origin, workflow)
  if (creation) return describeCreation(head, origin, creation)
  if (collection) return describeCollection(head, origin, collection)
  if (storefront) return describeStorefront(head, origin, storefront)
  if (pathname === '/')
    head.jsonLd = {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: site,
      url: `${origin}/`,
    }
  return head
}

function describeWorkflow(head: Head, origin: string, workflow: WorkflowView): Head {
  const description = cut(
    workflow.description || `Remix ${workflow.name} with your own inputs.`,
    200,
  )
  const image = workflow.sample?.preview_url ?? pictureUrl(workflow.sample)
  return {
    ...head,
    ...pictureOf(
      origin,
      image,
      workflow.sample,
      `${workflow.sample?.uploaded ? 'The creator’s own sample' : 'AI-made sample'} of ${workflow.name}`,
    ),
    title: formatTitle(workflow.name, head.site),
    description,
    canonical: origin + workflow.address,
    robots: workflow.unlisted ? 'noindex, nofollow' : head.robots,
    oembed: `${origin}/oembed?format=json&url=${encodeURIComponent(origin + workflow.address)}`,
    video: workflow.sample?.kind === 'video' ? absolute(origin, workflow.sample.url) : undefined,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: workflow.name,
      description,
      url: origin + workflow.address,
      ...(image ? { image: absolute(origin, image) } : {}),
      brand: { '@type': 'Brand', name: `@${workflow.creator_handle}` },
      offers: {
        '@type': 'Offer',
        price: writeCents((workflow.launch ?? workflow).price),
        priceCurrency: currencyHere().toUpperCase(),
        availability:
          workflow.unavailable || workflow.paused
            ? 'https://schema.org/OutOfStock'
            : 'https://schema.org/InStock',
      },
    },
  }
}

function describeCreation(head: Head, origin: string, creation: CreationView): Head {
  const image = creation.media?.preview_url ?? creation.image ?? creation.images[0]
  const isForAll = creation.public && !creation.media?.adult
  const name = creation.workflow.name || 'AI Creation'
  const description = `Made with ${name} by @${creation.author_handle} on ${head.site}. Remix it with your own inputs.`
  return {
    ...head,
    ...(!creation.media?.adult && {
      ...pictureOf(origin, image, creation.media, `AI-made: ${nameCreation(creation)}`),
      video: absolute(origin, creation.video),
    }),
    title: formatTitle(nameCreation(creation), head.site),
    description,
    robots: isForAll ? head.robots : 'noindex, nofollow',
    jsonLd: isForAll
      ? {
          '@context': 'https://schema.org',
          '@type': creation.video ? 'VideoObject' : 'ImageObject',
          name,
          description,
          contentUrl: absolute(origin, creation.video ?? creation.image ?? image),
          ...(creation.video
            ? { thumbnailUrl: absolute(origin, image), uploadDate: creation.created_at }
            : { datePublished: creation.created_at }),
          creator: { '@type': 'Person', name: `@${creation.author_handle}` },
        }
      : undefined,
  }
}

function describeCollection(head: Head, origin: string, collection: CollectionView): Head {
  const { name, visibility, owner_handle: keeper, items } = collection
  const media = items
    .map((item) => (item.type === 'creation' ? item.creation.media : item.workflow.sample))
    .find((one) => one !== null && !one.adult)
  return {
    ...head,
    ...pictureOf(origin, media?.preview_url ?? pictureUrl(media ?? null), media ?? null),
    title: formatTitle(name, head.site),
    description: `Recipes and creations saved by @${keeper} on ${head.site}.`,
    // Search engines should not list an empty collection.
    robots: visibility !== 'public' || items.length === 0 ? 'noindex, nofollow' : head.robots,
  }
}

function describeStorefront(head: Head, origin: string, storefront: StorefrontView): Head {
  const { handle, lines, featured, recipes, recipes_total: total, made_by } = storefront
  const shown = featured ?? recipes.find(({ sample }) => sample) ?? null
  const description = cut(
    lines.join(' ') || `Recipes and creations by @${handle} on ${head.site}.`,
    200,
  )
  const image = shown?.sample?.preview_url ?? pictureUrl(shown?.sample ?? null)
  return {
    ...head,
    ...pictureOf(origin, image, shown?.sample ?? null),
    title: formatTitle(`@${handle}`, head.site),
    description,
    feed: { title: `New recipes by @${handle}`, url: `${origin}/@${handle}/feed.xml` },
    // Search engines must not list a page that shows nothing.
    robots: total === 0 && made_by.length === 0 ? 'noindex, nofollow' : head.robots,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: `@${handle}`,
        url: `${origin}/@${handle}`,
        ...(lines.length > 0 ? { description } : {}),
      },
    },
  }
}

export function renderHead(head: Head): string {
  const tags = [
    html`<title>${head.title}</title>`,
    meta('name', 'description', head.description),
    meta('property', 'og:site_name', head.site),
    meta('property', 'og:type', head.video ? 'video.other' : 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
  ]
  if (head.canonical)
    tags.push(
      html`<link rel="canonical" href="${head.canonical}" />`,
      meta('property', 'og:url', head.canonical),
    )
  if (head.image)
    tags.push(meta('property', 'og:image', head.image), meta('name', 'twitter:image', head.image))
  if (head.imageSize)
    tags.push(
      meta('property', 'og:image:width', String(head.imageSize.width)),
      meta('property', 'og:image:height', String(head.imageSize.height)),
    )
  if (head.image && head.imageAlt)
    tags.push(
      meta('property', 'og:image:alt', head.imageAlt),
      meta('name', 'twitter:image:alt', head.imageAlt),
    )
  if (head.video) tags.push(meta('property', 'og:video', head.video))
  if (head.oembed)
    tags.push(
      html`<link rel="alternate" type="application/json+oembed" href="${head.oembed}" title="${head.title}" />`,
    )
  if (head.feed)
    tags.push(
      html`<link rel="alternate" type="application/rss+xml" title="${head.feed.title}" href="${head.feed.url}" />`,
    )
  if (head.robots) tags.push(meta('name', 'robots', head.robots))
  if (head.jsonLd)
    tags.push(
      html`<script type="application/ld+json">${trustHtml(escapeJson(JSON.stringify(head.jsonLd)))}</script>`,
    )
  return tags.join('\n    ')
}

/** JSON inside a page: an escaped `<` cannot close the script block. */
export function escapeJson(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

function meta(kind: 'name' | 'property', key: string, content: string): Html {
  return html`<meta ${kind}="${key}" content="${content}" />`
}

function pictureUrl(media: WorkflowView['sample']): string | undefined {
  return media?.kind === 'image' ? media.url : undefined
}

/** Undefined if the page has no picture of its own: the site's picture then applies. */
function pictureOf(
  origin: string,
  url: string | null | undefined,
  media: WorkflowView['sample'],
  imageAlt?: string,
): Partial<Pick<Head, 'image' | 'imageSize' | 'imageAlt'>> {
  if (!url) return {}
  const measured = media?.width && media.height
  return {
    image: absolute(origin, url),
    imageAlt,
    imageSize: measured ? { width: media.width ?? 0, height: media.height ?? 0 } : undefined,
  }
}

function absolute(origin: string, url: string | null | undefined): string | undefined {
  return url ? new URL(url, origin || 'http://page').href : undefined
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}
