import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

// The peer of a page that no cache holds: React and node:http alone render the product's own
// elements, which they learn from one page of each kind, from the same rows, read by statements
// written by hand. The pages stand in its input.

interface Lesson {
  databaseUrl: string
  list: { path: string; html: string }
  recipe: { path: string; html: string }
}

/** The words of a row that stand in a page. */
const WORDS = ['id', 'name', 'description', 'handle', 'username', 'file', 'token'] as const

type Row = Partial<Record<(typeof WORDS)[number], string>>

/** What a page shows: the row that the page is about, and a row for each card. */
interface Shown {
  about: Row
  cards: Row[]
}

const FILE = `m.id as file, m.token, m.extension, m.width, m.height, m.placeholder,
  (select json_agg(v order by v.width) from media_variants v where v.media_id = m.id) as variants`
const LISTED = `w.hidden_at is null and w.deleted_at is null and not w.waiting
  and w.failing_at is null and w.state = 'listed'`
const ORDERS: Record<string, string> = {
  newest: 'w.created_at desc, w.id desc',
  trending: 'w.trending desc, w.created_at desc, w.id desc',
  popular: 'w.popularity desc, w.created_at desc, w.id desc',
  cheapest: 'w.price, w.created_at, w.id',
  dearest: 'w.price desc, w.created_at desc, w.id desc',
}
const NARROWED: Record<string, string> = {
  free: ' and w.price = 0',
  paid: ' and w.price > 0',
  image: ` and w.output_kind = 'image'`,
  video: ` and w.output_kind = 'video'`,
}

async function readList(rows: pg.Pool, path: string): Promise<Shown> {
  const asked = new URL(path, 'http://page').searchParams
  const narrowed = ['price', 'output_type'].map((name) => NARROWED[asked.get(name) ?? ''] ?? '')
  const { rows: cards } = await rows.query<Row>(
    `select w.*, ${FILE}, (select sum(listed) from workflow_tallies) as total
     from workflows w left join media m on m.id = w.sample_media_id and m.deleted_at is null
     where ${LISTED}${narrowed.join('')} order by ${ORDERS[asked.get('sort') ?? 'newest']} limit 12`,
  )
  return { about: {}, cards }
}

async function readRecipe(rows: pg.Pool, path: string): Promise<Shown> {
  const id = path.split('/').pop()
  const [recipe, creations] = await Promise.all([
    rows.query<Row>(
      `select w.*, v.recipe, ${FILE}
       from workflows w join workflow_versions v on v.workflow_id = w.id and v.version = w.version
       left join media m on m.id = w.sample_media_id and m.deleted_at is null where w.id = $1`,
      [id],
    ),
    rows.query<Row>(
      `select c.*, p.username, ${FILE},
         (select sum(shown) from creation_tallies where workflow_id = $1) as total
       from creations c join media m on m.id = c.media_id join principals p on p.id = c.owner_id
       where c.workflow_id = $1 and c.public and c.hidden_at is null and c.delivered_at is not null
         and c.deleted_at is null
       order by c.delivered_at desc, c.id desc limit 20`,
      [id],
    ),
  ])
  return { about: recipe.rows[0] ?? {}, cards: creations.rows }
}

/** Renders the page's elements from other rows: where a word of the known rows stood, theirs stands. */
function learn(html: string, known: Shown): (shown: Shown) => Buffer {
  const [, start = '', root = '', middle = '', state = '', end = ''] =
    /^(.*<div id="root">)(.*)(<\/div>\s*<script[^>]*id="page-state">)(.*?)(<\/script>.*)$/s.exec(
      html,
    ) ?? []
  if (!root || !state) throw new Error('the page has another form')
  const elements = parse(root)
  const page = elements.map((one) => withRows(one, known))
  const [before, between, after] = [start, middle, end].map((text) => Buffer.from(text))
  if (!before || !between || !after) throw new Error('the page has another form')
  return (shown) =>
    Buffer.concat([
      before,
      Buffer.from(renderToString(page.map((build) => build(shown)))),
      between,
      Buffer.from(JSON.stringify(shown).replaceAll('<', '\\u003c')),
      after,
    ])
}

interface Parsed {
  type: string
  props: Record<string, unknown>
  children: (Parsed | string)[]
}

const PIECE = /<!-- -->|<(\/?)([a-z0-9]+)((?: [\w:-]+="[^"]*")*)(\/?)>|[^<]+/gi
const PROPS: Record<string, string> = { class: 'className', tabindex: 'tabIndex' }

/** The elements of what React rendered. */
function parse(html: string): (Parsed | string)[] {
  const top: Parsed = { type: 'top', props: {}, children: [] }
  const open = [top]
  for (const [text, close, type, attributes = '', single] of html.matchAll(PIECE)) {
    const parent = open.at(-1) ?? top
    if (close) open.pop()
    else if (type) {
      const element: Parsed = { type, props: readProps(attributes), children: [] }
      parent.children.push(element)
      if (!single) open.push(element)
    } else if (text !== '<!-- -->') parent.children.push(unescape(text))
  }
  return top.children
}

function readProps(attributes: string): Record<string, unknown> {
  const found = [...attributes.matchAll(/ ([\w:-]+)="([^"]*)"/g)]
  return Object.fromEntries(
    found.map(([, name = '', text = '']) => {
      const value = unescape(text)
      return [PROPS[name] ?? name, name === 'style' ? readStyle(value) : value || true]
    }),
  )
}

function readStyle(text: string): Record<string, string> {
  const rules = [...text.matchAll(/([\w-]+):((?:\([^)]*\)|[^;(])*)/g)]
  return Object.fromEntries(
    rules.map(([, name = '', value = '']) => [
      name.startsWith('--') ? name : name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function unescape(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ENTITIES[name] ?? '')
}

type Build = (shown: Shown) => ReactNode

/** How an element is made from rows; of a list of cards the first card is the pattern of all. */
function withRows(element: Parsed | string, known: Shown): Build {
  if (typeof element === 'string') {
    const fill = withWords(element, known.about)
    return ({ about }) => fill(about)
  }
  const { type, props, children } = element
  const [first] = children
  if (type === 'ul' && typeof first === 'object' && JSON.stringify(first).includes('"img"')) {
    const build = withRows(first, { about: known.cards[0] ?? {}, cards: [] })
    const Card = ({ row }: { row: Row }) => build({ about: row, cards: [] })
    return ({ cards }) =>
      createElement(
        type,
        props,
        cards.map((row) => createElement(Card, { key: row.id, row })),
      )
  }
  const filled = Object.entries(props).map(([name, value]) => {
    const fill = typeof value === 'string' ? withWords(value, known.about) : () => value
    return [name, fill] as const
  })
  const builds = children.map((child) => withRows(child, known))
  return (shown) =>
    createElement(
      type,
      Object.fromEntries(filled.map(([name, fill]) => [name, fill(shown.about)])),
      ...builds.map((build) => build(shown)),
    )
}

function withWords(text: string, known: Row): (row: Row) => string {
  const words = WORDS.filter((name) => known[name] && text.includes(known[name]))
  if (words.length === 0) return () => text
  return (row) =>
    words.reduce((so, name) => so.replaceAll(known[name] ?? '', row[name] ?? ''), text)
}

const { databaseUrl, list, recipe } = (await json(process.stdin)) as Lesson
const rows = new pg.Pool({ connectionString: databaseUrl })
const read = (path: string) =>
  path.startsWith('/workflows/') ? readRecipe(rows, path) : readList(rows, path)
const renderList = learn(list.html, await read(list.path))
const renderRecipe = learn(recipe.html, await read(recipe.path))

async function answer(path: string, response: ServerResponse): Promise<void> {
  const render = path.startsWith('/workflows/') ? renderRecipe : renderList
  const page = render(await read(path))
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': page.length,
  })
  response.end(page)
}

const server = createServer(({ url = '' }, response) => void answer(url, response))
server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
