import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import { type Letter, MailError, type Mailer } from '../spec.ts'

interface SmtpOptions {
  /** As in `smtps://user:password@mail.example.org`. */
  url: string
  /** As in `Vignette <post@example.org>`. */
  from: string
}

const WAITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A connection for each letter: a letter that breaks off tells nothing about the next one. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  return {
    id: 'smtp',
    async send(letter) {
      const transport = createTransport({
        url,
        ...WAITS,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
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
        await transport.sendMail(messageOf(letter, from))
      } catch (error) {
        throw mailErrorOf(error, handedOver)
      } finally {
        transport.close()
      }
    },
    close: () => Promise.resolve(),
  }
}

/** The whole text is one mailbox: commas or semicolons in it do not make a list. */
function messageOf(letter: Letter, from: string) {
  const { messageId, to, subject, text, html, headers } = letter
  return { messageId, from, to: { name: '', address: to }, subject, text, html, headers }
}

/** The message holds no address: servers like to repeat one in their answers. */
function mailErrorOf(error: unknown, handedOver: boolean): MailError {
  const { responseCode, code = 'ESMTP' } = error as { responseCode?: number; code?: string }
  const what = responseCode ? `the mail server answered ${responseCode}` : code
  if (responseCode === undefined) return new MailError(handedOver ? 'unknown' : 'away', what)
  // A wrong password is the operator's to mend, and no fault of the letter.
  return new MailError(responseCode >= 500 && code !== 'EAUTH' ? 'refused' : 'away', what)
}
