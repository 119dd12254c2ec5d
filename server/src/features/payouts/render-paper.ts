import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { UNNAMED } from '@vignette/contract/shop.ts'
import { pagePolicy, pageStyle, renderPage } from '../../platform/http/html-page.ts'
import type { Book } from '../ledger/index.ts'
import type { OperatorFacts } from './operator-facts.ts'
import { PAPERS, type PaperKind } from './paper.ts'

/** Printed in dark ink on paper of any size, A4 and Letter alike. */
const STYLE = pageStyle(`
@page{margin:16mm 15mm 18mm}
*{box-sizing:border-box}
body{font-size:.9375rem;line-height:1.5;font-variant-numeric:tabular-nums}
main{max-width:52rem;margin:0 auto;padding:2.5rem 2rem 3rem;background:var(--surface)}
header{display:flex;flex-wrap:wrap;gap:1.5rem 3rem;justify-content:space-between}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2;font-weight:600;letter-spacing:-.02em;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem;font-size:1.0625rem;font-weight:600;break-after:avoid}
h3{margin:1.25rem 0 .25rem;font-size:.9375rem;font-weight:600;break-after:avoid}
p{margin:.25rem 0;max-width:68ch;overflow-wrap:anywhere}
.quiet{color:var(--muted)}
.small{font-size:.8125rem}
.address{white-space:pre-line}
.test{margin:0 0 1.5rem;max-width:none;padding:.625rem .875rem;background:var(--warn-wash);color:var(--warn);border-radius:6px}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:400}
thead th{font-size:.8125rem;font-weight:600;color:var(--muted);border-bottom-color:var(--edge);overflow-wrap:normal}
th:last-child,td:last-child{padding-right:0}
.amount{text-align:right;white-space:nowrap}
.whole{white-space:nowrap}
thead .amount{white-space:normal}
tr{break-inside:avoid}
thead{display:table-header-group}
.sum th,.sum td{font-weight:600;border-top:1px solid var(--ink);border-bottom:0}
.hash{overflow-wrap:anywhere;font:.75rem ui-monospace,"SF Mono",Menlo,monospace}
@media (max-width:40rem){main{padding:1.5rem 1rem 2rem}}
@media print{:root{color-scheme:light}body{background:#fff;font-size:10pt}main{max-width:none;padding:0;background:none}.scroll{overflow:visible}.test{border:1px solid}}
`)

export const PAPER_CSP = pagePolicy(STYLE)

/** A page made for printing. */
export function renderPaper(page: {
  kind: PaperKind
  number: string
  book: Book
  operator: OperatorFacts
  /** Lines under the title. */
  facts: readonly string[]
  body: Html
}): string {
  const { shop = UNNAMED.name, name, address, vatId } = page.operator
  const title = `${PAPERS[page.kind].title} ${page.number}`
  const test =
    page.book === 'live' ? null : html`<p class="test" role="note">${PAPERS[page.kind].test}</p>\n`
  const facts = htmlLines(page.facts.map((fact) => html`<p class="quiet">${fact}</p>`))
  return renderPage({
    title,
    style: STYLE,
    body: html`<main>
${test}<header>
<div>
<h1>${title}</h1>
${facts}
</div>
<div>
<p><strong>${shop}</strong></p>
${name !== shop && html`<p>${name}</p>`}
${address && html`<p class="address">${address}</p>`}
${vatId && html`<p>VAT id ${vatId}</p>`}
</div>
</header>
${page.body}
</main>`,
  })
}

export interface Column {
  head: string
  /** Does not break, as a day. */
  whole?: true
  amount?: true
}

/** A table with a caption for readers of screens; the first cell of a row is its head. */
export function renderTable(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  sum: readonly string[] | null = null,
): Html {
  const classOf = (at: number) =>
    columns[at]?.amount ? html` class="amount"` : columns[at]?.whole ? html` class="whole"` : null
  const row = (cells: readonly string[], kind: Html | null = null) =>
    html`<tr${kind}>${cells.map((cell, at) =>
      at === 0
        ? html`<th scope="row"${classOf(at)}>${cell}</th>`
        : html`<td${classOf(at)}>${cell}</td>`,
    )}</tr>`
  const head = columns.map(({ head: text }, at) => html`<th scope="col"${classOf(at)}>${text}</th>`)
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${htmlLines(rows.map((cells) => row(cells)))}
${sum && row(sum, html` class="sum"`)}
</tbody>
</table></div>`
}
