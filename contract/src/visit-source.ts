import { CAME_FROM_DAYS, SOURCE_NAME } from './number-limits.ts'

// How a person came to a recipe. Browser and server read and write the same words.

/** Pages of this site, and ways without the name of a site, tag or link. */
export const INNER_SOURCES = [
  'direct',
  'site',
  'front',
  'discover',
  'search',
  'storefront',
  'creation',
  'api',
  'unknown',
] as const
/** Ways that carry a name: a creator's link, a page that shows an embed, `utm_source`, another site. */
const OUTER_SOURCES = ['link', 'embed', 'tag', 'host'] as const

type Inner = (typeof INNER_SOURCES)[number]
export type VisitSource = Inner | `${(typeof OUTER_SOURCES)[number]}:${string}`

export const VISIT_SOURCE_MAX = 68
const PATTERN = new RegExp(
  `^(?:${INNER_SOURCES.join('|')}|(?:${OUTER_SOURCES.join('|')}):${SOURCE_NAME})$`,
)

export function isVisitSource(text: string | undefined): text is VisitSource {
  return text !== undefined && PATTERN.test(text)
}

function name(kind: (typeof OUTER_SOURCES)[number], given: string): VisitSource | undefined {
  const source = `${kind}:${given.toLowerCase()}`
  return isVisitSource(source) ? source : undefined
}

const RECIPE = /^\/workflows\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/remix)?\/?$/i

/** The recipe whose page or form stands at the path. */
export function workflowAt(path: string): string | undefined {
  return RECIPE.exec(path)?.[1]?.toLowerCase()
}

/**
 * The way by which a person came to a recipe from the address `from`. Undefined for a page of the
 * same recipe and for the way back from the checkout, since the person was there before.
 */
export function findVisitSource(to: URL, from: string | undefined): VisitSource | undefined {
  const query = to.searchParams
  if (query.has('session_id')) return undefined
  const told =
    name('link', query.get('via') ?? '') ??
    name('embed', query.get('embed') ?? '') ??
    name('tag', query.get('utm_source') ?? '')
  if (told) return told
  const page = readAddress(from)
  if (!page) return 'direct'
  if (page.host !== to.host) {
    return name('host', page.hostname.replace(/^(?:www|m|l|lm)\./, '')) ?? 'direct'
  }
  return workflowAt(page.pathname) === workflowAt(to.pathname) ? undefined : placeOf(page)
}

function readAddress(text = ''): URL | undefined {
  try {
    const url = new URL(text)
    return /^https?:$/.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** A fan's link to the whole site opens Discover with this tag, and one to a recipe opens the recipe with it. */
export const FAN_LINK = 'fan-link'
const BY_FAN: VisitSource = `tag:${FAN_LINK}`

/** A fan's link, as a sale by it is counted; a source that carries a name counts where it came no day earlier. */
export function preferFan(arrival: Arrival | undefined, since: Date): VisitSource {
  const isLater = arrival && weightOf(arrival.source) === 2 && arrival.day >= dayOf(since)
  return isLater ? arrival.source : BY_FAN
}

function placeOf({ pathname, searchParams }: URL): VisitSource {
  if (searchParams.get('utm_source') === FAN_LINK) return BY_FAN
  if (pathname === '/') return 'front'
  if (pathname.startsWith('/@') || searchParams.has('creator')) return 'storefront'
  if (pathname === '/workflows') return searchParams.has('q') ? 'search' : 'discover'
  return pathname.startsWith('/creations') ? 'creation' : 'site'
}

function weightOf(source: VisitSource): number {
  if (source.includes(':')) return 2
  return ['direct', 'site', 'unknown'].includes(source) ? 0 : 1
}

/** The last source counts, but a page of this site never replaces a source from outside. */
export function chooseSource(
  known: VisitSource | undefined,
  arrived: VisitSource | undefined,
): VisitSource | undefined {
  if (!known || !arrived) return arrived ?? known
  return weightOf(arrived) >= weightOf(known) ? arrived : known
}

/** The cookie in which a browser keeps how its reader came to the recipes that were opened last. */
export const CAME_FROM = 'came_from'
const KEPT = 6
const DAY_MS = 86_400_000

export interface Arrival {
  recipe: string
  /** Days since 1970, UTC. */
  day: number
  source: VisitSource
}

const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS)

/** Keeps the end of an id, which tells recipes apart; the beginning of an id is a time. */
const shorten = (id: string) => id.slice(-12)

function readArrivals(cookie: string, now: Date): Arrival[] {
  return cookie.split('~', KEPT).flatMap((part) => {
    const [recipe = '', days = '', source] = part.split('!')
    const day = Number.parseInt(days, 36)
    const age = now.getTime() / DAY_MS - day
    return isVisitSource(source) && age >= -1 && age < CAME_FROM_DAYS
      ? [{ recipe, day, source }]
      : []
  })
}

/** Reads from the cookie how, and on which day, the cookie's holder came to the recipe. */
export function readCameFrom(
  cookie: string | undefined,
  workflowId: string,
  now: Date,
): Arrival | undefined {
  const recipe = shorten(workflowId)
  return readArrivals(cookie ?? '', now).find((one) => one.recipe === recipe)
}

/** The cookie's next value, with the arrival at a recipe. */
export function writeCameFrom(
  cookie: string | undefined,
  workflowId: string,
  source: VisitSource,
  now: Date,
): string {
  const recipe = shorten(workflowId)
  const others = readArrivals(cookie ?? '', now).filter((one) => one.recipe !== recipe)
  const day = dayOf(now)
  return [{ recipe, day, source }, ...others]
    .slice(0, KEPT)
    .map((one) => `${one.recipe}!${one.day.toString(36)}!${one.source}`)
    .join('~')
}
