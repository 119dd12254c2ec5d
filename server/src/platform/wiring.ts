/** A listener of an event, or an answer to a port, as declared in a feature's `feature.ts`. */
export interface Handling {
  /** The event or port. */
  of: object
  handle: (ctx: never, news: never) => Promise<unknown>
}

/** Which listeners hear an event and which feature answers a port; built once from all `feature.ts`. */
export interface Wiring {
  handlersOf(of: object): readonly Handling['handle'][]
}

export interface Wired {
  wiring: Wiring
}

/** Handlers of one event or port run in the given order. */
export function createWiring(handlings: readonly Handling[]): Wiring {
  const handlers = Map.groupBy(handlings, (handling) => handling.of)
  return { handlersOf: (of) => (handlers.get(of) ?? []).map(({ handle }) => handle) }
}

/** News for features that the sender may not import. */
interface DomainEvent<C extends Wired, News> {
  name: string
  /** Runs the listeners one after the other, in the sender's own transaction. */
  emit(ctx: C, news: News): Promise<void>
  hear(listener: (ctx: C, news: News) => Promise<void>): Handling
}

export function defineEvent<C extends Wired, News>(name: string): DomainEvent<C, News> {
  const event: DomainEvent<C, News> = {
    name,
    async emit(ctx, news) {
      for (const hear of ctx.wiring.handlersOf(event)) await hear(ctx as never, news as never)
    },
    hear: (listener) => ({ of: event, handle: listener }),
  }
  return event
}

interface Asked<C extends Wired, News, Answer> {
  name: string
  answer(answerer: (ctx: C, news: News) => Promise<Answer>): Handling
}

/** A question to a feature that the caller may not import; the server starts only with exactly one answerer. */
interface Port<C extends Wired, News, Answer> extends Asked<C, News, Answer> {
  answerers: 'one'
  ask(ctx: C, news: News): Promise<Answer>
}

/** A question that each feature may answer for its own data; the server starts only with at least one answerer. */
interface Survey<C extends Wired, News, Answer> extends Asked<C, News, Answer> {
  answerers: 'any'
  /** One answer after the other, so that the caller may stop early. */
  askEach(ctx: C, news: News): AsyncGenerator<Answer>
}

export interface AnyPort {
  name: string
  answerers: 'one' | 'any'
}

export function definePort<C extends Wired, News, Answer>(name: string): Port<C, News, Answer> {
  const port: Port<C, News, Answer> = {
    name,
    answerers: 'one',
    async ask(ctx, news) {
      const [answer] = ctx.wiring.handlersOf(port)
      if (!answer) throw new Error(`no feature answers ${name}`)
      return (await answer(ctx as never, news as never)) as Answer
    },
    answer: (answerer) => ({ of: port, handle: answerer }),
  }
  return port
}

export function defineSurvey<C extends Wired, News, Answer>(name: string): Survey<C, News, Answer> {
  const survey: Survey<C, News, Answer> = {
    name,
    answerers: 'any',
    async *askEach(ctx, news) {
      const answers = ctx.wiring.handlersOf(survey)
      if (answers.length === 0) throw new Error(`no feature answers ${name}`)
      for (const answer of answers) {
        yield (await answer(ctx as never, news as never)) as Answer
      }
    },
    answer: (answerer) => ({ of: survey, handle: answerer }),
  }
  return survey
}
