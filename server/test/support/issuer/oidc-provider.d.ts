declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface TokenAnswer {
    id_token?: string
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    use(
      middleware: (
        ctx: { path: string; body: TokenAnswer },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: { client_id: string } }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
  }
}
