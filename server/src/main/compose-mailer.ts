import type { Ctx } from '../ctx.ts'
import { createInboxMailer } from '../providers/mail/inbox/create-inbox-mailer.ts'
import type { Mailer } from '../providers/mail/spec.ts'
import { shopOf } from '../shop.ts'
import type { Config } from './config.ts'

/** The mail server, the development inbox, or nothing; `parts.config` is asked for the name at each letter. */
export async function createMailer(
  config: Config,
  parts: Pick<Ctx, 'config' | 'db' | 'clock'>,
): Promise<Mailer | undefined> {
  if (config.mail === 'none') return undefined
  return config.mail === 'inbox'
    ? createInboxMailer({ ...parts, shop: () => shopOf(parts).name })
    : openSmtpMailer(config, parts)
}

/** Loaded on demand. */
export async function openSmtpMailer(
  config: Config,
  named: Pick<Ctx, 'config'> = { config },
): Promise<Mailer> {
  const { SMTP_URL: url = '', MAIL_FROM: from = '' } = config
  const { createSmtpMailer } = await import('../providers/mail/smtp/create-smtp-mailer.ts')
  return createSmtpMailer({ url, from, name: () => shopOf(named).name })
}
