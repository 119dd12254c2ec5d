import { StartError } from '../platform/start-error.ts'

/** The reason why a port could not be opened, in one sentence; an unexpected error is returned unchanged. */
export function listenFault(
  error: unknown,
  { variable, port, host }: { variable: 'PORT' | 'METRICS_PORT'; port: number; host: string },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use. Set ${variable} to a free one.`)
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user. Set ${variable}.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `${variable === 'PORT' ? 'HOST' : 'METRICS_HOST'} ${host} is no address of this machine.`,
      )
    default:
      return error
  }
}
