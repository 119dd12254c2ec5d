import type { Ctx } from '../ctx.ts'
import { createInboxMailer } from '../providers/mail/inbox/create-inbox-mailer.ts'
import type { Mailer } from '../providers/mail/spec.ts'
import { shopOf } from '../shop.ts'
import type { Config } from './config.ts'

/** The mail server, the development inbox, or nothing. */
export async function createMailer(
  parts: Pick<Ctx, 'config' | 'db' | 'clock'>,
): Promise<Mailer | undefined> {
  const { config } = parts
  const { mail } = config
  if (mail === 'none') return undefined
  return mail === 'inbox'
    ? createInboxMailer({ ...parts, shop: () => shopOf(parts).name })
    : openSmtpMailer(config)
}

/** Loaded on demand. */
export async function openSmtpMailer(config: Config): Promise<Mailer> {
  const { SMTP_URL: url = '', MAIL_FROM: from = '' } = config
  const { createSmtpMailer } = await import('../providers/mail/smtp/create-smtp-mailer.ts')
  return createSmtpMailer({ url, from, name: () => shopOf({ config }).name })
}
