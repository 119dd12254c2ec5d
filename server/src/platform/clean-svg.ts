/**
 * An operator's drawing, written anew from what a logo needs and from nothing else: each element, each
 * attribute and each function of CSS is on a list. What is not on it is left out with all that it
 * holds; what is no plain SVG is refused in a sentence.
 */
export const SVG_BYTES = 64 * 1024
const MOST_ELEMENTS = 5_000
const DEEPEST = 40

/** Free of `use`, patterns and filters, with which a small file keeps a browser busy for hours. */
const ELEMENTS = new Set(
  `svg g defs title desc style path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask`.split(/\s+/),
)
const WITH_TEXT = new Set(['title', 'desc', 'style', 'text', 'tspan'])
const GRADIENTS = new Set(['linearGradient', 'radialGradient'])

const ATTRIBUTES = new Set(
  `id class style transform viewBox width height preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx
  fy dx dy d points offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits
  maskContentUnits mask-type clip-path clip-rule mask fill fill-opacity fill-rule stroke stroke-width
  stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  stop-color stop-opacity color opacity display visibility font-family font-size font-weight
  font-style letter-spacing text-anchor dominant-baseline role aria-label vector-effect`.split(
    /\s+/,
  ),
)

const FUNCTIONS = new Set(
  'rgb rgba hsl hsla oklch matrix translate scale rotate skewx skewy url'.split(' '),
)
const SCHEME = /@media \(prefers-color-scheme: ?(?:dark|light)\) ?\{/gi

export class SvgFault extends Error {}

interface Open {
  name: string
  /** Written out; otherwise it is left out with what it holds. */
  kept: boolean
}

/** The drawing, clean; throws an `SvgFault` with the reason. */
export function cleanSvg(given: string): string {
  if (Buffer.byteLength(given) > SVG_BYTES) throw new SvgFault('is larger than 64 kB')
  const text = given.replace(/^\uFEFF/, '').trim()
  const written: string[] = []
  const open: Open[] = []
  let elements = 0
  let at = 0
  /** What stands here, if it is that. */
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at
    const found = form.exec(text)
    if (found) at = form.lastIndex
    return found
  }
  const isKept = () => open.every(({ kept }) => kept)
  while (at < text.length) {
    if (take(/<!--[\s\S]*?-->/y)) continue
    if (open.length === 0) {
      if (take(/\s+/y)) continue
      if (written.length > 0) throw new SvgFault('goes on after its end')
      if (take(/<\?xml\s[^<>?]*\?>|<!DOCTYPE\s[^<>[\]]*>/y)) continue
    }
    const end = take(/<\/([A-Za-z][\w:.-]*)\s*>/y)
    if (end) {
      const last = open.at(-1)
      if (last?.name !== end[1]) throw new SvgFault(`closes <${end[1]}>, which is not open`)
      if (isKept()) written.push(`</${end[1]}>`)
      open.pop()
      continue
    }
    const start = take(/<([A-Za-z][\w:.-]*)/y)
    if (start) {
      const [, name = ''] = start
      const attributes = readAttributes(take, name)
      const isEmpty = take(/\s*\/>/y) !== null
      if (!isEmpty && !take(/\s*>/y)) throw new SvgFault(`does not end <${name}>`)
      elements += 1
      if (elements > MOST_ELEMENTS) throw new SvgFault('has more than 5,000 elements')
      if (open.length >= DEEPEST) throw new SvgFault('is nested too deeply')
      if (open.length === 0 && name !== 'svg') throw new SvgFault('does not begin with <svg>')
      const inside = open.map((one) => one.name)
      const kept = ELEMENTS.has(name) && !(name === 'svg' && inside.length > 0)
      open.push({ name, kept })
      if (isKept()) written.push(writeStart(name, attributes, inside), isEmpty ? '/>' : '>')
      if (isEmpty) open.pop()
      continue
    }
    const words = take(/[^<]+/y) ?? take(/<!\[CDATA\[([\s\S]*?)\]\]>/y)
    if (!words || open.length === 0) throw new SvgFault('is no plain SVG')
    const said = words[1] ?? readEntities(words[0])
    const { name = '' } = open.at(-1) ?? {}
    if (isKept() && WITH_TEXT.has(name)) {
      written.push(name === 'style' ? writeRules(said) : escape(said))
    }
  }
  if (open.length > 0) throw new SvgFault(`does not close <${open.at(-1)?.name}>`)
  if (written.length === 0) throw new SvgFault('is empty')
  return written.join('')
}

function readAttributes(take: (form: RegExp) => RegExpExecArray | null, element: string) {
  const found = new Map<string, string>()
  for (;;) {
    const pair = take(/\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y)
    if (!pair) return found
    const [, name = '', double, single] = pair
    if (found.has(name)) throw new SvgFault(`names ${name} twice in <${element}>`)
    found.set(name, readEntities(double ?? single ?? ''))
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Those that XML itself has: a file that defines its own can grow without end. */
function readEntities(text: string): string {
  return text.replace(/&([^&;]{0,12};?)/g, (whole, entity: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(entity)
    if (code) {
      const point = code[1] ? Number.parseInt(code[1], 16) : Number(code[2])
      const isText = point >= 0x20 || point === 9 || point === 10 || point === 13
      if (isText && point <= 0x10ffff) return String.fromCodePoint(point)
    }
    const known = entity.endsWith(';') ? NAMED[entity.slice(0, -1)] : undefined
    if (known === undefined) throw new SvgFault(`has the entity ${whole}, which is not XML’s own`)
    return known
  })
}

function writeStart(
  name: string,
  attributes: ReadonlyMap<string, string>,
  inside: readonly string[],
): string {
  // Masks in masks take as many times as long as each of them has parts.
  const isCut = inside.some((one) => one === 'mask' || one === 'clipPath')
  const pairs = [...attributes].flatMap(([given, value]): [string, string][] => {
    const link = given === 'href' || given === 'xlink:href'
    if (link && GRADIENTS.has(name) && /^#[\w-]+$/.test(value)) return [['href', value]]
    if (!ATTRIBUTES.has(given) || !isHarmless(value)) return []
    if (given === 'style' && /[{}]/.test(value)) return []
    if (isCut && /mask|clip-path/i.test(`${given} ${value}`)) return []
    return [[given, value]]
  })
  if (name === 'svg') pairs.unshift(['xmlns', 'http://www.w3.org/2000/svg'])
  return `<${name}${pairs.map(([key, value]) => ` ${key}="${escape(value)}"`).join('')}`
}

/** No address but a part of the same file, no function that is not on the list, no escape that hides one. */
function isHarmless(css: string): boolean {
  if (/[\\@<]|\/\*|:\s*\/|javascript|expression/i.test(css)) return false
  const parts = css.split('(')
  return parts.slice(1).every((inner, at) => {
    const name =
      parts[at]
        ?.split(/[^\w-]/)
        .at(-1)
        ?.toLowerCase() ?? ''
    return FUNCTIONS.has(name) && (name !== 'url' || /^(["']?)#[\w-]+\1\)/.test(inner))
  })
}

/** A style sheet whole, or nothing of it. */
function writeRules(css: string): string {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, ' ')
  if (!isHarmless(plain.replace(SCHEME, '{'))) return ''
  // In masks they could stand by a class as well.
  return /mask|clip-path/i.test(plain) ? '' : escape(plain)
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
