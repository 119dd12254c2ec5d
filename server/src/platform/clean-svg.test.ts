import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanSvg, SvgFault } from './clean-svg.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const inSvg = (inside: string, on = '') => `<svg ${NS} viewBox="0 0 10 10"${on}>${inside}</svg>`

/** Known ways to run a script, to fetch something, or to keep a reader busy. */
const ATTACKS = [
  inSvg('<script>alert(1)</script>'),
  inSvg('<script href="https://evil.example/x.js"/>'),
  inSvg('<script xlink:href="data:text/javascript,alert(1)"/>'),
  inSvg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
  inSvg('<SCRIPT>alert(1)</SCRIPT>'),
  inSvg('', ' onload="alert(1)"'),
  inSvg('<path d="M0 0" onclick=\'alert(1)\'/>'),
  inSvg('<g ONMOUSEOVER="alert(1)"><path d="M0 0"/></g>'),
  inSvg('<a href="javascript:alert(1)"><text>x</text></a>'),
  inSvg('<a xlink:href="java&#115;cript:alert(1)"><text>x</text></a>'),
  inSvg(
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>',
  ),
  inSvg(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>',
  ),
  inSvg('<image href="https://evil.example/pixel.png"/>'),
  inSvg('<image xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>'),
  inSvg('<use href="https://evil.example/x.svg#a"/>'),
  inSvg('<use xlink:href="data:image/svg+xml,%3Csvg id=a onload=alert(1)%3E#a"/>'),
  inSvg('<feImage href="https://evil.example/x"/>'),
  inSvg('<filter id="f"><feImage xlink:href="http://evil.example/x"/></filter>'),
  inSvg('<animate attributeName="href" values="javascript:alert(1)"/>'),
  inSvg('<set attributeName="onmouseover" to="alert(1)"/>'),
  inSvg('<set xlink:href="#l" attributeName="xlink:href" to="javascript:alert(1)"/>'),
  inSvg('<animateTransform onbegin="alert(1)"/>'),
  inSvg('<handler type="application/ecmascript">alert(1)</handler>'),
  inSvg('<style>@import url(https://evil.example/x.css);</style>'),
  inSvg('<style>@im\\70ort "https://evil.example/x.css";</style>'),
  inSvg('<style>@font-face{font-family:x;src:url(https://evil.example/x)}</style>'),
  inSvg('<style>path{fill:u\\72l(https://evil.example/x)}</style>'),
  inSvg('<style>path{background:image-set("https://evil.example/x" 1x)}</style>'),
  inSvg('<style>path{fill:rgb(url(https://evil.example/x))}</style>'),
  inSvg('<style><![CDATA[</style><script>alert(1)</script>]]></style>'),
  inSvg('<path d="M0 0" fill="url(https://evil.example/x#y)"/>'),
  inSvg('<path d="M0 0" style="fill:url(&quot;//evil.example/x&quot;)"/>'),
  inSvg('<path d="M0 0" style="}a{background:url(//evil.example)"/>'),
  inSvg('<linearGradient href="https://evil.example/x#g" id="h"/>'),
  inSvg('<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>'),
  inSvg('<title><script>alert(1)</script></title>'),
  inSvg('<metadata><script>alert(1)</script></metadata>'),
  inSvg('<!--><script>alert(1)</script>-->'),
  inSvg('<text>a</text><?xml-stylesheet href="https://evil.example/x.xsl"?>'),
  `<?xml-stylesheet type="text/xsl" href="https://evil.example/x.xsl"?>${inSvg('')}`,
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${inSvg('<text>&x;</text>')}`,
  `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${inSvg('<text>&b;</text>')}`,
  `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">${inSvg('<text>&x;</text>')}`,
  `${inSvg('')}<script>alert(1)</script>`,
  '<html><body onload="alert(1)"/></html>',
  inSvg('<path d="M0 0" d="M1 1"/>'),
  inSvg('<svg onload="alert(1)"><path d="M0 0"/></svg>'),
  inSvg('<path d="M0 0" x:onload="alert(1)" xlink:href="javascript:alert(1)"/>'),
  inSvg('<path\u0000d="M0 0" onload="alert(1)"/>'),
  inSvg('<path d="M0 0"/onload="alert(1)">'),
  inSvg('<g '.repeat(3)),
  inSvg('<g>'.repeat(2_000) + '</g>'.repeat(2_000)),
  inSvg('<path d=""/>'.repeat(5_001)),
]

/** What a browser could run, fetch or unfold; a clean drawing has only tags of the list. */
const DANGER =
  /script[\s/>]|\son\w+\s*=|evil\.example|javascript|data:|<!|<\?|<(?:use|image|a|set|animate|foreignObject|filter|feImage|iframe|handler|metadata|pattern)[\s/>]|@import|@font-face|\\/i

test.each(ATTACKS.map((attack, at) => [at, attack] as const))(
  'attack %i is refused or loses its sting',
  (_at, attack) => {
    let clean = ''
    try {
      clean = cleanSvg(attack)
    } catch (error) {
      if (!(error instanceof SvgFault)) throw error
    }
    expect(clean.replaceAll(/&lt;\/?script&gt;/g, '')).not.toMatch(DANGER)
    if (clean) expect(cleanSvg(clean)).toBe(clean)
  },
)

test('a drawing larger than 64 kB is refused', () => {
  expect(() => cleanSvg(inSvg(`<desc>${'é'.repeat(40_000)}</desc>`))).toThrow('larger than 64 kB')
})

test.each([
  [
    'of Figma',
    inSvg(
      '<g clip-path="url(#c)"><path fill-rule="evenodd" d="M1 1H9V9Z" fill="url(#p)"/></g><defs><linearGradient id="p" x1="0" y1="0" x2="9" y2="9" gradientUnits="userSpaceOnUse"><stop stop-color="#1d55c4"/><stop offset="1" stop-color="white" stop-opacity="0"/></linearGradient><clipPath id="c"><rect width="9" height="9" fill="white"/></clipPath></defs>',
    ),
    ['clip-path="url(#c)"', 'fill="url(#p)"', '<stop offset="1"', '<clipPath id="c"><rect'],
  ],
  [
    'of Illustrator',
    `<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${inSvg('<style type="text/css">.st0{fill:#F00;} @media (prefers-color-scheme: dark){.st0{fill:rgb(250,250,250)}}</style><path class="st0" d="M1 1z"/>')}`,
    ['.st0{fill:#F00;}', 'prefers-color-scheme: dark', 'class="st0"'],
  ],
  [
    'of Inkscape',
    inSvg(
      '<sodipodi:namedview id="n"><inkscape:grid/></sodipodi:namedview><metadata><rdf:RDF/></metadata><g inkscape:label="L" id="l" transform="translate(1,-2) rotate(3)"><path style="fill:#ff0000;stroke:none" d="m 1,1 z" sodipodi:nodetypes="c"/></g>',
    ),
    ['transform="translate(1,-2) rotate(3)"', 'style="fill:#ff0000;stroke:none"'],
  ],
])('a logo %s stays as it looks', (_whose, drawing, parts) => {
  const clean = cleanSvg(drawing)
  for (const part of parts) expect(clean).toContain(part)
  expect(clean).not.toMatch(/sodipodi|inkscape|rdf|DOCTYPE|Generator/)
})

test('whatever is given, what comes out is clean, and cleaning it again changes nothing', () => {
  const part = fc.constantFrom(
    ...'<svg |<g>|</g>|</svg>|<path |d="M0 0"|fill="url(#a)"|onload="x"|/>|>|<style>|</style>|a{fill:red}|<!--|-->|<![CDATA[|]]>|&amp;|&x;|<script>|</script>|href="#a"|"|\'|<|text|<use |<title>|</title>|\u0000|@import'.split(
      '|',
    ),
    '\n',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      let clean: string
      try {
        clean = cleanSvg(`<svg>${parts.join('')}</svg>`)
      } catch (error) {
        if (error instanceof SvgFault) return
        throw error
      }
      expect(clean.replaceAll(/>[^<]*</g, '><')).not.toMatch(DANGER)
      expect(cleanSvg(clean)).toBe(clean)
    }),
    { numRuns: 5_000, seed: 39 },
  )
})
