import type { Ctx } from '../ctx.ts'
import { createInboxMailer } from '../providers/mail/inbox/create-inbox-mailer.ts'
import type { Mailer } from '../providers/mail/spec.ts'

/** The mail server, the development inbox, or nothing. */
export async function createMailer(
  parts: Pick<Ctx, 'config' | 'db' | 'clock'>,
): Promise<Mailer | undefined> {
  const { mail, SMTP_URL: url = '', MAIL_FROM: from = '' } = parts.config
  if (mail === 'none') return undefined
  if (mail === 'inbox') return createInboxMailer(parts)
  const { createSmtpMailer } = await import('../providers/mail/smtp/create-smtp-mailer.ts')
  return createSmtpMailer({ url, from })
}
