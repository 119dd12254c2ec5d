import type { Ctx } from '../ctx.ts'
import { createInboxMailer } from '../providers/mail/inbox/create-inbox-mailer.ts'
import type { Mailer } from '../providers/mail/spec.ts'
import type { Config } from './config.ts'

/** The mail server, the development inbox, or nothing. */
export async function createMailer(
  parts: Pick<Ctx, 'config' | 'db' | 'clock'>,
): Promise<Mailer | undefined> {
  const { mail } = parts.config
  if (mail === 'none') return undefined
  return mail === 'inbox' ? createInboxMailer(parts) : openSmtpMailer(parts.config)
}

/** Loaded on demand. */
export async function openSmtpMailer({
  SMTP_URL: url = '',
  MAIL_FROM: from = '',
}: Config): Promise<Mailer> {
  const { createSmtpMailer } = await import('../providers/mail/smtp/create-smtp-mailer.ts')
  return createSmtpMailer({ url, from })
}
