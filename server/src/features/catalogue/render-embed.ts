import type { MediaView } from '@vignette/contract/entities.ts'
import { type Html, html, trustHtml } from '@vignette/contract/html.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { pageStyle, renderPage } from '../../platform/http/html-page.ts'

export const EMBED_STYLE = pageStyle(`
body{overflow:hidden;background:var(--surface)}
main{display:flex;flex-direction:column;height:100vh;height:100dvh}
.sample{flex:1;min-height:0;position:relative;overflow:hidden;background:var(--sunken)}
img,video,.letter{position:absolute;inset:0;width:100%;height:100%;object-fit:contain}
picture img{box-sizing:border-box;padding:4%}
.tint{object-fit:cover;opacity:.4}
.letter{display:grid;place-items:center;font-size:5rem;font-weight:600;color:var(--muted)}
.words{display:flex;align-items:center;gap:.75rem;padding:.75rem 1rem;border-top:1px solid var(--line)}
.name{flex:1;min-width:0}
h1{margin:0;font-size:1rem;line-height:1.375rem;font-weight:600;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow-wrap:anywhere}
.mark{position:absolute;left:.5rem;top:.5rem;padding:.125rem .5rem;border-radius:1rem;background:rgb(0 0 0/.7);color:#fff;font-size:.75rem;font-weight:600}
p{margin:0;font-size:.875rem;line-height:1.25rem;color:var(--muted);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
b{font-weight:500;color:var(--ink)}
a{flex:none;display:grid;place-items:center;min-height:2.75rem;padding:0 1.125rem;border-radius:999px;background:var(--ink);color:var(--ground);font-weight:600;text-decoration:none}
@media (max-width:15rem){.words{flex-direction:column;align-items:stretch}.name{flex:none}}
`)

/** A placeholder in the kept page, replaced by the query that names the embedding site. */
export const SOURCE = '<from>'

/** A recipe's sample, name and price, and one button; works without script, cookies and forms. */
export function renderEmbed(recipe: WorkflowView, origin: string, isTestShop: boolean): string {
  const { id, name, creator_handle: handle } = recipe
  const closed =
    recipe.unavailable ??
    recipe.not_for_sale ??
    (recipe.paused || recipe.failing ? 'Back soon' : null)
  const path = closed ? `/workflows/${id}` : `/workflows/${id}/remix`
  const price = `${formatPrice(priceNow(recipe))}${isTestShop && recipe.price > 0 ? ' · Test shop' : ''}`
  const mark = recipe.sample?.uploaded === false && html`<span class="mark">AI-made</span>`
  const body = html`<main><div class="sample">${renderSample(recipe)}${mark}</div>
<div class="words">
<div class="name"><h1>${name}</h1>
<p><b>${closed ? 'Not available now' : price}</b> · by @${handle}</p></div>
<a href="${origin + path}${trustHtml(SOURCE)}" target="_blank" rel="noopener">${closed ? 'See' : 'Remix'}</a>
</div></main>`
  return renderPage({ title: `${name} by @${handle}`, style: EMBED_STYLE, body })
}

/** The embed page of a recipe that is gone: other sites may still show it. */
export function renderGone(origin: string): string {
  const body = html`<main><div class="sample"><div class="letter" aria-hidden="true">∅</div></div>
<div class="words"><div class="name"><h1>This recipe is gone</h1></div>
<a href="${origin}/workflows" target="_blank" rel="noopener">Others</a></div></main>`
  return renderPage({ title: 'This recipe is gone', style: EMBED_STYLE, body })
}

function renderSample({ sample, name }: WorkflowView): Html {
  if (!sample || sample.kind === 'audio') {
    const [letter = ''] = name
    return html`<div class="letter" aria-hidden="true">${letter.toUpperCase()}</div>`
  }
  const alt = `A sample of ${name}`
  const tint = sample.placeholder && html`<img class="tint" src="${sample.placeholder}" alt="">`
  if (sample.kind === 'video') {
    const poster = sample.preview_url && html` poster="${sample.preview_url}"`
    return html`${tint}<video controls muted loop playsinline preload="none"${poster} src="${sample.url}" aria-label="${alt}"></video>`
  }
  return html`${tint}<picture>${renderSources(sample)}<img src="${sample.preview_url ?? sample.url}" alt="${alt}"${renderSize(sample)} fetchpriority="high"></picture>`
}

function renderSize({ width, height }: MediaView): Html | null {
  return width && height ? html` width="${width}" height="${height}"` : null
}

function renderSources({ variants }: MediaView): (Html | null)[] {
  return (['avif', 'webp'] as const).map((format) => {
    const set = variants
      .filter((variant) => variant.format === format)
      .map(({ url, width }) => `${url} ${width}w`)
    return set.length > 0
      ? html`<source type="image/${format}" sizes="100vw" srcset="${set.join(', ')}">`
      : null
  })
}
