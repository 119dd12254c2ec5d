import type { FastifyInstance } from 'fastify'

/** One letter as a mailer takes it: plain text, the same as HTML, and at most one picture in it. */
export interface Letter {
  /** Fixed when the letter is written, so that a repetition shows as one letter. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** What the HTML shows as `cid:` and this id. */
  picture?: LetterPicture | undefined
}

export interface LetterPicture {
  cid: string
  /** A JPEG, which every mail program shows. */
  bytes: Buffer
}

/** What carries letters: an SMTP server, or the development inbox. */
export interface Mailer {
  id: 'smtp' | 'inbox'
  /** Resolves once the letter was accepted; throws MailError. */
  send(letter: Letter): Promise<void>
  /** Connects and logs in, and sends nothing; throws ProbeError. Absent where there is no mail server. */
  probe?: () => Promise<string>
  close(): Promise<void>
  /** For the inbox: serves the page that shows its letters. */
  mount?(server: FastifyInstance): Promise<void>
}

/**
 * Why a letter was not accepted. `refused`: for good. `away`: try again later. `unknown`: the
 * connection broke off after the letter was handed over, so it may have been accepted.
 */
export class MailError extends Error {
  readonly outcome: 'refused' | 'away' | 'unknown'

  constructor(outcome: MailError['outcome'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.outcome = outcome
  }
}
