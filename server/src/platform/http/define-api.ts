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

/** Where a route without a schema for its answer (a file, a stream) has replied by itself. */
export const REPLIED = Symbol('replied')

/** The answer of a call that has nothing to tell. */
export const DONE = { ok: true } as const

/** Another success status than the route's own. */
export class WithStatus<T> {
  readonly status: number
  readonly answer: T

  constructor(status: number, answer: T) {
    this.status = status
    this.answer = answer
  }
}

export type HandlerResult<R> =
  | Answer<R>
  | WithStatus<Answer<R>>
  | SharedAnswer
  | typeof REPLIED
  | undefined

/** A streamed body, taken in whole. */
export interface Received {
  /** The same for the same content, however it was framed. */
  digest: string
  /** Removes what the handler left of it. */
  discard(): Promise<void>
}

export interface Binding<C> {
  route: Route
  /** Runs before the handler, whose Idempotency-Key is checked against what came. */
  receive?: (ctx: C, input: Input<unknown>) => Promise<Received>
  handle: (ctx: C, input: Input<unknown>, received?: Received) => Promise<unknown>
}

/** What binds the calls of the contract to handlers that take this context. */
export function bindingsFor<C>() {
  /** One call of the contract and what answers it. */
  const handle = <R extends Route>(
    route: R,
    handler: (ctx: C, input: Input<R>) => Promise<HandlerResult<R>>,
  ): Binding<C> => ({ route, handle: handler as Binding<C>['handle'] })

  /** The same where the body is a file that streams in. */
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
