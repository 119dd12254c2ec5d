/**
 * An expected failure of a function ("this file is no picture"); the message is written for people.
 */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}
