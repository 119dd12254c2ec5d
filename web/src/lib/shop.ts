import { deriveColours, writeColours } from '@vignette/contract/accent.ts'
import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { html, trustHtml } from '@vignette/contract/html.ts'
import { plainName, type Shop, UNNAMED, versionOf } from '@vignette/contract/shop.ts'
import { createContext, useContext } from 'react'

/** Whose site it is: the server writes it into each page where it has a name of its own. */
export const ShopContext = createContext<Shop>(UNNAMED)

export function useShop(): Shop & { plain: string } {
  const shop = useContext(ShopContext)
  return { ...shop, plain: plainName(shop.name) }
}

const ID = 'shop'

/** For the page's head; nothing where the page is as it always was. `escape` makes JSON safe in HTML. */
export function writeShop(shop: Shop, escape: (json: string) => string): string {
  const json = JSON.stringify(shop)
  if (json === JSON.stringify(UNNAMED)) return ''
  const colours = shop.accent && deriveColours(shop.accent)
  const style = colours && html`<style>${trustHtml(writeColours(colours))}</style>`
  const data = html`<script type="application/json" id="${ID}">${trustHtml(escape(json))}</script>`
  return html`${style}${data}`.toString()
}

export function readShop(): Shop {
  const written = document.getElementById(ID)?.textContent
  return written ? (JSON.parse(written) as Shop) : UNNAMED
}

/** The versions of the terms that this page was loaded with. */
export const termsVersion = () => versionOf(TERMS_VERSION, readShop())
export const creatorTermsVersion = () => versionOf(CREATOR_TERMS_VERSION, readShop())
