import { FIRM_GROUP } from '@vignette/contract/letter-groups.ts'
import type { Ctx } from '../../ctx.ts'
import { composeLetter } from '../../platform/compose-letter.ts'
import { signaturesOf } from '../../platform/secrets.ts'
import type { Letter } from '../../providers/mail/spec.ts'
import type { LetterRow, NoticeRow } from '../../schema/notices.ts'
import type { Kind, NoticeLink } from './kind.ts'
import {
  signClaim,
  signClaimKey,
  signConfirmation,
  signLeaving,
  signReceipt,
} from './letter-link.ts'
import { NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import type { CreatorWords, LetterPicture } from './ports.ts'
import { unsubscribeLink } from './unsubscribe.ts'

const CID = 'creation@letter'

/** Makes the text of a letter from the facts of its notice. */
export function writeLetter(
  ctx: Pick<Ctx, 'config' | 'clock' | 'origin'>,
  letter: LetterRow & { address: string },
  notice: NoticeRow,
  person: { id: string; kind: 'visitor' | 'user' },
  { picture, words }: { picture?: LetterPicture | undefined; words?: CreatorWords | undefined },
): Letter {
  const kind: Kind = NOTICE_KINDS[notice.kind as NoticeKind]
  const { facts } = notice
  const link = kind.link(facts)
  const address = link && addressOf(ctx, link, letter, person)
  const reader = readerOf(ctx, person, letter.address)
  const subject = kind.title(facts)
  const off =
    kind.group === FIRM_GROUP ? null : unsubscribeLink(ctx, [reader, kind.group, words?.creatorId])
  const from = ctx.config.OPERATOR_NAME
  return {
    messageId: letter.messageId,
    to: letter.address,
    subject,
    ...composeLetter({
      from,
      subject,
      paragraphs: words?.paragraphs ?? kind.body(facts),
      details: words
        ? [`Something wrong with this letter? Report it at ${address}`]
        : (kind.details?.(facts) ?? []),
      ...(link && address && { button: { label: link.label, address } }),
      ...(words && { button: { label: words.label, address: `${ctx.origin}${words.path}` } }),
      why: words
        ? `Written by @${words.handle}, and sent by ${from} because you follow @${words.handle} or asked for these letters.`
        : `Sent by ${from}.`,
      off,
      picture: picture && { cid: CID, alt: words?.alt ?? 'Your creation', ...picture },
    }),
    picture: picture && { cid: CID, bytes: picture.bytes },
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

/** A visitor, a payer by a link, or the owner of a deleted account opens letters in any browser, so the link is the authority. */
function addressOf(
  ctx: Pick<Ctx, 'config' | 'origin'>,
  { path, letter: way }: NoticeLink,
  { createdAt, toPayer }: LetterRow,
  { id: ownerId, kind }: { id: string; kind: 'visitor' | 'user' },
): string {
  if (way && 'leaves' in way) return signLeaving(ctx, way.leaves, createdAt)
  if (way && 'claim' in way) {
    const key = signClaimKey(ctx, { claimId: way.claim, personId: ownerId }, createdAt)
    return `${ctx.origin}${path}?key=${key}`
  }
  if ((kind === 'user' && !toPayer) || !way) return `${ctx.origin}${path}`
  // Behind the #, where neither logs nor other sites see the token.
  if ('confirms' in way)
    return `${ctx.origin}/confirm#${signConfirmation(ctx, way.confirms, createdAt)}`
  return 'claims' in way
    ? `${ctx.origin}/claim#${signClaim(ctx, { creationId: way.claims, ownerId }, createdAt)}`
    : `${ctx.origin}/receipt#${signReceipt(ctx, { paymentId: way.receipt, buyerId: ownerId }, createdAt)}`
}

/** All names under which the reader may have ended letters: an older secret made others. */
export function readersOf(
  ctx: Pick<Ctx, 'config'>,
  person: { id: string; kind: 'visitor' | 'user' },
  address = '',
): string[] {
  if (person.kind === 'user') return [person.id]
  return signaturesOf(ctx.config.secret, 'reader', address)
}

/** Who reads a letter: an account, or the reader of the mail at an address that a visitor left. */
function readerOf(
  ctx: Pick<Ctx, 'config'>,
  person: { id: string; kind: 'visitor' | 'user' },
  address = '',
): string {
  return readersOf(ctx, person, address)[0] ?? ''
}
