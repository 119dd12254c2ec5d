export { waitlistCommands } from './cli.ts'
export { waitlistRoutes } from './routes.ts'
