import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A child process of the test, so that the flood and the measurement share no event loop. */
export interface Helper {
  /** Sends a message and resolves with the next reply. */
  ask<T>(message: unknown): Promise<T>
  end(): Promise<void>
}

interface Reply {
  result?: unknown
  error?: string
}

export function startHelper(file: URL, words: readonly string[]): Helper {
  const child: ChildProcess = fork(file, words, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  return {
    async ask<T>(message: unknown) {
      const gone = exited.then(() => {
        throw new Error(`a process of the test ended: ${words.join(' ')}`)
      })
      child.send(message as object)
      const [reply] = (await Promise.race([once(child, 'message'), gone])) as [Reply]
      if (reply.error !== undefined) throw new Error(reply.error)
      return reply.result as T
    },
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Runs in the child: answers each message, and exits with the test. */
export function answerMessages<M>(answer: (message: M) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', (message: M) => {
    void answer(message).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
}
