import type { Route } from '@vignette/contract/define-route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SharedAnswer } from './shared-answers.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Answer<R> = R extends { answer: infer S extends z.ZodType } ? z.input<S> : unknown

export interface Input<R> {
  params: R extends { params: infer S } ? Parsed<S> : undefined
  query: R extends { query: infer S } ? Parsed<S> : undefined
  body: R extends { body: infer S } ? Parsed<S> : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Returned by a route without an answer schema (a file, a stream) that has sent its reply itself. */
export const REPLIED = Symbol('replied')

/** The answer of a call without content. */
export const DONE = { ok: true } as const

/** Another success status than the route's default. */
export class WithStatus<T> {
  readonly status: number
  readonly answer: T

  constructor(status: number, answer: T) {
    this.status = status
    this.answer = answer
  }
}

type HandlerResult<R> =
  | Answer<R>
  | WithStatus<Answer<R>>
  | SharedAnswer
  | typeof REPLIED
  | undefined

/** A streamed body, received in full. */
export interface Received {
  /** Equal for equal content, however the body was framed. */
  digest: string
  /** Removes the received parts that the handler has not taken over. */
  discard(): Promise<void>
}

export interface Binding<C> {
  route: Route
  /** The header with the signature of the body; without it the body is refused unread. */
  signedBy?: (ctx: C) => string | undefined
  /** Runs before the handler, so that the Idempotency-Key can be compared with the received content. */
  receive?: (ctx: C, input: Input<unknown>) => Promise<Received>
  handle: (ctx: C, input: Input<unknown>, received?: Received) => Promise<unknown>
  /**
   * Reads by its id what an earlier request with the same Idempotency-Key made, as it is now. Every
   * call whose answer may be long has one, so that no key keeps a long answer.
   */
  again?: (ctx: C, id: string) => Promise<unknown>
}

/** Binds the calls of the contract to handlers with this context. */
export function bindingsFor<C>() {
  /** Binds one call of the contract to its handler. */
  const handle = <R extends Route>(
    route: R,
    handler: (ctx: C, input: Input<R>) => Promise<HandlerResult<R>>,
    more: Pick<Binding<C>, 'signedBy' | 'again'> = {},
  ): Binding<C> => ({ route, handle: handler as Binding<C>['handle'], ...more })

  /** Binds a call whose body is a streamed file: the file is received first, then handled. */
  const handleReceived = <R extends Route, T extends Received>(
    route: R,
    receive: (ctx: C, input: Input<R>) => Promise<T>,
    handler: (ctx: C, input: Input<R>, received: T) => Promise<HandlerResult<R>>,
  ): Binding<C> => ({
    route,
    receive: receive as Binding<C>['receive'] & object,
    handle: handler as Binding<C>['handle'],
  })

  return { handle, handleReceived }
}
