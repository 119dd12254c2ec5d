import { html, htmlLines, trustHtml } from '@vignette/contract/html.ts'

export interface LetterParts {
  /** Who sends it, as the head names them. */
  from: string
  subject: string
  /** Whole sentences. */
  paragraphs: readonly string[]
  /** Numbers and references, which stand in small. */
  details?: readonly string[]
  button?: { label: string; address: string }
  /** Why the reader gets this letter. */
  why: string
  /** Where the reader ends letters of this kind. */
  off?: string | null
  /** A picture that goes with the letter as a part of its own. */
  picture?: { cid: string; alt: string; width: number; height: number } | undefined
}

/** The texts of a letter: one for programs that show plain text, and the same as a page. */
export function composeLetter(parts: LetterParts): { text: string; html: string } {
  const { subject, paragraphs, details = [], button, why, off } = parts
  const text = [
    subject,
    ...paragraphs,
    ...(button ? [`${button.label}: ${button.address}`] : []),
    ...details,
    why,
    ...(off ? [`Unsubscribe: ${off}`] : []),
  ]
  return { text: text.join('\n\n'), html: renderLetter(parts) }
}

/** For programs that know the reader's dark mode; all others show the colours beside the elements. */
const DARK = `
@media (prefers-color-scheme:dark){
.ground{background:#0f0f11!important}
.card{background:#17171a!important;border-color:#2b2b30!important}
.stage{background:#1d1d21!important}
.ink{color:#f3f2ef!important}
.quiet{color:#a5a4ac!important}
.pill{background:#f3f2ef!important}
.pill a{color:#17171a!important}
}
`

const FONT = "font-family:'Hanken Grotesk',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const WRAP = 'overflow-wrap:anywhere;word-break:break-word'
const SMALL = `${FONT};${WRAP};margin:0;font-size:13px;line-height:20px;color:#5c5b63`
/** A narrow column in the middle, also where a program knows no other width than a table's. */
const COLUMN = 'role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"'

function renderLetter(parts: LetterParts): string {
  const { from, subject, paragraphs, details = [], button, why, off } = parts
  const column = trustHtml(COLUMN)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark}${trustHtml(DARK)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#fbfbfa">
<table ${column} class="ground" style="background:#fbfbfa"><tr><td align="center" style="padding:24px 12px 40px">
<table ${column} style="max-width:560px"><tr><td align="left">
<p class="ink" style="${FONT};${WRAP};margin:0 0 16px;padding:0 4px;font-size:17px;line-height:24px;font-weight:600;color:#17171a">${from}</p>
<table ${column} class="card" style="background:#ffffff;border:1px solid #e4e3e0;border-radius:18px;border-collapse:separate;overflow:hidden">
${stage(parts.picture)}
<tr><td style="padding:28px 28px 32px">
<h1 class="ink" style="${FONT};${WRAP};margin:0 0 16px;font-size:22px;line-height:29px;font-weight:600;color:#17171a">${subject}</h1>
${htmlLines(
  paragraphs.map(
    (text) =>
      html`<p class="ink" style="${FONT};${WRAP};margin:0 0 14px;font-size:16px;line-height:25px;color:#17171a">${text}</p>`,
  ),
)}
${
  button &&
  html`<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin-top:22px"><tr><td class="pill" style="background:#17171a;border-radius:999px"><a href="${button.address}" target="_blank" style="${FONT};display:inline-block;padding:13px 26px;font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${button.label}</a></td></tr></table>`
}
${
  details.length > 0 &&
  html`<div style="margin-top:28px">${htmlLines(details.map((text) => html`<p class="quiet" style="${SMALL}">${text}</p>`))}</div>`
}
</td></tr></table>
<p class="quiet" style="${SMALL};padding:16px 4px 0">${why}${
    off &&
    html` <a href="${off}" target="_blank" class="quiet" style="color:#5c5b63">Unsubscribe</a>`
  }</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`.toString()
}

/** The room that a picture has on its ground. */
const STAGE = { width: 500, height: 400 }

function stage(picture: LetterParts['picture']) {
  if (!picture) return null
  const { cid, alt } = picture
  const scale = Math.min(1, STAGE.width / picture.width, STAGE.height / picture.height)
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  return html`<tr><td class="stage" align="center" style="padding:28px;background:#f1f1ef"><img src="cid:${cid}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0;max-width:100%;height:auto"></td></tr>`
}
