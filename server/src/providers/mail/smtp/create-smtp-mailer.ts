import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import { findCode, ProbeError } from '../../../platform/probe-error.ts'
import { type Letter, MailError, type Mailer } from '../spec.ts'

interface SmtpOptions {
  /** As in `smtps://user:password@mail.example.org`. */
  url: string
  /** As in `Vignette <post@example.org>`, or the address alone. */
  from: string
  /** The sender's name where `from` has none. */
  name?: () => string
}

const WAITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A connection for each letter: a letter that breaks off tells nothing about the next one. */
export function createSmtpMailer({ url, from, name }: SmtpOptions): Mailer {
  const open = () =>
    createTransport({ url, ...WAITS, disableFileAccess: true, disableUrlAccess: true })
  return {
    id: 'smtp',
    async send(letter) {
      const transport = open()
      let handedOver = false
      transport.use('stream', (mail, done) => {
        const whole = new PassThrough({
          flush(end) {
            handedOver = true
            end()
          },
        })
        mail.message.transform(whole)
        done()
      })
      try {
        await transport.sendMail(
          messageOf(letter, name && !from.includes('<') ? `${name()} <${from}>` : from),
        )
      } catch (error) {
        throw mailErrorOf(error, handedOver)
      } finally {
        transport.close()
      }
    },
    async probe() {
      const { host, username } = new URL(url)
      const transport = open()
      try {
        await transport.verify()
      } catch (error) {
        throw new ProbeError(describeFault(host, error), { cause: error })
      } finally {
        transport.close()
      }
      return `${host} answers${username ? ' and takes user and password' : ', without a login'}`
    },
    close: () => Promise.resolve(),
  }
}

/** The whole text is one mailbox: commas or semicolons in it do not make a list. */
function messageOf(letter: Letter, from: string) {
  const { messageId, to, subject, text, html, headers, picture } = letter
  const attachments = picture && [
    {
      cid: picture.cid,
      content: picture.bytes,
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
      filename: 'picture.jpg',
    },
  ]
  return {
    messageId,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers,
    ...(attachments && { attachments }),
  }
}

function describeFault(host: string, error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  if (code === 'EAUTH') {
    const why = responseCode ? ` (${responseCode})` : ''
    return `The mail server ${host} refuses the user and password of SMTP_URL${why}: correct them; a sign such as @ or / in them is written in percent code.`
  }
  // The library's own codes are broader than the system's, which stands in the message.
  const [narrow] = /\bE[A-Z]{4,}\b/.exec(String(error)) ?? []
  const why = responseCode
    ? `it answered ${responseCode}`
    : (narrow ?? findCode(error) ?? 'no reason told')
  return `The mail server ${host} cannot be used (${why}): look at host, port, and smtp:// or smtps:// in SMTP_URL.`
}

/** The message holds no address: servers like to repeat one in their answers. */
function mailErrorOf(error: unknown, handedOver: boolean): MailError {
  const { responseCode, code = 'ESMTP' } = error as { responseCode?: number; code?: string }
  const what = responseCode ? `the mail server answered ${responseCode}` : code
  if (responseCode === undefined) return new MailError(handedOver ? 'unknown' : 'away', what)
  // A wrong password is the operator's to mend, and no fault of the letter.
  return new MailError(responseCode >= 500 && code !== 'EAUTH' ? 'refused' : 'away', what)
}
