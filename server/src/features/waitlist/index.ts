export { waitlistRoutes } from './routes.ts'
