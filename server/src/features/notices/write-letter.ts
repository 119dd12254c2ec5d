import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { FIRM_GROUP } from '@vignette/contract/letter-groups.ts'
import type { Ctx } from '../../ctx.ts'
import { signature } from '../../platform/secrets.ts'
import type { Letter } from '../../providers/mail/spec.ts'
import type { LetterRow, NoticeRow } from '../../schema/notices.ts'
import type { Kind, NoticeLink } from './kind.ts'
import { signClaim, signLeaving, signReceipt } from './letter-link.ts'
import { NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import { unsubscribeLink } from './unsubscribe.ts'

/** Makes the text of a letter from the facts of its notice. */
export function writeLetter(
  ctx: Pick<Ctx, 'config' | 'clock' | 'origin'>,
  letter: LetterRow & { address: string },
  notice: NoticeRow,
  person: { id: string; kind: 'visitor' | 'user' },
): Letter {
  const kind: Kind = NOTICE_KINDS[notice.kind as NoticeKind]
  const { facts } = notice
  const link = kind.link(facts)
  const address = link && addressOf(ctx, link, letter, person)
  const reader = readerOf(ctx, person, letter.address)
  const paragraphs = kind.body(facts)
  const subject = kind.title(facts)
  const off = kind.group === FIRM_GROUP ? null : unsubscribeLink(ctx, [reader, kind.group])
  const sender = `You receive this from ${ctx.config.OPERATOR_NAME}.`
  return {
    messageId: letter.messageId,
    to: letter.address,
    subject,
    text: [
      subject,
      ...paragraphs,
      ...(link ? [`${link.label}: ${address}`] : []),
      sender,
      ...(off ? [`Unsubscribe: ${off}`] : []),
    ].join('\n\n'),
    html: page(subject, [
      ...paragraphs.map(paragraph),
      ...(link && address ? [html`<p><a href="${address}">${link.label}</a></p>`] : []),
      html`<p style="color:#5c5b63">${sender}${off && html` <a href="${off}">Unsubscribe</a>`}</p>`,
    ]),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(off
        ? {
            'List-Unsubscribe': `<${off}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}

/** A visitor, or the owner of a deleted account, opens letters in any browser, so the link is the authority. */
function addressOf(
  ctx: Pick<Ctx, 'config' | 'origin'>,
  { path, letter: way }: NoticeLink,
  { createdAt }: LetterRow,
  { id: ownerId, kind }: { id: string; kind: 'visitor' | 'user' },
): string {
  if (way && 'leaves' in way) return signLeaving(ctx, way.leaves, createdAt)
  if (kind === 'user' || !way) return `${ctx.origin}${path}`
  // Behind the #, where neither logs nor other sites see the token.
  return 'claims' in way
    ? `${ctx.origin}/claim#${signClaim(ctx, { creationId: way.claims, ownerId }, createdAt)}`
    : `${ctx.origin}/receipt#${signReceipt(ctx, { paymentId: way.receipt, buyerId: ownerId }, createdAt)}`
}

const paragraph = (text: string) => html`<p>${text}</p>`

function page(title: string, parts: Html[]): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:34em">
<h1 style="font-size:20px">${title}</h1>
${htmlLines(parts)}
</body>
</html>
`.toString()
}

/** Who reads a letter: an account, or the reader of the mail at an address that a visitor left. */
export function readerOf(
  ctx: Pick<Ctx, 'config'>,
  person: { id: string; kind: 'visitor' | 'user' },
  address: string,
): string {
  return person.kind === 'user' ? person.id : signature(ctx.config.secret, 'reader', address)
}
