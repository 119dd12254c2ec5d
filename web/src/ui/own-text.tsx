import { Fragment, type ReactNode } from 'react'

/**
 * A text of the operator's own: plain, or with the signs of Markdown for headings, lists, links,
 * bold and italic. Everything else in it is shown as it was written, so that no text can become
 * markup. Reading takes time in line with its length.
 */
export function readOwnText(text: string): ReadText {
  const blocks = readBlocks(text)
  const [first, ...rest] = blocks
  const isTitle =
    first?.is === 'heading' &&
    rest.every((block) => block.is !== 'heading' || block.depth > first.depth)
  const body = isTitle ? rest : blocks
  placeHeadings(body)
  return { title: isTitle ? plain(first.text) : undefined, blocks: body }
}

export interface ReadText {
  /** The heading above all others. */
  title: string | undefined
  blocks: Block[]
}

interface Heading {
  is: 'heading'
  /** As written; `level` is its place in the outline, from 0, without a gap. */
  depth: number
  level: number
  id: string
  text: string
}
interface List {
  is: 'list'
  /** The number of the first item; undefined: bullets. */
  from: number | undefined
  items: { lines: string[]; inner: List[] }[]
}
type Block = Heading | List | { is: 'text'; lines: string[] } | { is: 'rule' }

const DEEPEST = 4

function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  /** The lists that are open, the innermost last, each with its indent. */
  let open: { indent: number; list: List }[] = []
  let afterBlank = true
  for (const line of text.replaceAll('\r', '').split('\n')) {
    const written = line.trim()
    const last = blocks.at(-1)
    const indent = line.length - line.trimStart().length
    const item = /^(?:[-*+]|(\d{1,9})[.)]) +(?=\S)/.exec(written)
    const heading = /^(#{1,6}) +(?=\S)/.exec(written)
    if (written === '') {
      afterBlank = true
      continue
    }
    if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(written)) {
      blocks.push({ is: 'rule' })
      open = []
    } else if (heading) {
      const depth = heading[1]?.length ?? 1
      const said = written.slice(heading[0].length).replace(/(?<![#\s])\s*#{1,6}$/, '')
      blocks.push({ is: 'heading', depth, level: 0, id: '', text: said })
      open = []
    } else if (item) {
      const from = item[1] === undefined ? undefined : Number(item[1])
      open = open.filter((each, at) => at === 0 || each.indent <= indent).slice(0, DEEPEST)
      let inmost = open.at(-1)
      const parent = inmost?.list.items.at(-1)
      const isSame = inmost && (inmost.list.from === undefined) === (from === undefined)
      if (inmost && parent && indent > inmost.indent + 1 && open.length < DEEPEST) {
        const list: List = { is: 'list', from, items: [] }
        parent.inner.push(list)
        inmost = { indent, list }
        open.push(inmost)
      } else if (!inmost || (!isSame && open.length === 1)) {
        const list: List = { is: 'list', from, items: [] }
        blocks.push(list)
        inmost = { indent, list }
        open = [inmost]
      }
      inmost.list.items.push({ lines: [written.slice(item[0].length)], inner: [] })
    } else if (open.length > 0 && (!afterBlank || indent > 0)) {
      open.at(-1)?.list.items.at(-1)?.lines.push(written)
    } else if (last?.is === 'text' && !afterBlank) {
      last.lines.push(written)
    } else {
      blocks.push({ is: 'text', lines: [written] })
      open = []
    }
    afterBlank = false
  }
  return blocks
}

/** Each heading below the one before that is written above it, whatever number of signs was used. */
function placeHeadings(blocks: readonly Block[]): void {
  const above: number[] = []
  const names = new Map<string, number>()
  for (const block of blocks) {
    if (block.is !== 'heading') continue
    while ((above.at(-1) ?? 0) >= block.depth) above.pop()
    block.level = above.length
    above.push(block.depth)
    const words = plain(block.text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
    const name = `own-${words?.join('-') ?? 'part'}`
    const times = (names.get(name) ?? 0) + 1
    names.set(name, times)
    block.id = times === 1 ? name : `${name}--${times}`
  }
}

/** The headings of the first level, for the contents of a page. */
export function chaptersOf({ blocks }: ReadText): (readonly [id: string, title: string])[] {
  return blocks.flatMap((block) =>
    block.is === 'heading' && block.level === 0 ? [[block.id, plain(block.text)] as const] : [],
  )
}

/** A text whose first headings have this level on the page. */
export function OwnText({ text, top }: { text: ReadText; top: 2 | 3 }) {
  return (
    <div className="break-words [&>*:first-child]:mt-0">
      {text.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text changes as a whole
        <Part key={at} block={block} top={top} />
      ))}
    </div>
  )
}

const HEADING = ['mt-11 mb-3 text-xl', 'mt-8 mb-2 text-lg', 'mt-6 mb-2', 'mt-6 mb-2'] as const

function Part({ block, top }: { block: Block; top: number }) {
  if (block.is === 'rule') return <hr className="mt-8 border-line" />
  if (block.is === 'list') return <Items list={block} />
  if (block.is === 'text') {
    return (
      <p className="mt-3.5">
        <Lines lines={block.lines} />
      </p>
    )
  }
  const Tag = `h${Math.min(top + block.level, 6)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
  return (
    <Tag
      id={top === 2 ? block.id : undefined}
      className={`${HEADING[Math.min(block.level, 3)]} scroll-mt-24 font-semibold text-ink`}
    >
      <Words text={block.text} />
    </Tag>
  )
}

function Items({ list }: { list: List }) {
  const items = list.items.map(({ lines, inner }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text changes as a whole
    <li key={at}>
      <Lines lines={lines} />
      {inner.map((each, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text changes as a whole
        <Items key={place} list={each} />
      ))}
    </li>
  ))
  return list.from === undefined ? (
    <ul className="mt-3 list-disc pl-6">{items}</ul>
  ) : (
    <ol className="mt-3 list-decimal pl-6" start={list.from}>
      {items}
    </ol>
  )
}

/** A line ends where it was ended, as in an address. */
function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text changes as a whole
    <Fragment key={at}>
      {at > 0 && <br />}
      <Words text={line} />
    </Fragment>
  ))
}

/** Each part has an end, so that no line takes time beyond its length. */
const SIGNS =
  /\\([!-/:-@[-`{-~])|\[([^\][\n]{1,300})\]\(([^()\s]{1,500})\)|\*\*([^*\n]{1,2000})\*\*|\*([^*\s][^*\n]{0,2000})\*|(https?:\/\/[^\s<>"()]{1,500})|([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/g

/** Web and mail addresses, telephone numbers, and places of this site: what runs code is none of them. */
const LEADS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i

function Words({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const found of text.matchAll(SIGNS)) {
    const [all, escaped, label, href, bold, italic, address, mail] = found
    if (found.index > end) parts.push(text.slice(end, found.index))
    end = found.index + all.length
    const key = found.index
    if (escaped !== undefined) parts.push(escaped)
    else if (bold !== undefined)
      parts.push(
        <strong key={key}>
          <Words text={bold} />
        </strong>,
      )
    else if (italic !== undefined)
      parts.push(
        <em key={key}>
          <Words text={italic} />
        </em>,
      )
    else if (label !== undefined && href !== undefined)
      parts.push(LEADS.test(href) ? anchor(key, href, plain(label)) : all)
    else if (mail !== undefined) parts.push(anchor(key, `mailto:${mail}`, mail))
    else if (address !== undefined) {
      const whole = address.replace(/[.,;:!?]{1,9}$/, '')
      parts.push(anchor(key, whole, whole), address.slice(whole.length))
    }
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

const anchor = (key: number, href: string, words: string) => (
  <a key={key} href={href}>
    {words}
  </a>
)

/** The words without their signs. */
function plain(text: string): string {
  return text.replaceAll(
    SIGNS,
    (all, ...[escaped, label, , bold, italic]: (string | undefined)[]) =>
      escaped ?? label ?? bold ?? italic ?? all,
  )
}
