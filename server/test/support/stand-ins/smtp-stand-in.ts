import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface Received {
  to: string[]
  /** The whole message, with its headers. */
  source: string
  messageId: string
}

export interface SmtpStandIn {
  url: string
  received: Received[]
  /** Answers each whole message with this code from now on; `hang` answers nothing. */
  answer(code: number | 'hang' | 'drop'): void
  /** Resolves at the next whole message that arrives. */
  next(): Promise<Received>
  dropConnections(): void
  close(): Promise<void>
}

/** A mail server on loopback that speaks real SMTP and keeps what it was handed. */
export async function startSmtpStandIn(
  given: { port?: number; login?: { user: string; pass: string } } = {},
): Promise<SmtpStandIn> {
  const { login } = given
  const received: Received[] = []
  const waiting: ((message: Received) => void)[] = []
  let answer: number | 'hang' | 'drop' = 250
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass)
        return done(null, { user: username })
      done(new Error('Invalid username or password'))
    },
    onData(stream, session, done) {
      void text(stream).then((source) => {
        const messageId = /^message-id: *(.+)$/im.exec(source)?.[1]?.trim() ?? ''
        const message = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          source,
          messageId,
        }
        received.push(message)
        for (const tell of waiting.splice(0)) tell(message)
        if (answer === 250) done()
        else if (answer === 'drop') dropConnections()
        else if (answer !== 'hang')
          done(Object.assign(new Error('refused'), { responseCode: answer }))
      })
    },
  })
  const dropConnections = () => {
    for (const { _socket: socket } of server.connections as Iterable<{
      _socket: { destroy(): void }
    }>) {
      socket.destroy()
    }
  }
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(given.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answer: (code) => {
      answer = code
    },
    dropConnections,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => {
      dropConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
