import { keepRecent } from '../platform/process-state.ts'

/** Gives the rules of a style sheet that a page's HTML uses, in their order. */
export type PickStyles = (page: string) => string

const PICKED = 200

/** Reads a minified style sheet once, so that each page carries its own rules alone. */
export function readStyles(css: string): PickStyles {
  const nodes = parse(css.replace(/\/\*.*?\*\//gs, ''))
  const named = nodes.filter((node) => 'name' in node)
  const picked = keepRecent<string>(PICKED)
  return (page) => {
    const classes = classesOf(page)
    const read = [...page.matchAll(READ)].join()
    const key = [...classes, read].join(' ')
    const before = picked.get(key)
    if (before !== undefined) return before
    const text = dropUnread(write(nodes, classes), read)
    const used = named.filter(({ name }) => text.includes(name)).map((rule) => rule.text)
    return picked.set(key, text + used.join(''))
  }
}

const READ = /var\((--[\w-]+)/g

/** Leaves out the custom properties that neither these rules nor the page read. */
function dropUnread(css: string, page: string): string {
  const read = new Set([...`${css} ${page}`.matchAll(READ)].map(([, name]) => name))
  return css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (said, name: string) =>
    read.has(name) ? said : '',
  )
}

interface Rule {
  text: string
  /** The classes that each of its selectors needs. */
  needs: readonly (readonly string[])[]
}

/** What rules use by its name: an animation, or a typed property. */
interface NamedRule {
  text: string
  name: string
}

interface Group {
  head: string
  nodes: readonly Node[]
}

type Node = Rule | NamedRule | Group

const ALWAYS = [[]]

function parse(css: string): Node[] {
  return blocksOf(css).map(({ head, body }): Node => {
    if (body === undefined) return { text: head, needs: ALWAYS }
    const text = `${head}{${body}}`
    const [, name] = /^@(?:property|keyframes) (.+)$/.exec(head) ?? []
    if (name !== undefined) return { text, name }
    if (/^@(?:layer|media|supports|container)\b/.test(head)) return { head, nodes: parse(body) }
    return { text, needs: head.startsWith('@') ? ALWAYS : needsOf(head) }
  })
}

const MARK = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/gs

/** The statements of a sheet in their order; one that ends in a semicolon has no body. */
function blocksOf(css: string): { head: string; body?: string }[] {
  const blocks: { head: string; body?: string }[] = []
  let from = 0
  let opened = 0
  let depth = 0
  for (const { 0: mark, index } of css.matchAll(MARK)) {
    if (mark === '{' && depth++ === 0) opened = index
    if (mark === '}' && --depth === 0)
      blocks.push({ head: css.slice(from, opened), body: css.slice(opened + 1, index) })
    else if (mark === ';' && depth === 0) blocks.push({ head: css.slice(from, index + 1) })
    else continue
    from = index + 1
  }
  return blocks
}

/** A selector that leaves a choice among classes needs none of them. */
function needsOf(selectors: string): string[][] {
  const { parts, inside } = splitSelectors(selectors.replace(/:not\([^()]*\)/g, ''))
  if (inside.includes(',') && inside.includes('.')) return ALWAYS
  return parts
    .map((selector) => [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)])
    .map((found) => found.map(([, name = '']) => name.replace(/\\(.)/g, '$1')))
}

/** The selectors between commas, and what stands inside of parentheses. */
function splitSelectors(selectors: string): { parts: string[]; inside: string } {
  const parts = ['']
  let inside = ''
  let depth = 0
  for (const [mark] of selectors.matchAll(/\\.|[^\\]/gs)) {
    if (mark === '(') depth++
    else if (mark === ')') depth--
    else if (depth > 0 && mark.length === 1) inside += mark
    if (mark === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += mark
  }
  return { parts, inside }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function classesOf(page: string): Set<string> {
  const lists = [...page.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) =>
    list.replace(/&([#\w]+);/g, (whole, name: string) => ENTITIES[name] ?? whole),
  )
  return new Set(lists.flatMap((list) => list.split(' ')))
}

function write(nodes: readonly Node[], classes: ReadonlySet<string>): string {
  let text = ''
  for (const node of nodes) {
    if ('nodes' in node) {
      const inner = write(node.nodes, classes)
      if (inner !== '') text += `${node.head}{${inner}}`
    } else if ('needs' in node && isUsed(node, classes)) text += node.text
  }
  return text
}

function isUsed({ needs }: Rule, classes: ReadonlySet<string>): boolean {
  return needs.some((selector) => selector.every((name) => classes.has(name)))
}
