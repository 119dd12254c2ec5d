declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface TokenAnswer {
    id_token?: string
  }

  export interface Interaction {
    uid: string
    params: { client_id: string; redirect_uri: string; scope?: string }
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  interface Call {
    oidc: { result?: { consent?: { grantId?: string } } }
  }

  export const errors: {
    InvalidGrant: new (why: string) => Error
    InvalidTarget: new (why?: string) => Error
  }

  export const interactionPolicy: {
    Check: new (reason: string, description: string, check: (call: Call) => boolean) => object
    Prompt: new (about: { name: string; requestable: boolean }, check: object) => object
    base(): { clear(): void; add(prompt: object): void }
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Grant: (new (of: {
      accountId: string
      clientId: string
    }) => Grant) & {
      find(id: string): Promise<Grant | undefined>
    }
    proxy: boolean
    on(event: 'server_error', hear: (call: unknown, error: Error) => void): void
    use(
      middleware: (
        ctx: { path: string; body: TokenAnswer },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<string>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
  }
}
