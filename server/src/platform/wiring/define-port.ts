import type { Handling, Wired } from './wiring.ts'

interface Asked<C extends Wired, News, Answer> {
  name: string
  answer(answerer: (ctx: C, news: News) => Promise<Answer>): Handling
}

/** A question to a feature that the caller may not import; the server starts only with exactly one answerer. */
export interface Port<C extends Wired, News, Answer> extends Asked<C, News, Answer> {
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
