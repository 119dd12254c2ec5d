export { analyticsRoutes } from './routes.ts'
export { sweepEvents } from './sweep-events.ts'
