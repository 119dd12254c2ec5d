import type { Handling, Wired } from './wiring.ts'

/** News for features that the sender may not import. */
interface DomainEvent<C extends Wired, News> {
  name: string
  /** Runs the listeners one after the other, in the sender's own transaction. */
  tell(ctx: C, news: News): Promise<void>
  hear(listener: (ctx: C, news: News) => Promise<void>): Handling
}

export function defineEvent<C extends Wired, News>(name: string): DomainEvent<C, News> {
  const event: DomainEvent<C, News> = {
    name,
    async tell(ctx, news) {
      for (const hear of ctx.wiring.handlersOf(event)) await hear(ctx as never, news as never)
    },
    hear: (listener) => ({ of: event, handle: listener }),
  }
  return event
}
